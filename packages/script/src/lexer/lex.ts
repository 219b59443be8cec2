import { hashStep, wordKind } from './keyword-table.js'
import { Kind } from './kinds.js'
import { TokenList } from './token-list.js'

/** What a character can begin or continue; characters from 0x80 on are letters. */
const LETTER = 1
const DIGIT = 2
const BLANK = 4
const HEX = 8

const CLASSES = makeClasses()
const PUNCTUATION = makePunctuation()

function makeClasses(): Uint8Array {
  const classes = new Uint8Array(128)
  for (let code = 0; code <= 0x20; code++) classes[code] = BLANK
  classes[0x7f] = BLANK
  const mark = (from: string, to: string, bits: number) => {
    for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) classes[code] = (classes[code] ?? 0) | bits
  }
  mark('0', '9', DIGIT | HEX)
  mark('a', 'z', LETTER)
  mark('A', 'Z', LETTER)
  mark('_', '_', LETTER)
  mark('a', 'f', HEX)
  mark('A', 'F', HEX)
  return classes
}

/** The kind of each character that is a token by itself or begins an operator. */
function makePunctuation(): Uint8Array {
  const kinds = new Uint8Array(128).fill(Kind.Unknown)
  const single: [string, number][] = [
    ['{', Kind.BraceOpen],
    ['}', Kind.BraceClose],
    ['(', Kind.ParenOpen],
    [')', Kind.ParenClose],
    ['[', Kind.BracketOpen],
    [']', Kind.BracketClose],
    [';', Kind.Semicolon],
    [',', Kind.Comma],
    ['.', Kind.Dot],
    [':', Kind.Colon],
    ['?', Kind.Question],
    ['=', Kind.Assign],
    ['<', Kind.Less],
    ['>', Kind.Greater],
    ['-', Kind.Minus],
    ['+', Kind.Plus],
  ]
  for (const [character, kind] of single) kinds[character.charCodeAt(0)] = kind
  for (const character of '!%&*/@\\^|~$#') kinds[character.charCodeAt(0)] = Kind.Operator
  return kinds
}

/** Operators of two characters; `>>>` is the only one of three. */
export const OPERATOR_PAIRS: ReadonlySet<string> = new Set(
  '<< >> != <= >= += -= *= /= && || ^^ == ** ~= $= @= ++ --'.split(' '),
)

const PAIRS = makePairs()

function makePairs(): Uint8Array {
  const kinds = new Uint8Array(128 * 128)
  for (const pair of OPERATOR_PAIRS) {
    const kind = pair === '>>' ? Kind.ShiftRight : pair === '++' || pair === '--' ? Kind.Step : Kind.Operator
    kinds[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = kind
  }
  return kinds
}

// After the text the code is NaN, which is of no class.
const classOf = (code: number) => (code >= 128 ? (code === 0xfeff ? BLANK : LETTER) : (CLASSES[code] ?? 0))

/**
 * *Text to tokens.* Every character belongs to one token and nothing fails: what is not closed ends where its
 * line ends (strings, names) or with the text (comments).
 */
export function lex(text: string, from = 0, to: number = text.length): TokenList {
  return new Lexer(text).run(from, to)
}

class Lexer {
  /** After the token that was read last. */
  private at = 0
  private readonly text: string
  private kinds: Uint8Array
  private starts: Int32Array
  private count = 0
  /** True if there may still be an `#endif`. */
  private hasEnd = true

  constructor(text: string) {
    this.text = text
    const room = (text.length >> 2) + 16
    this.kinds = new Uint8Array(room)
    this.starts = new Int32Array(room)
  }

  run(from: number, to: number): TokenList {
    this.at = from
    while (this.at < to) {
      const start = this.at
      const kind = this.token(start)
      this.push(kind, start)
    }
    this.push(Kind.End, this.at)
    return new TokenList(this.text, this.kinds, this.starts, this.count)
  }

  private push(kind: number, start: number): void {
    if (this.count === this.kinds.length) this.grow()
    this.kinds[this.count] = kind
    this.starts[this.count++] = start
  }

  private grow(): void {
    const kinds = new Uint8Array(this.kinds.length * 2)
    kinds.set(this.kinds)
    this.kinds = kinds
    const starts = new Int32Array(this.starts.length * 2)
    starts.set(this.starts)
    this.starts = starts
  }

  /** Reads the token at `start`, moves after it and says what it is. */
  private token(start: number): number {
    const text = this.text
    const code = text.charCodeAt(start)
    const kind = classOf(code)
    if (kind === BLANK) return this.blank(start)
    if ((kind & LETTER) !== 0) return this.word(start)
    if ((kind & DIGIT) !== 0) return this.number(start)
    switch (code) {
      case 0x22:
        return this.quoted(start, 0x22, Kind.String)
      case 0x27:
        return this.quoted(start, 0x27, Kind.Name)
      case 0x2f: {
        const next = text.charCodeAt(start + 1)
        if (next === 0x2f) return this.lineComment(start)
        if (next === 0x2a) return this.blockComment(start)
        break
      }
      case 0x2e:
        if ((classOf(text.charCodeAt(start + 1)) & DIGIT) !== 0) return this.number(start)
        break
      case 0x23:
        if (this.isFirstInLine()) return this.directive(start)
        break
      case 0x60:
        return this.macro(start)
    }
    return this.symbol(start, code)
  }

  private blank(start: number): number {
    const text = this.text
    let at = start + 1
    while (at < text.length && classOf(text.charCodeAt(at)) === BLANK) at++
    this.at = at
    return Kind.Blank
  }

  private word(start: number): number {
    const text = this.text
    let at = start
    let hash = 0
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if ((classOf(code) & (LETTER | DIGIT)) === 0) break
      hash = hashStep(hash, code)
    }
    this.at = at
    return wordKind(text, start, at, hash)
  }

  /** `0x1F`; else digits and dots (`0.01875.f`), an exponent, and an `f` that changes nothing (`960f`). */
  private number(start: number): number {
    const text = this.text
    let at = start
    if (text.charCodeAt(at) === 0x30 && (text.charCodeAt(at + 1) | 0x20) === 0x78) {
      at += 2
      while ((classOf(text.charCodeAt(at)) & HEX) !== 0) at++
      this.at = at
      return Kind.Hex
    }
    let kind: number = Kind.Int
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === 0x2e) kind = Kind.Float
      else if ((classOf(code) & DIGIT) === 0) break
      at++
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = text.charCodeAt(at + 1)
      const digit = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1
      if ((classOf(text.charCodeAt(digit)) & DIGIT) !== 0) {
        kind = Kind.Float
        at = digit
        while ((classOf(text.charCodeAt(at)) & DIGIT) !== 0) at++
      }
    }
    if ((text.charCodeAt(at) | 0x20) === 0x66 && (classOf(text.charCodeAt(at + 1)) & (LETTER | DIGIT)) === 0) at++
    this.at = at
    return kind
  }

  private quoted(start: number, quote: number, kind: number): number {
    const text = this.text
    let at = start + 1
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        at++
        break
      }
      if (code === 0x0a || code === 0x0d) break
      // A name has no escapes.
      if (code === 0x5c && quote === 0x22 && at + 1 < text.length) {
        const next = text.charCodeAt(at + 1)
        if (next !== 0x0a && next !== 0x0d) at++
      }
    }
    this.at = at
    return kind
  }

  private lineComment(start: number): number {
    return this.line(start, Kind.LineComment)
  }

  /** To the end of the line, which is not part of it. */
  private line(start: number, kind: number): number {
    const end = this.text.indexOf('\n', start)
    this.at = end < 0 ? this.text.length : this.text.charCodeAt(end - 1) === 0x0d && end > start ? end - 1 : end
    return kind
  }

  private directive(start: number): number {
    this.line(start, Kind.Directive)
    if (this.isDirective(start, 'else')) this.skipAlternative()
    return Kind.Directive
  }

  private isDirective(start: number, word: string): boolean {
    const end = start + 1 + word.length
    if ((classOf(this.text.charCodeAt(end)) & (LETTER | DIGIT)) !== 0) return false
    return this.text.slice(start + 1, end).toLowerCase() === word
  }

  /** From the line of `#else` to after `#endif`; nothing is skipped when there is none. */
  private skipAlternative(): void {
    if (!this.hasEnd) return
    const text = this.text
    const end = this.at
    let depth = 1
    for (let at = text.indexOf('\n', end); at >= 0; at = text.indexOf('\n', at + 1)) {
      let first = at + 1
      while (text.charCodeAt(first) === 0x20 || text.charCodeAt(first) === 0x09) first++
      if (text.charCodeAt(first) !== 0x23) continue
      if (this.isDirective(first, 'endif')) depth--
      else if (text.startsWith('#if', first)) depth++
      if (depth > 0) continue
      this.line(first, Kind.Directive)
      return
    }
    this.at = end
    this.hasEnd = false
  }

  private blockComment(start: number): number {
    const text = this.text
    let depth = 1
    let at = start + 2
    while (at < text.length) {
      const code = text.charCodeAt(at)
      const next = text.charCodeAt(at + 1)
      if (code === 0x2a && next === 0x2f) {
        at += 2
        if (--depth === 0) break
      } else if (code === 0x2f && next === 0x2a) {
        at += 2
        depth++
      } else {
        at++
      }
    }
    this.at = Math.min(at, text.length)
    return Kind.BlockComment
  }

  /** Tells whether nothing but blanks is between the last line feed and here. */
  private isFirstInLine(): boolean {
    if (this.count === 0) return true
    if (this.kinds[this.count - 1] !== Kind.Blank) return false
    if (this.count === 1) return true
    for (let at = this.starts[this.count - 1] ?? 0; at < this.at; at++) {
      if (this.text.charCodeAt(at) === 0x0a) return true
    }
    return false
  }

  /** `` `name ``, `` `{name} ``. */
  private macro(start: number): number {
    const text = this.text
    let at = start + 1
    if (text.charCodeAt(at) === 0x7b) {
      while (at < text.length && text.charCodeAt(at) !== 0x7d && text.charCodeAt(at) !== 0x0a) at++
      if (text.charCodeAt(at) === 0x7d) at++
    } else {
      while (at < text.length && (classOf(text.charCodeAt(at)) & (LETTER | DIGIT)) !== 0) at++
    }
    this.at = at
    return Kind.Macro
  }

  private symbol(start: number, code: number): number {
    const text = this.text
    const next = text.charCodeAt(start + 1)
    const pair = next < 128 ? (PAIRS[code * 128 + next] ?? 0) : 0
    if (pair === Kind.ShiftRight && text.charCodeAt(start + 2) === 0x3e) {
      this.at = start + 3
      return Kind.ShiftRightUnsigned
    }
    this.at = start + (pair === 0 ? 1 : 2)
    return pair === 0 ? (PUNCTUATION[code] ?? Kind.Unknown) : pair
  }
}
