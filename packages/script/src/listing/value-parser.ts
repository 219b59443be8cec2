import { type Name, type ObjectSource, UString } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import { type ListingCursor, ListingSyntaxError } from './listing-cursor.js'
import type { ListingSymbols } from './listing-symbols.js'

const NAME_NUMBER = /#(\d+)(?:\.(-?\d+))?/y
const REFERENCE = /#(-?\d+)/y

const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  u8: [0, 0xff],
  u16: [0, 0xffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
}

/**
 * *Reads the values that operands have in a listing*: numbers, texts, names and objects. Each throws a
 * `ListingSyntaxError` when there is none here.
 */
export class ValueParser {
  readonly #cursor: ListingCursor
  readonly #symbols: ListingSymbols

  constructor(cursor: ListingCursor, symbols: ListingSymbols) {
    this.#cursor = cursor
    this.#symbols = symbols
  }

  /** A whole number of an operand's kind: `u8`, `u16` or `i32`. */
  integer(kind: string): number {
    const { at } = this.#cursor
    const [low, high] = RANGES[kind] ?? [0, 0]
    const text = this.#cursor.number()
    const value = text === undefined ? Number.NaN : Number(text)
    if (!Number.isInteger(value) || value < low || value > high)
      this.#cursor.fail(`a whole number from ${low} to ${high}`, at)
    return value
  }

  /** Floats as numbers, or as their bits. */
  floats(count: number): Float32Array {
    const values = new Float32Array(count)
    const bits = new DataView(values.buffer)
    this.#tuple(count, (i) => {
      const { at } = this.#cursor
      const text = this.#cursor.number()
      if (text === undefined) this.#cursor.fail('a number, or the bits of a float as 0x and eight digits', at)
      else if (/^0x/i.test(text)) bits.setUint32(4 * i, Number(text), true)
      else bits.setFloat32(4 * i, Number(text), true)
    })
    return values
  }

  /** A rotator: three numbers. */
  rotator(): Int32Array {
    return Int32Array.from(this.#tuple(3, () => this.integer('i32')))
  }

  /** One value by itself, several in parentheses. */
  #tuple<T>(count: number, value: (i: number) => T): T[] {
    if (count === 1) return [value(0)]
    const cursor = this.#cursor
    if (!cursor.take('(')) cursor.fail(`"(" and ${plural(count, 'number')}`)
    const values: T[] = []
    for (let i = 0; i < count; i++) {
      cursor.skip(true)
      if (i > 0) {
        if (!cursor.take(',')) cursor.fail('","')
        cursor.skip(true)
      }
      values.push(value(i))
    }
    cursor.skip(true)
    if (!cursor.take(')')) cursor.fail('")"')
    return values
  }

  /** Text of 8-bit characters. */
  ascii(): UString {
    const { at } = this.#cursor
    const text = this.#string()
    if (/[\0\u0100-\uFFFF]/.test(text))
      throw new ListingSyntaxError('expected characters of 8 bits and no zero (UnicodeStringConst has 16 bits)', at)
    return UString.of(text, false, true)
  }

  /** Text of 16-bit characters, and the zero that ends it. */
  unicode(): Uint16Array {
    const { at } = this.#cursor
    const text = this.#string()
    if (text.includes('\0')) throw new ListingSyntaxError('expected no zero, which would end the text', at)
    return Uint16Array.from([...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)), 0])
  }

  #string(): string {
    return this.#cursor.quoted('"') ?? this.#cursor.fail('text in double quotes')
  }

  /** A name of the package. */
  name(): Name {
    const cursor = this.#cursor
    const { at } = cursor
    const text = cursor.quoted("'") ?? cursor.fail("a name in single quotes, such as 'Touch'")
    const entry = cursor.match(NAME_NUMBER)
    const name =
      entry === undefined
        ? this.#symbols.name(text)
        : this.#symbols.name(text, Number(entry[1]), entry[2] === undefined ? 0 : Number(entry[2]))
    if (name === undefined)
      throw new ListingSyntaxError(`expected a name of this package, found ${JSON.stringify(text)}`, at)
    return name
  }

  /** An object as a listing writes it. @throws {ListingSyntaxError} when there is none here. */
  object(): ObjectSource | null {
    const cursor = this.#cursor
    const { at } = cursor
    const bare = cursor.match(REFERENCE)?.[1]
    if (bare !== undefined) return this.#byReference(Number(bare), at)
    const className = cursor.word() ?? cursor.fail("an object, such as Class'Engine.Actor', or None")
    if (cursor.next !== "'") {
      if (className === 'None') return null
      cursor.fail("an object, such as Class'Engine.Actor', or None", at)
    }
    const path = cursor.quoted("'") ?? cursor.fail('the path of an object in single quotes')
    const reference = cursor.match(REFERENCE)?.[1]
    if (reference !== undefined) return this.#byReference(Number(reference), at)
    const object = this.#symbols.object(className, path)
    if (object === 'several') {
      const message = `found several objects written ${className}'${path}': add # and the reference of the one you mean`
      throw new ListingSyntaxError(message, at)
    }
    if (object === undefined)
      throw new ListingSyntaxError(
        `expected an object of this package or one that it imports, found ${className}'${path}'`,
        at,
      )
    return object
  }

  #byReference(reference: number, at: number): ObjectSource {
    const object = this.#symbols.object('', '', reference)
    if (object === undefined || object === 'several')
      throw new ListingSyntaxError(`expected the reference of an object of this package, found ${reference}`, at)
    return object
  }
}
