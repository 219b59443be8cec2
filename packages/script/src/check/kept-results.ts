import type { Package } from '@ukit/core'
import type { ParsedSource } from '../parser/parse.js'
import type { World } from '../symbols/symbol.js'
import { decideClasses, declaredText, wordsOf } from './declared-text.js'

/**
 * *What was found in each text of a package, while it is valid*: until the text changes, or the declarations
 * of any text, or a package around them. The bodies of other classes do not count: nothing outside sees them.
 */
export class KeptResults<T> {
  #declared: readonly string[] = []
  #packages: readonly (Package | undefined)[] = []
  #isDecided = false
  #kept = new WeakMap<ParsedSource, T>()

  /**
   * Begins a round: forgets everything if the declarations differ from those of the round before. Keeps
   * nothing while a word of the texts may be one of several classes of missing packages, depending on what
   * was asked for before.
   *
   * @param sources all texts of the package, in their order.
   * @param world what is declared around them and in them.
   * @param older as the world's.
   */
  begin(sources: readonly ParsedSource[], world: World, older: Package | undefined): void {
    const open = decideClasses(world)
    const isDecided = !open.some((key) => sources.some((source) => wordsOf(source).has(key)))
    const declared = sources.map(declaredText)
    const packages = [...world.packages, older]
    const isAsBefore = this.#isDecided && isDecided
    if (!isAsBefore || !isSame(declared, this.#declared) || !isSame(packages, this.#packages))
      this.#kept = new WeakMap()
    this.#declared = declared
    this.#packages = packages
    this.#isDecided = isDecided
  }

  /** What was kept for a text. */
  of(source: ParsedSource): T | undefined {
    return this.#kept.get(source)
  }

  /** Keeps what was found in a text of this round. */
  keep(source: ParsedSource, result: T): void {
    if (this.#isDecided) this.#kept.set(source, result)
  }
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}
