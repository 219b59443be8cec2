import type { Token } from '@ukit/objects/script'
import type { Span } from '../syntax/span.js'
import type { TokenWriter } from './token-writer.js'

/** *A place in code that something jumps to*: known by itself until all code is there. */
export interface Label {
  /** Index of the statement that it comes before; −1 while it is not placed. */
  statement: number
}

interface Patch {
  readonly token: Token
  readonly slot: number
  readonly label: Label
}

interface SkipPatch {
  /** The context, and the statement that it is in. */
  readonly context: Token
  readonly slot: number
  readonly statement: number
  /** Bytes from the statement's beginning to the context's member. */
  readonly memberAt: number
  readonly label: Label
}

/** *Statements in a row, with jumps between them*, whose offsets are counted when all are there. */
export class Code {
  readonly tokens: Token[] = []
  /** The statement of the text that each token comes from, if that is kept. */
  readonly sources: Map<Token, Span> | undefined
  /** The statement of the text that is being compiled. */
  source: Span | undefined
  readonly #writer: TokenWriter
  readonly #patches: Patch[] = []
  readonly #skips: SkipPatch[] = []

  constructor(writer: TokenWriter, keepsSources = false) {
    this.#writer = writer
    this.sources = keepsSources ? new Map() : undefined
  }

  add(token: Token): void {
    this.tokens.push(token)
    if (this.source !== undefined) this.sources?.set(token, this.source)
  }

  label(): Label {
    return { statement: -1 }
  }

  place(label: Label): void {
    label.statement = this.tokens.length
  }

  /** An operand of a token is the place of a label. */
  refer(token: Token, slot: number, label: Label): Token {
    this.#patches.push({ token, slot, label })
    return token
  }

  /** The skip of a context in the next statement reaches to a label. */
  skipTo(context: Token, slot: number, memberAt: number, label: Label): void {
    this.#skips.push({ context, slot, memberAt, label, statement: this.tokens.length })
  }

  /** Places in memory of every statement, and of the end. */
  offsets(): number[] {
    const offsets: number[] = []
    let at = 0
    for (const token of this.tokens) {
      offsets.push(at)
      at += this.#writer.size(token)
    }
    offsets.push(at)
    return offsets
  }

  /** Fills in all jumps. @returns the bytes of memory that the code takes. */
  finish(): number {
    const offsets = this.offsets()
    const of = (label: Label): number => offsets[label.statement] ?? 0xffff
    for (const { token, slot, label } of this.#patches) token.operands[slot] = of(label)
    for (const { context, slot, statement, memberAt, label } of this.#skips) {
      context.operands[slot] = of(label) - (offsets[statement] ?? 0) - memberAt
    }
    return offsets.at(-1) ?? 0
  }
}
