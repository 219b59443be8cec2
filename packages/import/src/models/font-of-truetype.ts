import type { Picture } from '@ukit/codecs/images'
import { fromWindows1252 } from '@ukit/files/internal'
import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import type { FontGlyph, FontValue } from './font-value.js'
import { type FontFile, readFontFile } from './truetype/font-file.js'
import { FontPages } from './truetype/font-pages.js'
import { rasterise } from './truetype/rasterise.js'

/**
 * Which characters of a TrueType font to take, and how to draw them: the keys of `NEW TRUETYPEFONTFACTORY`.
 */
export interface TrueTypeOptions {
  /** Height of a line in pixels. */
  readonly height?: number | undefined
  /** Characters to take, in addition to `ranges`. By default, without `ranges`, 32 to 255. */
  readonly characters?: string | undefined
  /**
   * The Windows code page of the game's texts, such as 1251 for Cyrillic letters: codes 128 to 255 are drawn
   * as its characters, and `characters` get its codes. 1252 by default, the one of Western Europe.
   */
  readonly codePage?: number | undefined
  /** First and last codes of ranges of characters to take. */
  readonly ranges?: readonly (readonly [first: number, last: number])[] | undefined
  /** Smooth edges. */
  readonly antialias?: boolean | undefined
  /** Makes each character a pixel thicker, as Windows does without a bold font. */
  readonly bold?: boolean | undefined
  /** Slants characters, as Windows does without an italic font. */
  readonly italic?: boolean | undefined
  /** Draws a line under each character. */
  readonly underline?: boolean | undefined
  /** Values above 1 brighten smooth edges, values below 1 darken them. */
  readonly gamma?: number | undefined
  /** Pixels between characters in the text. */
  readonly kerning?: number | undefined
  /** Width of pages in pixels: a power of two. */
  readonly pageWidth?: number | undefined
  /**
   * Maximum height of pages in pixels: a power of two. A page that needs less is cut to the smallest power of
   * two that is enough.
   */
  readonly pageHeight?: number | undefined
  /** Maximum number of characters on a page. */
  readonly charactersPerPage?: number | undefined
  /** Pixels between characters in a row of a page. */
  readonly spaceX?: number | undefined
  /** Pixels between rows of characters in a page. */
  readonly spaceY?: number | undefined
  /** Pixels by which a shadow is offset to the right of each character. */
  readonly shadowX?: number | undefined
  /** Pixels by which a shadow is offset below each character. */
  readonly shadowY?: number | undefined
  /** Pixels added to each character on its left. */
  readonly extendLeft?: number | undefined
  /** Pixels added to each character above it. */
  readonly extendTop?: number | undefined
  /** Pixels added to each character on its right. */
  readonly extendRight?: number | undefined
  /** Pixels added to each character below it. */
  readonly extendBottom?: number | undefined
}

/** The defaults of `importTrueType`. */
export const TRUETYPE_DEFAULTS = {
  height: 16,
  antialias: true,
  bold: false,
  italic: false,
  underline: false,
  gamma: 1,
  kerning: 0,
  pageWidth: 256,
  pageHeight: 256,
  spaceX: 1,
  spaceY: 1,
  shadowX: 0,
  shadowY: 0,
  extendLeft: 0,
  extendTop: 0,
  extendRight: 0,
  extendBottom: 0,
} as const

type Settings = Required<
  Pick<{ [K in keyof TrueTypeOptions]: NonNullable<TrueTypeOptions[K]> }, keyof typeof TRUETYPE_DEFAULTS>
>

/** The form of pages that an engine needs. */
export interface PageForm {
  /** 256 shades of grey with colour 0 as the hole, instead of white with alpha. */
  readonly paletted: boolean
  /** All pages have the same number of characters. */
  readonly even: boolean
}

/** Windows slants by a fifth. */
const SLANT = 0.2
/** Glyph numbers have 16 bits. */
const MOST_GLYPHS = 0x1_0000

/**
 * *A TrueType font as pictures of its characters*, as `NEW TRUETYPEFONTFACTORY` makes them: each as wide as
 * it is in the text and as high as a line, in rows, on as many pages as needed.
 *
 * Characters that the font does not have are left out. If only one case of a letter is taken, it is used for
 * the other case as well.
 *
 * @throws {MediaError} as `readFontFile`; `unsupported` for invalid options, or when a character does not fit
 *   on a page.
 */
export function fontOfTrueType(bytes: Uint8Array, options: TrueTypeOptions, form: PageForm): FontValue {
  const settings = settingsOf(options)
  const font = readFontFile(bytes)
  const isWhole = options.characters === undefined && options.ranges === undefined
  const page = new CodePage(options.codePage ?? TRUETYPE_CODE_PAGE)
  const asked = isWhole ? range(32, 255) : askedCodes(options, page)
  const codes = asked.filter((code) => font.glyphOf(page.unicodeOf(code)) !== 0)
  if (codes.length === 0) throw new MediaError('no-data', 'the font has none of the requested characters')
  const cells = codes.map((code) => cellOf(font, page.unicodeOf(code), settings))
  // If all codes are below 256, glyph numbers are codes; otherwise only existing characters are numbered.
  const isPlain = (codes.at(-1) ?? 0) < 256
  const numbers = isPlain ? codes : codes.map((_, i) => i)
  const { pageWidth: width, pageHeight: height, spaceX, spaceY } = settings
  const pages = new FontPages({ width, height, spaceX, spaceY, perPage: options.charactersPerPage, even: form.even })
  const places = pages.place(numbers, cells)
  const glyphs: (FontGlyph | undefined)[] = Array.from({ length: (numbers.at(-1) ?? 0) + 1 })
  for (const [i, number] of numbers.entries()) glyphs[number] = places[i]
  const remap = codes.map((code, i) => [code, numbers[i] ?? 0] as const)
  const others = otherCases(codes, numbers, page)
  if (isPlain) {
    if (glyphs.length < 256) glyphs.length = 256
    for (const [code, number] of others) if (code < 256) glyphs[code] = glyphs[number]
  }
  const missing = isWhole ? 0 : asked.length - codes.length
  return {
    pages: pages.draw(cells, places, (layers) => pictureOf(layers, settings, form)),
    glyphs,
    perPage: pages.perPage,
    remap: isPlain ? undefined : [...remap, ...others].sort(([a], [b]) => a - b),
    kerning: settings.kerning,
    hasShades: settings.antialias || settings.shadowX !== 0 || settings.shadowY !== 0,
    notes:
      missing > 0
        ? [
            `${missing} of ${plural(asked.length, 'character', 'characters')} ` +
              `${missing === 1 ? 'is' : 'are'} not in the font`,
          ]
        : [],
  }
}

function settingsOf(options: TrueTypeOptions): Settings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const settings: Settings = { ...TRUETYPE_DEFAULTS, ...given }
  const refuse = (what: string, found: number) => {
    throw new MediaError('unsupported', `expected ${what}, found ${found}`)
  }
  const { height, gamma, pageWidth, pageHeight } = settings
  if (!(Number.isInteger(height) && height >= 1 && height <= 1024)) refuse('a height of 1 to 1024 pixels', height)
  if (!(gamma > 0 && gamma <= 10)) refuse('a gamma above 0, at most 10', gamma)
  for (const side of [pageWidth, pageHeight])
    if (!(side >= 1 && side <= 4096 && Number.isInteger(Math.log2(side))))
      refuse('pages with sides of 1, 2, 4 … 4096 pixels', side)
  const { spaceX, spaceY, extendLeft, extendTop, extendRight, extendBottom, shadowX, shadowY, kerning } = settings
  for (const space of [spaceX, spaceY, extendLeft, extendTop, extendRight, extendBottom])
    if (!(Number.isInteger(space) && space >= 0 && space <= 256)) refuse('distances of 0 to 256 pixels', space)
  for (const offset of [shadowX, shadowY, kerning])
    if (!(Number.isInteger(offset) && Math.abs(offset) <= 256)) refuse('offsets of at most 256 pixels', offset)
  const { charactersPerPage: most = 1 } = options
  if (!(Number.isInteger(most) && most >= 1 && most <= MOST_GLYPHS))
    refuse(`1 to ${MOST_GLYPHS} characters per page`, most)
  return settings
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => first + i)
}

/** The requested codes, sorted and without duplicates. Packages have 16-bit codes. */
function askedCodes({ characters = '', ranges = [] }: TrueTypeOptions, page: CodePage): number[] {
  for (const [first, last] of ranges)
    if (!(Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first <= last && last < MOST_GLYPHS))
      throw new MediaError(
        'unsupported',
        `expected ranges of characters within 0 to FFFF, found ${first.toString(16)} to ${last.toString(16)}`,
      )
  const codes = [
    ...Array.from({ length: characters.length }, (_, i) => page.codeOf(characters.charCodeAt(i))),
    ...ranges.flatMap(([a, b]) => range(a, b)),
  ]
  return [...new Set(codes)].sort((a, b) => a - b)
}

/** The code page of Western Europe, which is that of most games. */
const TRUETYPE_CODE_PAGE = 1252

/** *A code page of Windows*: what codes below 256 mean. */
class CodePage {
  readonly #unicode: readonly number[]
  readonly #codes: ReadonlyMap<number, number>

  /** @throws {MediaError} `unsupported` for a code page with more than one byte per character, or none. */
  constructor(number: number) {
    this.#unicode = Array.from(
      textOf(
        number,
        Uint8Array.from({ length: 256 }, (_, i) => i),
      ),
      unitOf,
    )
    if (this.#unicode.length !== 256) throw unknownPage(number)
    this.#codes = new Map([...this.#unicode.entries()].map(([code, unicode]) => [unicode, code]))
  }

  /** The character of a code; codes from 256 on are Unicode. */
  unicodeOf(code: number): number {
    return this.#unicode[code] ?? code
  }

  /** The code of a character: of the code page if it has it, else that of Unicode. */
  codeOf(unicode: number): number {
    return this.#codes.get(unicode) ?? unicode
  }
}

function textOf(number: number, bytes: Uint8Array): string {
  if (number === TRUETYPE_CODE_PAGE) return fromWindows1252(String.fromCharCode(...bytes))
  if (!(number === 874 || (number >= 1250 && number <= 1258))) throw unknownPage(number)
  return new TextDecoder(`windows-${number}`).decode(bytes)
}

function unknownPage(number: number): MediaError {
  return new MediaError('unsupported', `expected a code page of Windows, 874 or 1250 to 1258, found ${number}`)
}

function unitOf(text: string): number {
  return text.charCodeAt(0)
}

/** Letters whose other case was taken but not they themselves, with the glyphs of the other case. */
function otherCases(
  codes: readonly number[],
  numbers: readonly number[],
  page: CodePage,
): [code: number, glyph: number][] {
  const taken = new Set(codes)
  return codes.flatMap((code, i) => {
    const text = String.fromCharCode(page.unicodeOf(code))
    const other = text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase()
    const otherCode = page.codeOf(other.charCodeAt(0))
    const isNew = other.length === 1 && otherCode !== code && !taken.has(otherCode)
    return isNew ? [[otherCode, numbers[i] ?? 0]] : []
  })
}

/** A character drawn for its page: how much of each pixel it covers. */
export interface FontCell {
  readonly width: number
  readonly height: number
  readonly coverage: Float32Array
}

function cellOf(font: FontFile, unicode: number, settings: Settings): FontCell {
  const { height, antialias, bold, italic, underline, gamma, extendLeft, extendTop, extendRight, extendBottom } =
    settings
  const glyph = font.glyphOf(unicode)
  const scale = height / (font.ascent + font.descent)
  const baseLine = Math.round(font.ascent * scale)
  const advance = Math.max(Math.round(font.advanceOf(glyph) * scale) + (bold ? 1 : 0), 1)
  const [width, tall] = [advance + extendLeft + extendRight, height + extendTop + extendBottom]
  const shape = rasterise(font.outlineOf(glyph), scale, italic ? SLANT : 0)
  const coverage = new Float32Array(width * tall)
  const cover = (x: number, y: number, value: number) => {
    if (x < 0 || x >= width || y < 0 || y >= tall) return
    const at = y * width + x
    coverage[at] = Math.max(coverage[at] ?? 0, value)
  }
  for (let y = 0; y < shape.height; y++) {
    for (let x = 0; x < shape.width; x++) {
      const value = shape.data[y * shape.width + x] ?? 0
      if (value === 0) continue
      const [left, top] = [x + shape.left + extendLeft, y + shape.top + baseLine + extendTop]
      const shade = antialias ? value ** (1 / gamma) : value >= 0.5 ? 1 : 0
      cover(left, top, shade)
      if (bold) cover(left + 1, top, shade)
    }
  }
  const thickness = underline ? Math.max(Math.round(height / 16), 1) : 0
  for (let y = 0; y < thickness; y++) for (let x = 0; x < width; x++) cover(x, baseLine + extendTop + 1 + y, 1)
  return { width, height: tall, coverage }
}

/** A page: how much of each pixel is covered by characters. */
export interface PageLayers {
  readonly width: number
  readonly height: number
  readonly coverage: Float32Array
}

function pictureOf({ width, height, coverage }: PageLayers, settings: Settings, { paletted }: PageForm): Picture {
  const { shadowX, shadowY } = settings
  const hasShadow = shadowX !== 0 || shadowY !== 0
  const shadowAt = (i: number): number => {
    const [x, y] = [(i % width) - shadowX, Math.floor(i / width) - shadowY]
    return hasShadow && x >= 0 && x < width && y >= 0 && y < height ? (coverage[y * width + x] ?? 0) : 0
  }
  if (paletted) {
    const data = Uint8Array.from(coverage, (value, i) => {
      const shade = Math.round(value * 255)
      // The darkest shade that is not the hole.
      return shade === 0 && shadowAt(i) >= 0.5 ? 1 : shade
    })
    return { format: 'indexed', width, height, data, palette: GREYS }
  }
  const data = new Uint8Array(width * height * 4)
  for (const [i, value] of coverage.entries()) {
    const alpha = value + shadowAt(i) * (1 - value)
    const white = alpha === 0 ? 255 : Math.round((255 * value) / alpha)
    data.set([white, white, white, Math.round(alpha * 255)], i * 4)
  }
  return { format: 'rgba', width, height, data }
}

const GREYS = Uint8Array.from({ length: 768 }, (_, i) => Math.floor(i / 3))
