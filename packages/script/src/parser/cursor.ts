import { Kind } from '../lexer/kinds.js'
import type { TokenList } from '../lexer/token-list.js'
import { type Problem, problem } from '../problems/problem.js'
import type { ProblemCode } from '../problems/table.js'

/** Statements, expressions, types and declarations that are in each other; deeper ones are a problem. */
export const MAX_NESTING = 400

/** Problems of one text that are kept; what follows is mostly a consequence of them. */
const MAX_PROBLEMS = 1000

const SHOWN = 40

/** Tokens that are looked through for the end of a short list. */
const NEAR = 200

/** *A place in a list of tokens*, and what every part of the parser does there. Blanks are never seen. */
export abstract class Cursor {
  readonly problems: Problem[] = []
  readonly tokens: TokenList
  protected readonly text: string
  private readonly kinds: Uint8Array
  private readonly starts: Int32Array
  /** The token to be read: its number, kind and place. */
  protected index = -1
  protected kind: number = Kind.Blank
  protected start = 0
  /** After the token that was read last. */
  protected end = 0
  /** How many levels of the grammar are open. */
  protected depth = 0
  private lastProblem = -1
  /** After a string or name that its line ends: what should follow it was swallowed. */
  private unterminatedEnd = -1

  /** The number of the first token of a kind, from one on; −1 for none. */
  protected indexOfKind(kind: number, from: number): number {
    const index = this.kinds.indexOf(kind, from)
    return index < this.tokens.count ? index : -1
  }

  constructor(tokens: TokenList) {
    this.tokens = tokens
    this.text = tokens.text
    this.kinds = tokens.kinds
    this.starts = tokens.starts
    this.moveTo(0)
  }

  /** Reads the token. */
  protected next(): void {
    if (this.kind === Kind.End) return
    this.end = this.starts[this.index + 1] ?? 0
    this.moveTo(this.index + 1)
  }

  /** To a token, or to the next after it that is not a blank. */
  protected moveTo(index: number): void {
    this.index = this.after(index - 1)
    this.kind = this.kinds[this.index] ?? Kind.End
    this.start = this.starts[this.index] ?? 0
  }

  /** The number of the next token that is not a blank, after one. */
  protected after(index: number): number {
    let at = index + 1
    while ((this.kinds[at] ?? Kind.End) <= Kind.Directive) at++
    return at
  }

  protected kindAt(index: number): number {
    return index < this.tokens.count ? (this.kinds[index] ?? Kind.End) : Kind.End
  }

  protected startAt(index: number): number {
    return this.tokens.startAt(index)
  }

  /** The kind of the token after the one that is to be read. */
  protected peek(): number {
    return this.kindAt(this.after(this.index))
  }

  /** The characters of the token that is to be read. */
  protected word(): string {
    return this.text.slice(this.start, this.starts[this.index + 1] ?? 0)
  }

  /** Reads the token and returns its characters. */
  protected take(): string {
    const word = this.word()
    this.next()
    return word
  }

  /** Reads the token if it is of a kind. */
  protected accept(kind: number): boolean {
    if (this.kind !== kind) return false
    this.next()
    return true
  }

  /** Tells whether a line ends between the token that was read last and the one to be read. */
  protected isOnNewLine(): boolean {
    for (let at = this.end; at < this.start; at++) if (this.text.charCodeAt(at) === 0x0a) return true
    return this.kind === Kind.End
  }

  /** Tells whether a line ends between a token and the one before it. */
  protected isAfterLineEnd(index: number): boolean {
    for (let at = index - 1; at >= 0 && (this.kinds[at] ?? Kind.End) <= Kind.Directive; at--)
      if (this.tokens.textAt(at).includes('\n')) return true
    return false
  }

  /** The number of the token that closes the bracket at `index`, or of the last token. */
  protected closeOf(index: number): number {
    let open = 0
    for (let at = index; at < this.tokens.count; at++) {
      const kind = this.kinds[at] ?? Kind.End
      if (kind < Kind.BraceOpen || kind > Kind.BracketClose) continue
      if ((kind & 1) === (Kind.BraceOpen & 1)) open++
      else if (--open <= 0) return at
    }
    return this.tokens.count - 1
  }

  /** As `closeOf`, if it is in the same declaration and near; otherwise −1. */
  protected closeNear(index: number, most = NEAR): number {
    const last = Math.min(index + most, this.tokens.count)
    let open = 0
    for (let at = index; at < last; at++) {
      const kind = this.kinds[at] ?? Kind.End
      if (kind === Kind.Semicolon) return -1
      if (kind < Kind.BraceOpen || kind > Kind.BracketClose) continue
      if ((kind & 1) === (Kind.BraceOpen & 1)) open++
      else if (--open <= 0) return at
    }
    return -1
  }

  /** Reads from an opening bracket to after its closing one; what is between them, as written. */
  protected bracketed(): string {
    const start = this.start + 1
    this.moveTo(this.closeOf(this.index))
    const inner = this.text.slice(start, this.start)
    this.next()
    return inner
  }

  /** As `bracketed`; when nothing closes the bracket before the next `;`, only the bracket is read. */
  protected bracketedIn(word: string): string {
    if (this.closeNear(this.index, this.tokens.count) >= 0) return this.bracketed()
    this.next()
    const first = this.kind >= Kind.Word ? this.take() : ''
    this.report('missing-in', ')', word)
    return first
  }

  /** Notes a problem at the token that is to be read; one for each place. */
  protected report(code: ProblemCode, ...holes: readonly string[]): void {
    this.reportAt(code, this.start, this.tokens.startAt(this.index + 1), ...holes)
  }

  protected reportAt(code: ProblemCode, start: number, end: number, ...holes: readonly string[]): void {
    if (start === this.lastProblem || this.problems.length >= MAX_PROBLEMS) return
    if (this.end === this.unterminatedEnd && start >= this.end) return
    this.lastProblem = start
    if (code === 'unterminated-string' || code === 'unterminated-name') this.unterminatedEnd = end
    this.problems.push(problem(code, start, end, ...holes))
  }

  /** The token that is to be read, as a message shows it. */
  protected shown(): string {
    if (this.kind === Kind.End) return 'End of file'
    const word = this.word()
    return word.length > SHOWN ? `${word.slice(0, SHOWN)}…` : word
  }
}
