import type { Schema } from '@ukit/container'
import type { ClassFacts } from './stub-facts.js'
import { type StubSuper, superOf } from './stub-supers.js'

/** A class of a stub with its place. */
export interface PlacedClass {
  readonly facts: ClassFacts
  readonly above: StubSuper
  /** Classes of the stub above it, nearest first. */
  readonly siblings: readonly ClassFacts[]
  /** The first class above it that is another package's. */
  readonly root: StubSuper
}

/** *Which class of a stub extends which*, superclasses first. */
export function hierarchyOf(
  classes: ReadonlyMap<string, ClassFacts>,
  schema: Schema,
  packageOf: (className: string) => string | undefined,
  ownPackage: string,
): readonly PlacedClass[] {
  const placed = new Map<ClassFacts, PlacedClass>()
  const open = new Set<ClassFacts>()
  const named = (name: string) => classes.get(name.toLowerCase())
  /** Classes of the stub that one has to extend. */
  const above = ({ bounds }: ClassFacts) => [...bounds].map(named).filter((facts) => facts !== undefined)
  const reaches = (from: ClassFacts, to: ClassFacts): boolean => {
    const seen = new Set([from])
    for (const each of seen) for (const next of above(each)) seen.add(next)
    return seen.has(to)
  }
  // What one class extends is a line: those that nothing orders are put in the order in which they were met.
  for (const facts of classes.values()) {
    const line = above(facts)
    for (const [i, first] of line.entries())
      for (const second of line.slice(i + 1))
        if (!reaches(first, second) && !reaches(second, first)) first.bounds.add(second.name)
  }
  const place = (facts: ClassFacts): PlacedClass => {
    const known = placed.get(facts)
    if (known !== undefined) return known
    open.add(facts)
    const line = above(facts).filter((each) => !open.has(each))
    const nearest = line.find((each) => line.every((other) => reaches(each, other)))
    const chosen: StubSuper =
      nearest === undefined
        ? superOf(facts, schema, packageOf, (name, packageName) => {
            const own = named(name)
            return packageName.toLowerCase() !== ownPackage.toLowerCase() || (own !== undefined && !open.has(own))
          })
        : { name: nearest.name, packageName: ownPackage, why: 'users use what that one declares of it' }
    const own = chosen.packageName.toLowerCase() === ownPackage.toLowerCase() ? named(chosen.name) : undefined
    const over = own === undefined ? undefined : place(own)
    open.delete(facts)
    const result = {
      facts,
      above: chosen,
      siblings: over === undefined ? [] : [over.facts, ...over.siblings],
      root: over?.root ?? chosen,
    }
    placed.set(facts, result)
    return result
  }
  for (const facts of classes.values()) place(facts)
  return [...placed.values()]
}
