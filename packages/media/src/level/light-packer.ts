/** Where a rectangle was put: the page, and its first pixel. */
export interface PackedPlace {
  readonly page: number
  readonly x: number
  readonly y: number
}

/** Width of a page in pixels. */
const PAGE_WIDTH = 1024
/** Maximum height of a page in pixels. */
const PAGE_HEIGHT = 2048
/** Pixels around each rectangle that repeat its border: filtering mixes neighbours. */
export const GUTTER = 1

/** Sizes in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Rectangles on pages. */
interface Packed {
  readonly places: readonly PackedPlace[]
  readonly pages: readonly Size[]
}

/** *Puts light maps on as few pages as it easily can.* */
export function packLight(sizes: readonly Size[]): Packed {
  return packRectangles(sizes, { width: PAGE_WIDTH, height: PAGE_HEIGHT, gutter: GUTTER })
}

/**
 * The same for any rectangles: the highest first, in rows.
 *
 * @param page the size of a page, and the pixels around each rectangle that repeat its border.
 */
export function packRectangles(sizes: readonly Size[], page: Size & { readonly gutter: number }): Packed {
  const { width: pageWidth, height: pageHeight, gutter } = page
  const order = sizes.map((_, i) => i)
  order.sort((a, b) => (sizes[b]?.height ?? 0) - (sizes[a]?.height ?? 0) || a - b)
  const places: PackedPlace[] = new Array(sizes.length)
  const heights: number[] = []
  const widths: number[] = []
  let number = -1
  let x = 0
  let y = 0
  let row = 0
  for (const i of order) {
    const width = (sizes[i]?.width ?? 0) + 2 * gutter
    const height = (sizes[i]?.height ?? 0) + 2 * gutter
    if (x + width > pageWidth) {
      x = 0
      y += row
      row = 0
    }
    if (number < 0 || y + height > pageHeight) {
      number++
      x = 0
      y = 0
      row = 0
    }
    places[i] = { page: number, x: x + gutter, y: y + gutter }
    x += width
    row = Math.max(row, height)
    heights[number] = Math.max(heights[number] ?? 0, y + height)
    widths[number] = Math.max(widths[number] ?? 0, x)
  }
  // Programs like multiples of 4, for compressing them.
  const pages = heights.map((height, i) => ({ width: upTo4(widths[i] ?? 0), height: upTo4(height) }))
  return { places, pages }
}

function upTo4(size: number): number {
  return Math.ceil(size / 4) * 4
}
