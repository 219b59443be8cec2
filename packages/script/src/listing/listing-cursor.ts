import { unescapeText } from './escape.js'

/** What is wrong with the text of a listing, and where: lines and columns from 1. */
export interface ListingProblem {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** What was expected, and what was found. */
  readonly message: string
}

/** Thrown to give up a statement. */
export class ListingSyntaxError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const WORD = /[A-Za-z_]\w*/y
const NUMBER = /[+-]?(?:0[xX][0-9A-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
const BLANKS = /(?:[ \t\r]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const BLANK_LINES = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const DOUBLE = /"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"/y
const SINGLE = /'([^'\\\n]*(?:\\[^\n][^'\\\n]*)*)'/y

/** *A place in the text of a listing*, and what can be read there. */
export class ListingCursor {
  readonly text: string
  at = 0
  #lineStarts: number[] | undefined

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Passes spaces and comments, and lines when `lines` says so. */
  skip(lines: boolean): void {
    this.#match(lines ? BLANK_LINES : BLANKS)
  }

  /** True, and past it, when this very text is next. */
  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** The next character, `''` at the end. */
  get next(): string {
    return this.text.charAt(this.at)
  }

  /** What matches here, if anything; `pattern` is sticky. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    return this.#match(pattern)
  }

  word(): string | undefined {
    return this.#match(WORD)?.[0]
  }

  number(): string | undefined {
    return this.#match(NUMBER)?.[0]
  }

  /** Text in double or single quotes, as the characters that it means. */
  quoted(quote: '"' | "'"): string | undefined {
    const found = this.#match(quote === '"' ? DOUBLE : SINGLE)?.[1]
    return found === undefined ? undefined : unescapeText(found)
  }

  /** The rest of the line, which is passed. */
  restOfLine(): string {
    const end = this.text.indexOf('\n', this.at)
    const rest = this.text.slice(this.at, end < 0 ? undefined : end)
    this.at = end < 0 ? this.text.length : end
    return rest
  }

  /** What is here, for a message. */
  found(): string {
    if (this.isAtEnd) return 'the end of the text'
    if (this.next === '\n' || this.next === '\r') return 'the end of the line'
    const rest = /^(?:\w+|.)/su.exec(this.text.slice(this.at, this.at + 40))?.[0] ?? ''
    return JSON.stringify(rest)
  }

  /** @throws {ListingSyntaxError} always. */
  fail(expected: string, at = this.at): never {
    const found = new ListingCursor(this.text)
    found.at = at
    throw new ListingSyntaxError(`expected ${expected}, found ${found.found()}`, at)
  }

  /** A problem at a position of the text. */
  problem(message: string, at: number): ListingProblem {
    this.#lineStarts ??= lineStartsOf(this.text)
    let [low, high] = [0, this.#lineStarts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#lineStarts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return { line: low + 1, column: at - (this.#lineStarts[low] ?? 0) + 1, message }
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text) ?? undefined
    if (found !== undefined) this.at += found[0].length
    return found
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
