import { ancestryOf, type Schema } from '@ukit/container'
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
  // What the stock tables know of them.
  for (const facts of classes.values())
    for (const name of ancestryOf(schema, facts.name).slice(1))
      if (named(name) !== undefined && named(name) !== facts) facts.bounds.add(name)
  // What one class extends is a line: of those that nothing orders, what more classes extend is above.
  const below = new Map<ClassFacts, number>()
  for (const facts of classes.values()) for (const each of above(facts)) below.set(each, (below.get(each) ?? 0) + 1)
  const isAbove = (one: ClassFacts, other: ClassFacts) => (below.get(one) ?? 0) > (below.get(other) ?? 0)
  for (const facts of classes.values()) {
    const line = above(facts)
    for (const [i, first] of line.entries())
      for (const second of line.slice(i + 1)) {
        if (reaches(first, second) || reaches(second, first)) continue
        if (isAbove(first, second)) second.bounds.add(first.name)
        else first.bounds.add(second.name)
      }
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
