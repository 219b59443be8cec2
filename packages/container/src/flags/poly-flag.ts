import type { FlagNames } from './flag-names.js'

/**
 * *Flags of a polygon or surface* (`Poly.polyFlags`, `BspSurf.polyFlags`, 32 bits): public headers of UT;
 * files.
 */
export const PolyFlag = {
  /** Not drawn. */
  Invisible: 0x1,
  /** Parts of the texture are transparent: nothing is drawn there. */
  Masked: 0x2,
  /** Adds its light to what is behind it. */
  Translucent: 0x4,
  /** Nothing collides with it. */
  NotSolid: 0x8,
  /** Shows its texture as a reflection of the surroundings. */
  Environment: 0x10,
  /** Solid, but does not cut the tree of planes. */
  Semisolid: 0x20,
  /** Multiplies with what is behind it. */
  Modulated: 0x40,
  /** Shows the sky zone. */
  FakeBackdrop: 0x80,
  /** Seen from both sides. */
  TwoSided: 0x100,
  /** The texture moves along U. */
  AutoUPan: 0x200,
  /** The texture moves along V. */
  AutoVPan: 0x400,
  /** The texture is not filtered. */
  NoSmooth: 0x800,
  /** No light falls on it. */
  Unlit: 0x40_0000,
  /** Separates two zones. */
  Portal: 0x400_0000,
  /** Reflects what is in front of it. */
  Mirrored: 0x800_0000,
} as const satisfies FlagNames
