/** Poly flags for types 0 to 4 of a triangle, as set by the importer (2,312 of 2,312 triangles). */
const TYPES = [0, 0x100, 0x104, 0x102, 0x140]
const TYPE_BITS = 7
const WEAPON_BIT = 8
/** Further bits of a type, with the poly flag for each: unlit, flat, environment, not smoothed. */
const BITS = [
  [16, 0x40_0000],
  [32, 0x4000],
  [64, 0x10],
  [128, 0x800],
] as const

/** The type of a triangle that is not drawn, but marks where a weapon is held. */
export const WEAPON_TYPE = WEAPON_BIT

/** Whether a triangle of this type marks where a weapon is held, and is not drawn. */
export function isWeaponType(type: number): boolean {
  return (type & WEAPON_BIT) !== 0
}

/**
 * *Poly flags for the type of a triangle* in a `_d.3d` file. Types 5 to 7 do not exist and are treated as
 * plain.
 */
export function polyFlagsOfType(type: number): number {
  return BITS.reduce((flags, [bit, flag]) => (type & bit ? flags | flag : flags), TYPES[type & TYPE_BITS] ?? 0)
}

/** *The type for which the importer sets these poly flags*; `undefined` if there is none. */
export function typeOfPolyFlags(polyFlags: number): number | undefined {
  const all = BITS.reduce((flags, [, flag]) => flags | flag, 0)
  const type = TYPES.indexOf(polyFlags & ~all)
  return type < 0 ? undefined : BITS.reduce((sum, [bit, flag]) => (polyFlags & flag ? sum | bit : sum), type)
}
