import { Kind } from './kinds.js'

/**
 * *The tokens of a text, as columns.* Blanks and comments are tokens too, so that all tokens in a row are the
 * text; a token reaches to the start of the next. The last one is `Kind.End`, without characters.
 *
 * It is live: a structured clone has its fields, but no methods. `new TokenList(text, kinds, starts, count)`
 * makes it again of them.
 */
export class TokenList {
  /** What the tokens are of. */
  readonly text: string
  /** One `Kind` for each token; there may be room after the last. */
  readonly kinds: Uint8Array
  /** Offset of the first character of each token. */
  readonly starts: Int32Array
  /** How many there are, the last one included. */
  readonly count: number

  constructor(text: string, kinds: Uint8Array, starts: Int32Array, count: number) {
    this.text = text
    this.kinds = kinds
    this.starts = starts
    this.count = count
  }

  /** The kind of a token; after the last one `Kind.End`. */
  kindAt(index: number): number {
    return index < this.count ? (this.kinds[index] ?? Kind.End) : Kind.End
  }

  /** Where a token starts. */
  startAt(index: number): number {
    return index < this.count ? (this.starts[index] ?? 0) : this.text.length
  }

  /** The characters of a token. */
  textAt(index: number): string {
    return this.text.slice(this.startAt(index), this.startAt(index + 1))
  }

  /** The token that has the character at an offset. */
  indexAt(offset: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
