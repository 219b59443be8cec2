import { Kind, kindOf } from '../lexer/kinds.js'
import { floatValue, hexValue, intValue } from '../lexer/literals.js'
import type { Expression, FloatLiteral, IntLiteral } from '../syntax/nodes.js'
import { Cursor } from './cursor.js'

/** The words of values of structs: `vect(1, 2, 3)`, `rot(0, 16384, 0)`, `rng(0.5, 1)`. */
export const VECT = kindOf('vect')
export const ROT = kindOf('rot')
export const RNG = kindOf('rng')

/** *Literals*: numbers, strings, names, objects and values of structs. */
export abstract class LiteralParser extends Cursor {
  protected isNumber(kind: number): boolean {
    return kind >= Kind.Int && kind <= Kind.Float
  }

  /** The number that is to be read; its sign, if it has one, was read and is at `start`. */
  protected number(start: number): IntLiteral | FloatLiteral {
    const kind = this.kind
    this.next()
    const value = this.numericValue(kind, start, this.end)
    if (kind === Kind.Float) return { kind: 'Float', start, end: this.end, value }
    return { kind: 'Int', start, end: this.end, value, isHex: kind === Kind.Hex }
  }

  private numericValue(kind: number, start: number, end: number): number {
    let text = this.text.slice(start, end)
    const sign = text.charCodeAt(0)
    if (sign === 0x2b) text = text.slice(1).trimStart()
    else if (sign === 0x2d) text = `-${text.slice(1).trimStart()}`
    return kind === Kind.Float ? floatValue(text) : kind === Kind.Hex ? hexValue(text) : intValue(text)
  }

  /** Reads a string or name; what is between its quotes. */
  protected quotedText(quote: number, code: 'unterminated-string' | 'unterminated-name'): string {
    const start = this.start
    const end = this.startAt(this.index + 1)
    const isClosed = end - start > 1 && this.text.charCodeAt(end - 1) === quote && !this.isEscaped(end - 1)
    if (!isClosed) this.report(code, this.shown())
    this.next()
    return this.text.slice(start + 1, isClosed ? end - 1 : end)
  }

  /**
   * Tells whether the character is taken as it is, because of the backslash before it; a name has no escapes.
   */
  private isEscaped(at: number): boolean {
    if (this.kind === Kind.Name) return false
    let slashes = 0
    while (this.text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++
    return slashes % 2 === 1
  }

  protected objectLiteral(start: number, className: string): Expression {
    const path = this.quotedText(0x27, 'unterminated-name')
    return { kind: 'Object', start, end: this.end, className, path }
  }

  /** `vect(1, -2, 0.5)`: numbers only; anything else is a call. */
  protected structLiteral(start: number): Expression | undefined {
    let at = this.after(this.index)
    if (this.kindAt(at) !== Kind.ParenOpen) return undefined
    const values: number[] = []
    do {
      at = this.after(at)
      const first = this.startAt(at)
      if (this.kindAt(at) === Kind.Minus || this.kindAt(at) === Kind.Plus) at = this.after(at)
      if (!this.isNumber(this.kindAt(at))) return undefined
      const number = this.kind !== ROT && this.kindAt(at) === Kind.Int ? Kind.Float : this.kindAt(at)
      values.push(this.numericValue(number, first, this.startAt(at + 1)))
      at = this.after(at)
    } while (this.kindAt(at) === Kind.Comma)
    if (this.kindAt(at) !== Kind.ParenClose) return undefined
    const kind = this.kind === VECT ? 'Vector' : this.kind === ROT ? 'Rotator' : 'Range'
    if (values.length !== (kind === 'Range' ? 2 : 3)) return undefined
    const numbers = kind === 'Rotator' ? values.map((value) => Math.trunc(value) + 0) : values.map(Math.fround)
    this.moveTo(at)
    this.next()
    return { kind, start, end: this.end, values: numbers }
  }
}
