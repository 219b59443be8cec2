import { MediaError } from '@ukit/media'
import type { Contour, OutlinePoint } from './outlines.js'

/** *How much of each pixel a shape covers*, 0 to 1. */
export interface Coverage {
  /** Position of its first pixel; y downward from the baseline. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** Larger than any page of a font. */
const MOST_SIDE = 4096
/** Maximum distance in pixels between a curve and its pieces. */
const TOLERANCE = 0.02
const MOST_PIECES = 64

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * *Fills an outline*: the value of each pixel is the part of its area that is inside.
 *
 * Each piece of the outline adds, in the rows that it crosses, the area on its right; sums along the rows are
 * the areas inside.
 *
 * @param scale pixels per unit of the font; y is flipped to point down.
 * @param slant pixels to the right per pixel upward.
 */
export function rasterise(contours: readonly Contour[], scale: number, slant = 0): Coverage {
  const place = ({ x, y }: Point): Point => ({ x: (x + y * slant) * scale, y: -y * scale })
  const lines = contours.map((contour) => flattened(contour, place))
  const points = lines.flat()
  if (points.length === 0) return { left: 0, top: 0, width: 0, height: 0, data: new Float32Array(0) }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.floor(least(xs)), Math.floor(least(ys))]
  // One more column than needed: each row's areas sum up to zero there.
  const [width, height] = [Math.ceil(-least(xs.map((x) => -x))) - left + 2, Math.ceil(-least(ys.map((y) => -y))) - top]
  if (!(width <= MOST_SIDE && height <= MOST_SIDE))
    throw new MediaError('broken', `a character of the font would be ${width} × ${height} pixels`)
  const areas = new Float32Array(width * height)
  for (const line of lines)
    for (const [i, { x, y }] of line.entries()) {
      const next = line[(i + 1) % line.length] ?? { x, y }
      addEdge(areas, width, x - left, y - top, next.x - left, next.y - top)
    }
  for (let row = 0; row < height; row++) {
    let sum = 0
    for (let i = row * width; i < (row + 1) * width; i++) {
      sum += areas[i] ?? 0
      areas[i] = Math.min(Math.abs(sum), 1)
    }
  }
  return { left, top, width, height, data: areas }
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

/** The corners of a contour, with its curves as short lines. */
function flattened(contour: Contour, place: (point: Point) => Point): Point[] {
  const all = withMiddles(contour)
  const out: Point[] = []
  for (let i = 0; i < all.length; i++) {
    const point = all[i]
    if (point === undefined) continue
    if (point.isOn) {
      out.push(place(point))
      continue
    }
    const [from, over, to] = [all.at(i - 1) ?? point, point, all[(i + 1) % all.length] ?? point].map(place)
    if (from === undefined || over === undefined || to === undefined) continue
    const bend = Math.hypot(from.x - 2 * over.x + to.x, from.y - 2 * over.y + to.y)
    const pieces = Math.min(Math.max(Math.ceil(Math.sqrt(bend / (4 * TOLERANCE))), 1), MOST_PIECES)
    for (let k = 1; k < pieces; k++) {
      const t = k / pieces
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
      out.push({ x: a * from.x + b * over.x + c * to.x, y: a * from.y + b * over.y + c * to.y })
    }
  }
  return out
}

/** Adds the middle between every two consecutive points that the outline does not go through. */
function withMiddles(contour: Contour): OutlinePoint[] {
  return contour.flatMap((point, i) => {
    const next = contour[(i + 1) % contour.length] ?? point
    if (point.isOn || next.isOn) return [point]
    return [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, isOn: true }]
  })
}

/**
 * Adds the area on the right of a line to the rows that it crosses, as the change from each column to the
 * next.
 */
function addEdge(areas: Float32Array, width: number, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return
  const sign = y0 < y1 ? 1 : -1
  const [top, bottom, slope] = [Math.min(y0, y1), Math.max(y0, y1), (x1 - x0) / (y1 - y0)]
  let x = y0 < y1 ? x0 : x1
  for (let row = Math.floor(top); row < bottom; row++) {
    const part = Math.min(row + 1, bottom) - Math.max(row, top)
    // Rounding errors must not lead outside the picture.
    const next = Math.min(Math.max(x + slope * part, 0), width - 2)
    addSpan(areas, row * width, Math.min(x, next), Math.max(x, next), part * sign)
    x = next
  }
}

/** Adds the part of a line within one row, which goes from one x to another. */
function addSpan(areas: Float32Array, row: number, from: number, to: number, height: number): void {
  let covered = 0
  const last = Math.max(Math.ceil(to), Math.floor(from) + 1)
  for (let column = Math.floor(from); column < last; column++) {
    // The part of the pixel on the right of the line, of the height that the line covers here.
    const upTo = areaRight(column, from, to)
    const at = row + column
    areas[at] = (areas[at] ?? 0) + height * (upTo - covered)
    covered = upTo
  }
  areas[row + last] = (areas[row + last] ?? 0) + height * (1 - covered)
}

/** The part of a column's pixel that is on the right of a line from one x to another. */
function areaRight(column: number, from: number, to: number): number {
  const mean = (a: number, b: number) => column + 1 - (a + b) / 2
  if (to - from < 1e-9) return Math.min(Math.max(column + 1 - from, 0), 1)
  const [a, b] = [Math.max(from, column), Math.min(to, column + 1)]
  if (b <= a) return from >= column + 1 ? 0 : 1
  // The part of the line before this column leaves all of it on the right; the part after it, nothing.
  return (Math.max(a - from, 0) + (b - a) * mean(a, b)) / (to - from)
}
