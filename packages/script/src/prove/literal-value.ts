import type { World } from '../symbols/symbol.js'

/** What a literal means: a number, a text (in lower case if it is a name), or a tag of enums. */
export type Value = string | number | { readonly tag: string; readonly values: readonly number[]; readonly of: string }

/** A value that the source does not write as a number. */
export const ANY: Value = { tag: '', values: [], of: '' }

/** Tells whether two literals mean the same; a tag equals the number of its place in an enum. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === ANY) return typeof b === 'number' || typeof b === 'string'
  if (b === ANY) return sameValue(b, a)
  if (typeof a === 'object') {
    if (typeof b === 'object') return a.values.some((value) => b.values.includes(value))
    return typeof b === 'number' && a.values.includes(b)
  }
  if (typeof b === 'object') return sameValue(b, a)
  if (typeof a === 'number' && typeof b === 'number') return Math.fround(a) === Math.fround(b)
  return typeof a === typeof b && String(a).toLowerCase() === String(b).toLowerCase()
}

const CONSTANTS = new WeakMap<World, Map<string, string>>()

/** Constants of all classes, by name: which class an object is of is not known here. */
export function constantsOf(world: World): ReadonlyMap<string, string> {
  let known = CONSTANTS.get(world)
  if (known === undefined) {
    known = new Map()
    for (const pkg of world.packages) {
      for (const of of world.classesOf(pkg)) for (const [key, { text }] of of.constants) known.set(key, text)
    }
    CONSTANTS.set(world, known)
  }
  return known
}
