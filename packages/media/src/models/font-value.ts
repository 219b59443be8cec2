import type { Picture } from '@ukit/codecs/images'

/** Where a character is. */
export interface FontGlyph {
  /** Number of its page. */
  readonly page: number
  /** Its rectangle in the page, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** *A font as pictures of its characters*, which the fonts of all engines are. */
export interface FontValue {
  readonly pages: readonly Picture[]
  /** By number; `undefined` for one that does not exist. Without `remap` numbers are codes of characters. */
  readonly glyphs: readonly (FontGlyph | undefined)[]
  /** Numbers of each page: the first has 0 to this less 1, the second the next ones, and so on. */
  readonly perPage: number
  /** Codes of characters, in order, and the numbers of their glyphs; `undefined` when these are the same. */
  readonly remap: readonly (readonly [code: number, glyph: number])[] | undefined
  /** Pixels between characters. */
  readonly kerning: number
  /** Whether the alpha of pages has shades, or is a mask. */
  readonly hasShades: boolean
  /** What was changed or left out on the way. */
  readonly notes: readonly string[]
}
