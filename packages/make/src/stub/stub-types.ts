import type { Package } from '@ukit/core'
import { findFunction } from '@ukit/script/analysis'
import { type ClassSymbol, isClassOf, type Type, type World } from '@ukit/script/symbols'
import { type GivenType, mergeFunction, type ShownType } from './stub-facts.js'
import type { PlacedClass } from './stub-hierarchy.js'

/** *Decides the types of what a stub declares*, once it is known which of its classes extends which. */
export class StubTypes {
  readonly #world: World
  readonly #users: ReadonlySet<Package>
  /** The classes of the stub, those above others first. */
  readonly #placed: readonly PlacedClass[]
  /** How many classes of the stub are above each, by name in lower case. */
  readonly #depths: ReadonlyMap<string, number>
  readonly #ownPackage: string
  readonly #found = new Map<string, ClassSymbol | null>()
  #classes: readonly ClassSymbol[] | undefined

  constructor(world: World, users: readonly Package[], placed: readonly PlacedClass[], ownPackage: string) {
    this.#world = world
    this.#users = new Set(users)
    this.#ownPackage = ownPackage
    this.#placed = placed
    this.#depths = new Map(placed.map(({ facts, siblings }) => [facts.name.toLowerCase(), siblings.length]))
  }

  /** The type of a variable or result; `undefined` when nothing shows it. */
  shown(shown: ShownType): Type | undefined {
    const { type } = shown
    const isObject = type === undefined || type.kind === 'object'
    const used = [...shown.uses]
    if (isObject && used.length === 0 && shown.functions.size > 0) {
      const found = this.#classWith(new Set(shown.functions.keys()))
      if (found !== null) return { kind: 'object', class: found }
    }
    const of = used.length > 0 ? this.#mostSpecific(used) : this.#common([...shown.assigned])
    if (type?.kind === 'object') return { kind: 'object', class: of }
    return type?.kind === 'class' ? { kind: 'class', metaClass: of } : type
  }

  /**
   * Gives classes of the stub the functions that are called on values that are known to be less: the class
   * that the value is, or the only one that it can be.
   */
  placeFunctions(): void {
    for (const { facts } of this.#placed) {
      const all = [...facts.functions.values(), ...facts.inherited.values()].map(({ result }) => result)
      for (const { shown } of facts.variables.values()) all.push(shown)
      for (const shown of all) this.#placeFunctionsOf(shown)
    }
  }

  #placeFunctionsOf(shown: ShownType): void {
    const of = this.#mostSpecific([...shown.uses])
    if (of === null || shown.functions.size === 0) return
    const lacking = [...shown.functions].filter(([key]) => findFunction(of, key) === null)
    const possible = this.#placed.filter(({ facts, root }) => {
      const above = this.#world.byPath(`${root.packageName}.${root.name}`)
      return this.#depths.has(of.name.toLowerCase())
        ? facts.name.toLowerCase() === of.name.toLowerCase()
        : above?.kind === 'class' && isClassOf(above, of)
    })
    const [only, ...others] = possible
    const symbol = only === undefined ? undefined : this.#world.byPath(`${this.#ownPackage}.${only.facts.name}`)
    if (lacking.length === 0 || only === undefined || others.length > 0 || symbol?.kind !== 'class') return
    shown.uses.add(symbol)
    for (const [key, called] of lacking) {
      const known = only.facts.inherited.get(key)
      if (known === undefined) only.facts.inherited.set(key, called)
      else mergeFunction(known, called)
    }
  }

  /** The type of a parameter; `undefined` for one that takes any value as text. */
  given({ type, isMixed }: GivenType): Type | undefined {
    return isMixed ? undefined : type
  }

  /** Of classes that a value has to be, the one that is all of them, as far as that is known. */
  #mostSpecific(classes: readonly ClassSymbol[]): ClassSymbol | null {
    let best: ClassSymbol | null = null
    for (const one of classes) if (best === null || this.#isMore(one, best)) best = one
    return best
  }

  #isMore(one: ClassSymbol, best: ClassSymbol): boolean {
    const [a, b] = [this.#depths.get(one.name.toLowerCase()), this.#depths.get(best.name.toLowerCase())]
    if (a !== undefined || b !== undefined) return (a ?? -1) > (b ?? -1)
    return isClassOf(one, best)
  }

  /** The class that all of some classes are. */
  #common(classes: readonly ClassSymbol[]): ClassSymbol | null {
    const [first, ...rest] = classes
    for (let at = first ?? null; at !== null; at = at.super) {
      const above = at
      if (rest.every((one) => isClassOf(one, above))) return at
    }
    return null
  }

  /** The most general class that has all of these functions: of the stub, or of other packages. */
  #classWith(functions: ReadonlySet<string>): ClassSymbol | null {
    const key = [...functions].sort().join(' ').toLowerCase()
    const known = this.#found.get(key)
    if (known !== undefined) return known
    const own = this.#placed.find(({ facts }) =>
      [...functions].every(
        (name) => facts.functions.has(name.toLowerCase()) || facts.inherited.has(name.toLowerCase()),
      ),
    )
    const missing = own === undefined ? undefined : this.#world.byPath(`${this.#ownPackage}.${own.facts.name}`)
    if (missing?.kind === 'class') {
      this.#found.set(key, missing)
      return missing
    }
    this.#classes ??= this.#world.packages
      .filter((pkg) => !this.#users.has(pkg))
      .flatMap((pkg) => this.#world.classesOf(pkg))
    let best: ClassSymbol | null = null
    for (const one of this.#classes) {
      if (![...functions].every((name) => findFunction(one, name) !== null)) continue
      if (best === null || isClassOf(best, one)) best = one
    }
    this.#found.set(key, best)
    return best
  }
}
