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

/** *Puts rectangles on as few pages as it easily can*: the highest first, in rows. */
export function packLight(sizes: readonly { readonly width: number; readonly height: number }[]): {
  readonly places: readonly PackedPlace[]
  readonly pages: readonly { readonly width: number; readonly height: number }[]
} {
  const order = sizes.map((_, i) => i)
  order.sort((a, b) => (sizes[b]?.height ?? 0) - (sizes[a]?.height ?? 0) || a - b)
  const places: PackedPlace[] = new Array(sizes.length)
  const heights: number[] = []
  const widths: number[] = []
  let page = -1
  let x = 0
  let y = 0
  let row = 0
  for (const i of order) {
    const width = (sizes[i]?.width ?? 0) + 2 * GUTTER
    const height = (sizes[i]?.height ?? 0) + 2 * GUTTER
    if (x + width > PAGE_WIDTH) {
      x = 0
      y += row
      row = 0
    }
    if (page < 0 || y + height > PAGE_HEIGHT) {
      page++
      x = 0
      y = 0
      row = 0
    }
    places[i] = { page, x: x + GUTTER, y: y + GUTTER }
    x += width
    row = Math.max(row, height)
    heights[page] = Math.max(heights[page] ?? 0, y + height)
    widths[page] = Math.max(widths[page] ?? 0, x)
  }
  // Programs like multiples of 4, for compressing them.
  const pages = heights.map((height, i) => ({ width: upTo4(widths[i] ?? 0), height: upTo4(height) }))
  return { places, pages }
}

function upTo4(size: number): number {
  return Math.ceil(size / 4) * 4
}
