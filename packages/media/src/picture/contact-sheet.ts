import type { Picture } from '@ukit/codecs/images'
import { drawText, LETTER_HEIGHT, LETTER_WIDTH } from './tiny-letters.js'

/** The side of a small picture, and the gap around it, in pixels. */
const SIDE = 128
const GAP = 8
const TEXT = 2
const CELL_WIDTH = SIDE + GAP
const CELL_HEIGHT = SIDE + GAP + 2 * LETTER_HEIGHT * TEXT
const COLUMNS = 8
const ROWS = 8

/** Colours of the sheet, and of the squares behind transparent pixels. */
const BACK = 0x28
const INK = 0xe0
const SQUARES = [0x50, 0x68] as const

/**
 * *Sheets of small pictures with their names*: 8 × 8 on each. A picture is drawn when it is added, so memory
 * does not grow with the number of textures.
 */
export class ContactSheet {
  #cells: Uint8Array | undefined
  #count = 0

  /**
   * Adds a picture.
   *
   * @param pixels 4 bytes each: red, green, blue, alpha.
   * @param about a second line: its size and format.
   * @returns the sheet if it is full now, else `undefined`.
   */
  add(name: string, about: string, width: number, height: number, pixels: Uint8Array): Picture | undefined {
    this.#cells ??= new Uint8Array(COLUMNS * CELL_WIDTH * ROWS * CELL_HEIGHT * 3).fill(BACK)
    const x = (this.#count % COLUMNS) * CELL_WIDTH + GAP / 2
    const y = Math.floor(this.#count / COLUMNS) * CELL_HEIGHT + GAP / 2
    this.#draw(x, y, width, height, pixels)
    this.#write(name, x, y + SIDE + TEXT)
    this.#write(about, x, y + SIDE + TEXT + LETTER_HEIGHT * TEXT)
    this.#count++
    return this.#count === COLUMNS * ROWS ? this.finish() : undefined
  }

  /**
   * Returns the sheet as far as it is filled, cut to its rows; `undefined` when it is empty. A new sheet
   * begins.
   */
  finish(): Picture | undefined {
    const cells = this.#cells
    if (cells === undefined || this.#count === 0) return undefined
    const width = Math.min(COLUMNS, this.#count) * CELL_WIDTH
    const height = Math.ceil(this.#count / COLUMNS) * CELL_HEIGHT
    this.#cells = undefined
    this.#count = 0
    const data = new Uint8Array(width * height * 3)
    for (let row = 0; row < height; row++) {
      const from = row * COLUMNS * CELL_WIDTH * 3
      data.set(cells.subarray(from, from + width * 3), row * width * 3)
    }
    return { format: 'rgb', width, height, data }
  }

  #put(x: number, y: number, red: number, green: number, blue: number): void {
    const at = (y * COLUMNS * CELL_WIDTH + x) * 3
    this.#cells?.set([red, green, blue], at)
  }

  #write(text: string, x: number, y: number): void {
    const most = Math.floor(SIDE / (LETTER_WIDTH * TEXT))
    const short = text.length > most ? `${text.slice(0, most - 1)}~` : text
    drawText(short, x, y, TEXT, (column, row) => this.#put(column, row, INK, INK, INK))
  }

  /**
   * Draws a picture, reduced if it is larger than its cell; each pixel is the mean of those that it replaces.
   */
  #draw(x: number, y: number, width: number, height: number, pixels: Uint8Array): void {
    const scale = Math.min(1, SIDE / Math.max(width, height))
    const [columns, rows] = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))]
    const [left, top] = [x + ((SIDE - columns) >> 1), y + ((SIDE - rows) >> 1)]
    for (let row = 0; row < rows; row++) {
      const [y0, y1] = [Math.floor((row * height) / rows), Math.floor(((row + 1) * height) / rows)]
      for (let column = 0; column < columns; column++) {
        const [x0, x1] = [Math.floor((column * width) / columns), Math.floor(((column + 1) * width) / columns)]
        const [red, green, blue, alpha] = mean(pixels, width, x0, y0, Math.max(x0 + 1, x1), Math.max(y0 + 1, y1))
        const square = SQUARES[((row >> 3) + (column >> 3)) & 1] ?? BACK
        const over = (color: number) => Math.round(color + square * (1 - alpha / 255))
        this.#put(left + column, top + row, over(red), over(green), over(blue))
      }
    }
  }
}

/** The mean of a rectangle, with colours multiplied by their alpha. */
function mean(
  pixels: Uint8Array,
  width: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): readonly [number, number, number, number] {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const at = (y * width + x) * 4
      const weight = (pixels[at + 3] ?? 0) / 255
      red += (pixels[at] ?? 0) * weight
      green += (pixels[at + 1] ?? 0) * weight
      blue += (pixels[at + 2] ?? 0) * weight
      alpha += pixels[at + 3] ?? 0
    }
  }
  const count = (x1 - x0) * (y1 - y0)
  return [red / count, green / count, blue / count, alpha / count]
}
