import { type KeptCheck, KeptResults } from '@ukit/script/analysis'
import { type ParsedSource, parseSource } from '@ukit/script/syntax'
import type { KeptClass } from '../draft/kept-class.js'
import { type ClassText, classTextOf } from './class-text.js'
import { PerText } from './per-text.js'

/**
 * *Texts of the classes of a package, each parsed once*: what checks a text, what compiles it and what warns
 * of it read the same tree, and a package that is made again parses, checks and compiles what has changed.
 */
export class ParsedTexts {
  readonly #trees = new PerText((text) => parseSource(text))
  readonly #parts = new PerText(classTextOf)
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
    return this.#trees.of(text)
  }

  /** The parts of a source file. */
  parts(text: string): ClassText {
    return this.#parts.of(text)
  }

  /** From now on texts of another round are asked for; see `PerText`. */
  nextRound(): void {
    this.#trees.nextRound()
    this.#parts.nextRound()
  }
}
