import type { SourceFacts } from './source-facts.js'

/** A package that is to be built, for its place in the order. */
export interface OrderedPackage {
  readonly name: string
  readonly facts: SourceFacts
}

/** The order, and what does not fit into any. */
export interface BuildOrder<T extends OrderedPackage> {
  readonly order: readonly T[]
  /** A package, and those after it that it needs: they need it too, directly or through others. */
  readonly circles: readonly { readonly name: string; readonly needs: readonly string[] }[]
}

/** The packages whose classes the texts of a package name, itself left out. */
export function packagesNeeded<T extends OrderedPackage>(one: T, packages: readonly T[]): T[] {
  return packages.filter((other) => other !== one && namesSomeOf(one, one.facts.words, other))
}

/**
 * *Packages in an order in which each comes after those that it needs*; those that need nothing of each other
 * stay as they were given. Of packages that need each other the one comes first that has no variables of the
 * others' classes, as a word may be the name of anything; else the one that extends none of them.
 */
export function buildOrder<T extends OrderedPackage>(packages: readonly T[]): BuildOrder<T> {
  const needs = new Map(packages.map((one) => [one, packagesNeeded(one, packages)]))
  const left = new Set(packages)
  const order: T[] = []
  const isLeft = (one: T) => left.has(one)
  while (left.size > 0) {
    const rest = [...left]
    const next =
      rest.find((one) => !(needs.get(one) ?? []).some(isLeft)) ??
      rest.find((one) => !rest.some((other) => needsFirst(one, other))) ??
      rest.find((one) => !rest.some((other) => extendsSomeOf(one, other))) ??
      rest[0]
    if (next === undefined) break
    left.delete(next)
    order.push(next)
  }
  return { order, circles: circlesIn(order) }
}

/** Packages of an order that is given, such as that of `EditPackages`, that need later ones. */
export function circlesIn<T extends OrderedPackage>(order: readonly T[]): BuildOrder<T>['circles'] {
  return order.flatMap((one, index) => {
    const needs = packagesNeeded(one, order.slice(index)).map(({ name }) => name)
    return needs.length === 0 ? [] : [{ name: one.name, needs }]
  })
}

function needsFirst(one: OrderedPackage, other: OrderedPackage): boolean {
  return extendsSomeOf(one, other) || (other !== one && namesSomeOf(one, one.facts.types, other))
}

function extendsSomeOf(one: OrderedPackage, other: OrderedPackage): boolean {
  return other !== one && namesSomeOf(one, one.facts.supers, other)
}

/** Tells whether words are names of classes of another package, and not of the package's own. */
function namesSomeOf(one: OrderedPackage, words: ReadonlySet<string>, other: OrderedPackage): boolean {
  for (const name of other.facts.classes) if (words.has(name) && !one.facts.classes.has(name)) return true
  return false
}
