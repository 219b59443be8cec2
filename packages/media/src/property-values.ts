import { type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'

/** A member of a struct, ignoring case; `undefined` when it is not set, or the value is not a struct. */
export function memberOf(value: PropertyValue | undefined, name: string): PropertyValue | undefined {
  if (value instanceof TaggedStruct) return value.properties.get(name)
  if (!(value instanceof RawStruct)) return undefined
  const key = name.toLowerCase()
  return value.values[value.type.members.findIndex((member) => member.name.toLowerCase() === key)]
}

/** A number; `otherwise` for everything else, including NaN and infinities. */
export function numberOf(value: PropertyValue | undefined, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

/**
 * Elements of an array; none for everything else, including arrays kept as bytes because their type is
 * unknown.
 */
export function elementsOf(value: PropertyValue | undefined): readonly PropertyValue[] {
  return Array.isArray(value) ? value : []
}

/** The members of a struct of numbers, by name: `numbersOf(colour, 'R', 'G', 'B')`. */
export function numbersOf(value: PropertyValue | undefined, ...names: readonly string[]): number[] {
  return names.map((name) => numberOf(memberOf(value, name)))
}
