import type { Picture } from '@ukit/codecs/images'

/** The location of a character's picture. */
export interface FontGlyph {
  /** Number of its page. */
  readonly page: number
  /** Its rectangle in the page, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** *A font as pictures of its characters*, the form in which all engines store fonts. */
export interface FontValue {
  readonly pages: readonly Picture[]
  /** By glyph number; `undefined` for missing glyphs. Without `remap`, glyph numbers are character codes. */
  readonly glyphs: readonly (FontGlyph | undefined)[]
  /**
   * Number of glyphs per page: the first page has glyphs 0 to `perPage` − 1, the second the next ones, and so
   * on.
   */
  readonly perPage: number
  /**
   * Character codes in order, and the numbers of their glyphs; `undefined` when codes and numbers are the
   * same.
   */
  readonly remap: readonly (readonly [code: number, glyph: number])[] | undefined
  /** Pixels between characters. */
  readonly kerning: number
  /** Whether the alpha of pages has shades, rather than being a mask. */
  readonly hasShades: boolean
  /** What was changed or left out in the process. */
  readonly notes: readonly string[]
}
