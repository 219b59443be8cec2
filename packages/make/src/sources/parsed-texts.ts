import { type KeptCheck, KeptResults, type ParsedSource, parseSource } from '@ukit/script'
import type { KeptClass } from '../draft/kept-class.js'

/**
 * *Texts of the classes of a package, each parsed once*: what checks a text, what compiles it and what warns
 * of it read the same tree, and a package that is made again parses, checks and compiles what has changed.
 */
export class ParsedTexts {
  #kept = new Map<string, ParsedSource>()
  #before: ReadonlyMap<string, ParsedSource> = new Map()
  /** What checking them found; `undefined` when the package is made only once. */
  readonly checks: KeptResults<KeptCheck> | undefined
  /** What they were compiled to. */
  readonly code: KeptResults<KeptClass> | undefined

  /** @param isAgain the package is made again and again. */
  constructor(isAgain = false) {
    this.checks = isAgain ? new KeptResults() : undefined
    this.code = isAgain ? new KeptResults() : undefined
  }

  /** The tree of a text. */
  parse(text: string): ParsedSource {
    let parsed = this.#kept.get(text)
    if (parsed === undefined) {
      parsed = this.#before.get(text) ?? parseSource(text)
      this.#kept.set(text, parsed)
    }
    return parsed
  }

  /**
   * From now on texts of another round are asked for: those that this one does not ask for are forgotten
   * after it.
   */
  nextRound(): void {
    this.#before = this.#kept
    this.#kept = new Map()
  }
}
