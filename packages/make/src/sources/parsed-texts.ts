import { type ParsedSource, parseSource } from '@ukit/script'

/**
 * *Texts of classes, each parsed once*: what checks a text, what compiles it and what warns of it read the same tree,
 * and a project that is made again parses what has changed.
 */
export class ParsedTexts {
  #kept = new Map<string, ParsedSource>()
  #before: ReadonlyMap<string, ParsedSource> = new Map()

  /** The tree of a text. */
  parse(text: string): ParsedSource {
    let parsed = this.#kept.get(text)
    if (parsed === undefined) {
      parsed = this.#before.get(text) ?? parseSource(text)
      this.#kept.set(text, parsed)
    }
    return parsed
  }

  /** From now on texts of another round are asked for: those that this one does not ask for are forgotten after it. */
  nextRound(): void {
    this.#before = this.#kept
    this.#kept = new Map()
  }
}
