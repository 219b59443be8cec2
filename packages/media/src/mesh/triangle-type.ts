/** Poly flags for types 0 to 4 of a triangle, as the importer makes them (2,312 of 2,312 triangles). */
const TYPES = [0, 0x100, 0x104, 0x102, 0x140]
const TYPE_BITS = 7
const WEAPON_BIT = 8
/** What else a type says, with the poly flag for it: unlit, flat, environment, not smoothed. */
const BITS = [
  [16, 0x40_0000],
  [32, 0x4000],
  [64, 0x10],
  [128, 0x800],
] as const

/** The type of a triangle that is not drawn: it says where a weapon is held. */
export const WEAPON_TYPE = WEAPON_BIT

/** Whether a triangle of this type is where a weapon is held, and not drawn. */
export function isWeaponType(type: number): boolean {
  return (type & WEAPON_BIT) !== 0
}

/** *Poly flags for the type of a triangle* in a `_d.3d` file. Types 5 to 7 do not exist: they are plain. */
export function polyFlagsOfType(type: number): number {
  return BITS.reduce((flags, [bit, flag]) => (type & bit ? flags | flag : flags), TYPES[type & TYPE_BITS] ?? 0)
}

/** *The type that the importer makes these poly flags of*; `undefined` when none does. */
export function typeOfPolyFlags(polyFlags: number): number | undefined {
  const all = BITS.reduce((flags, [, flag]) => flags | flag, 0)
  const type = TYPES.indexOf(polyFlags & ~all)
  return type < 0 ? undefined : BITS.reduce((sum, [bit, flag]) => (polyFlags & flag ? sum | bit : sum), type)
}
