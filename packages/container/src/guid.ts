/**
 * *A globally unique identifier: four unsigned 32-bit words*, in the order in which they are stored.
 *
 * The engine writes and compares the words, not the bytes, so in a big-endian package each word is swapped.
 * Its text form, used for file names of the download cache, is the four words as 8 upper-case hex digits each
 * (3 of 3 real `.uxx` names).
 */
export class Guid {
  /** First 32 bits, unsigned: the first eight digits of the text. */
  readonly a: number
  /** Second 32 bits, unsigned. */
  readonly b: number
  /** Third 32 bits, unsigned. */
  readonly c: number
  /** Last 32 bits, unsigned. */
  readonly d: number

  constructor(a: number, b: number, c: number, d: number) {
    this.a = a >>> 0
    this.b = b >>> 0
    this.c = c >>> 0
    this.d = d >>> 0
  }

  /** All zeros: no GUID. */
  static readonly ZERO = new Guid(0, 0, 0, 0)

  /**
   * Reads the text form: 32 hex digits, with or without dashes or braces; `undefined` when it is not a GUID.
   */
  static parse(text: string): Guid | undefined {
    const digits = text.replace(/[-{}\s]/g, '')
    if (!/^[0-9a-fA-F]{32}$/.test(digits)) return undefined
    const word = (at: number) => Number.parseInt(digits.slice(at, at + 8), 16)
    return new Guid(word(0), word(8), word(16), word(24))
  }

  /** All four words are 0. */
  get isZero(): boolean {
    return (this.a | this.b | this.c | this.d) === 0
  }

  /** The same four words. */
  equals(other: Guid): boolean {
    return this.a === other.a && this.b === other.b && this.c === other.c && this.d === other.d
  }

  /** 32 upper-case hex digits, as the engine's cache names a file. */
  toString(): string {
    return [this.a, this.b, this.c, this.d].map((word) => word.toString(16).padStart(8, '0').toUpperCase()).join('')
  }
}
