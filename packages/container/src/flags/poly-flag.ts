import type { FlagNames } from './flag-names.js'

/**
 * *Flags of a polygon or surface* (`Poly.polyFlags`, `BspSurf.polyFlags`, 32 bits): public headers of UT;
 * files.
 */
export const PolyFlag = {
  Invisible: 0x1,
  Masked: 0x2,
  Translucent: 0x4,
  NotSolid: 0x8,
  Environment: 0x10,
  Semisolid: 0x20,
  Modulated: 0x40,
  FakeBackdrop: 0x80,
  TwoSided: 0x100,
  AutoUPan: 0x200,
  AutoVPan: 0x400,
  NoSmooth: 0x800,
  Unlit: 0x40_0000,
  Portal: 0x400_0000,
  Mirrored: 0x800_0000,
} as const satisfies FlagNames
