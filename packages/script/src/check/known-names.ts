import { Suggestions } from '../problems/suggestions.js'
import type { ClassSymbol, World } from '../symbols/symbol.js'

/** Types by one word that are part of the language. */
const TYPE_WORDS = ['byte', 'int', 'bool', 'float', 'name', 'string', 'class', 'array', 'pointer', 'map', 'delegate']

/** Longer chains of supers are circles. */
const MOST_SUPERS = 512

/** *What a name may have been meant to be*: looked for in everything that is loaded. */
export class KnownNames {
  readonly #world: World
  readonly #suggestions = new Suggestions()
  readonly #sources: readonly ClassSymbol[]
  #classes: string[] | undefined
  #types: string[] | undefined
  #referredTo: Set<string> | undefined

  /** @param sources those classes that come from texts. */
  constructor(world: World, sources: readonly ClassSymbol[]) {
    this.#world = world
    this.#sources = sources
  }

  /** Tells whether a package refers to a class of that name: some exist only in native code. */
  isReferredTo(name: string): boolean {
    if (this.#referredTo === undefined) {
      this.#referredTo = new Set()
      for (const pkg of this.#world.packages)
        for (const imported of pkg.imports)
          if (imported.className.toLowerCase() === 'class') this.#referredTo.add(imported.name.toLowerCase())
    }
    return this.#referredTo.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
  }

  /** A class of a similar name. */
  classLike(name: string): string | undefined {
    this.#classes ??= this.#all().map((symbol) => symbol.name)
    return this.#suggestions.like(name, this.#classes)
  }

  /** A class, struct, enum or word of the language of a similar name. */
  typeLike(name: string): string | undefined {
    this.#types ??= [
      ...TYPE_WORDS,
      ...this.#all().flatMap((symbol) => [
        symbol.name,
        ...[...symbol.structs.values(), ...symbol.enums.values()].map((inner) => inner.name),
      ]),
    ]
    return this.#suggestions.like(name, this.#types)
  }

  #all(): ClassSymbol[] {
    return [...this.#sources, ...this.#world.packages.flatMap((pkg) => this.#world.classesOf(pkg))]
  }
}

/** A class and those above it; `isWhole` says whether the chain was followed to its end. */
export function classesAbove(owner: ClassSymbol): {
  readonly chain: readonly ClassSymbol[]
  readonly isWhole: boolean
} {
  const chain: ClassSymbol[] = []
  let at: ClassSymbol | null = owner
  for (; at !== null && chain.length < MOST_SUPERS; at = at.super) chain.push(at)
  return { chain, isWhole: !chain.some((one) => one.isSuperMissing || one.missingPackage !== null) }
}
