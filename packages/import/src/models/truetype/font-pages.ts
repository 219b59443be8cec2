import type { Picture } from '@ukit/codecs/images'
import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import type { FontGlyph } from '../font-value.js'

/** Maximum number of pages: textures beyond cannot be numbered. */
const MOST_PAGES = 255

interface Cell {
  readonly width: number
  readonly height: number
  readonly coverage: Float32Array
}

/** How much of each pixel of a page is covered. */
interface Covered {
  readonly width: number
  readonly height: number
  readonly coverage: Float32Array
}

/** How pages are laid out. */
interface PageRules {
  readonly width: number
  readonly height: number
  readonly spaceX: number
  readonly spaceY: number
  readonly perPage: number | undefined
  readonly even: boolean
}

/**
 * *Places characters in rows on pages*: from the left, with a space above the first row, as in the fonts of
 * Lineage II.
 */
export class FontPages {
  /** Number of glyphs per page, if all pages have the same. */
  perPage: number
  readonly #rules: PageRules

  constructor(rules: PageRules) {
    this.#rules = rules
    this.perPage = rules.perPage ?? 256
  }

  /**
   * The position of each character.
   *
   * @param numbers of the glyphs, in order.
   * @throws {MediaError} `unsupported` when a character does not fit on a page, or the requested number per
   *   page does not.
   */
  place(numbers: readonly number[], cells: readonly Cell[]): FontGlyph[] {
    const { even, perPage } = this.#rules
    if (!even) return this.#rows(numbers, cells, (count) => perPage !== undefined && count >= perPage)
    for (let size = this.perPage; size >= 1; size = Math.floor(size / 2)) {
      this.perPage = size
      const places = this.#evenly(numbers, cells, size)
      if (places !== undefined) return places
      if (perPage !== undefined) break
    }
    const { width, height } = this.#rules
    const message =
      `${plural(this.perPage, 'character does not', 'characters do not')} fit a page of ${width} × ${height} ` +
      `pixels: use larger ` +
      'pages, or fewer characters on each'
    throw new MediaError('unsupported', message)
  }

  /** Puts the same number of glyphs on each page; `undefined` when they do not fit. */
  #evenly(numbers: readonly number[], cells: readonly Cell[], size: number): FontGlyph[] | undefined {
    const pageOf = (i: number) => Math.floor((numbers[i] ?? 0) / size)
    const count = pageOf(numbers.length - 1) + 1
    const places: FontGlyph[] = []
    for (let page = 0; page < count; page++) {
      const own = [...cells.keys()].filter((i) => pageOf(i) === page)
      const placed = this.#rows(
        own,
        own.flatMap((i) => cells[i] ?? []),
        () => false,
      )
      if (placed.some((glyph) => glyph.page > 0)) return undefined
      places.push(...placed.map((glyph) => ({ ...glyph, page })))
    }
    return this.#checked(places)
  }

  #rows(numbers: readonly number[], cells: readonly Cell[], isFull: (count: number) => boolean): FontGlyph[] {
    const { width, height, spaceX, spaceY } = this.#rules
    let [page, count, x, y, tall] = [0, 0, 0, spaceY, 0]
    const places = numbers.map((_, i) => {
      const cell = cells[i]
      if (cell === undefined) throw new TypeError('a character without a cell')
      if (cell.width > width || cell.height + spaceY > height) {
        const message =
          `a character of ${cell.width} × ${cell.height} pixels does not fit a page of ${width} × ` + `${height}`
        throw new MediaError('unsupported', message)
      }
      if (x + cell.width > width) [x, y, tall] = [0, y + tall + spaceY, 0]
      if (y + cell.height > height || isFull(count)) [page, count, x, y, tall] = [page + 1, 0, 0, spaceY, 0]
      const place = { page, x, y, width: cell.width, height: cell.height }
      x += cell.width + spaceX
      tall = Math.max(tall, cell.height)
      count++
      return place
    })
    return this.#checked(places)
  }

  #checked(places: FontGlyph[]): FontGlyph[] {
    const pages = (places.at(-1)?.page ?? 0) + 1
    if (pages > MOST_PAGES)
      throw new MediaError(
        'unsupported',
        `the font would have ${plural(pages, 'page')}, but at most ${MOST_PAGES} are possible`,
      )
    return places
  }

  /** The pages, each with the height of the smallest power of two that its rows fit in. */
  draw(cells: readonly Cell[], places: readonly FontGlyph[], paint: (page: Covered) => Picture): Picture[] {
    const { width } = this.#rules
    const count = (places.at(-1)?.page ?? 0) + 1
    return Array.from({ length: count }, (_, page) => {
      const own = [...places.entries()].filter(([, place]) => place.page === page)
      const needed = own.reduce((most, [, { y, height }]) => Math.max(most, y + height), 1)
      const height = 2 ** Math.ceil(Math.log2(needed))
      const coverage = new Float32Array(width * height)
      for (const [i, place] of own) {
        const cell = cells[i]?.coverage ?? new Float32Array(0)
        for (let row = 0; row < place.height; row++) {
          const line = cell.subarray(row * place.width, (row + 1) * place.width)
          coverage.set(line, (place.y + row) * width + place.x)
        }
      }
      return paint({ width, height, coverage })
    })
  }
}
