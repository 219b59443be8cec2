import type { Material } from './material.js'

/** *Bits of `PolyFlags`* that say how a face is drawn (UE1); seen on faces of meshes, media formats 1.2. */
const PolyFlag = {
  Invisible: 0x1,
  Masked: 0x2,
  /** Added to what is behind it. */
  Translucent: 0x4,
  Environment: 0x10,
  Modulated: 0x40,
  TwoSided: 0x100,
  /** Texels are not smoothed. */
  NoSmooth: 0x800,
  /** The texture moves along U or V, as fast as the zone says. */
  AutoUPan: 0x200,
  AutoVPan: 0x400,
  Unlit: 0x40_0000,
  /** Shows another place, or belongs to neither zone beside it. */
  Portal: 0x400_0000,
  Mirrored: 0x800_0000,
} as const

/** *A material on faces with these flags*: they add to what the texture itself says. */
export function withPolyFlags(material: Material, flags: number): Material {
  if (flags === 0) return material
  const has = (flag: number) => (flags & flag) !== 0
  const extras = {
    ...material.extras,
    ...(has(PolyFlag.Environment) ? { environmentMap: true } : {}),
    ...(has(PolyFlag.NoSmooth) ? { noSmooth: true } : {}),
    ...(has(PolyFlag.AutoUPan) ? { panU: true } : {}),
    ...(has(PolyFlag.AutoVPan) ? { panV: true } : {}),
    ...(has(PolyFlag.Portal) ? { portal: true } : {}),
    ...(has(PolyFlag.Mirrored) ? { mirror: true } : {}),
  }
  const { base } = material
  const isSolid = has(PolyFlag.Masked) && material.alpha === 'opaque' && base !== undefined
  return {
    ...material,
    ...(isSolid ? { base: { ...base, isMasked: true } } : {}),
    alpha: alphaOf(material.alpha, has),
    isTwoSided: material.isTwoSided || has(PolyFlag.TwoSided),
    isUnlit: material.isUnlit || has(PolyFlag.Unlit),
    isInvisible: material.isInvisible || has(PolyFlag.Invisible),
    extras,
  }
}

/** Translucent and modulated faces hide nothing, whatever else they are. */
function alphaOf(alpha: Material['alpha'], has: (flag: number) => boolean): Material['alpha'] {
  if (has(PolyFlag.Modulated)) return 'modulate'
  if (has(PolyFlag.Translucent)) return 'add'
  return has(PolyFlag.Masked) && alpha === 'opaque' ? 'mask' : alpha
}
