import type { Picture } from '@ukit/codecs/images'
import type { Drawing, DrawingItem, Points } from './drawing.js'
import { strokedText } from './stroke-letters.js'

/** Lines of a pixel that are looked at. */
const LINES = 4
/** Pixels of a side: a picture of 16,384 × 16,384 takes a gigabyte already. */
const MOST_SIDE = 16_384

/**
 * *A drawing as pixels*, with smooth edges.
 *
 * @param width pixels; the drawing's own by default.
 */
export function drawingPixels(drawing: Drawing, width = drawing.width): Picture {
  const scale = Math.min(width / drawing.width, MOST_SIDE / drawing.width, MOST_SIDE / drawing.height)
  const canvas = new Canvas(
    Math.max(1, Math.round(drawing.width * scale)),
    Math.max(1, Math.round(drawing.height * scale)),
    scale,
    drawing.background,
  )
  for (const item of drawing.items) canvas.draw(item)
  return { format: 'rgb', width: canvas.width, height: canvas.height, data: canvas.data }
}

class Canvas {
  readonly width: number
  readonly height: number
  /** Pixels of a unit of the drawing. */
  readonly scale: number
  readonly data: Uint8Array
  /** How much of each pixel the item at work covers, 0 to 1. */
  readonly #covered: Float32Array
  /** The pixels that it can have covered. */
  #left = 0
  #top = 0
  #right = 0
  #bottom = 0

  constructor(width: number, height: number, scale: number, background: string) {
    this.width = width
    this.height = height
    this.scale = scale
    this.data = new Uint8Array(width * height * 3)
    this.#covered = new Float32Array(width * height)
    const [red, green, blue] = rgbOf(background)
    for (let i = 0; i < this.data.length; i += 3) {
      this.data[i] = red
      this.data[i + 1] = green
      this.data[i + 2] = blue
    }
  }

  draw(item: DrawingItem): void {
    if (item.kind === 'area') {
      this.#begin()
      for (const polygon of item.polygons) this.#cover(polygon)
      // A seam between neighbours of one item cannot be: what they cover of a pixel adds up.
      const { edge = 0, polygons } = item
      if (edge > 0) for (const polygon of polygons) this.#stroke([...polygon, polygon[0] ?? 0, polygon[1] ?? 0], edge)
      this.#paint(item.color, item.opacity)
    } else if (item.kind === 'lines') {
      this.#begin()
      for (const line of item.lines) this.#stroke(line, item.width)
      this.#paint(item.color, item.opacity)
    } else this.#write(item)
  }

  #write({ x, y, text, size, color, anchor, halo }: Extract<DrawingItem, { kind: 'text' }>): void {
    const lines = strokedText(text, x, y, size, anchor)
    const thin = size * 0.09
    if (halo !== undefined) {
      this.#begin()
      for (const line of lines) this.#stroke(line, thin + size / 6)
      this.#paint(halo, 0.8)
    }
    this.#begin()
    for (const line of lines) this.#stroke(line, thin)
    this.#paint(color, 1)
  }

  #begin(): void {
    this.#left = this.width
    this.#top = this.height
    this.#right = 0
    this.#bottom = 0
  }

  /** Each piece of a line, longer at both ends by half of its width, so that corners are closed. */
  #stroke(line: Points, width: number): void {
    const half = Math.max(width, 0.7 / this.scale) / 2
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = line.slice(i, i + 4)
      const length = Math.hypot(bx - ax, by - ay)
      const [ux, uy] = length > 0 ? [((bx - ax) / length) * half, ((by - ay) / length) * half] : [half, 0]
      this.#cover([
        ax - ux - uy,
        ay - uy + ux,
        bx + ux - uy,
        by + uy + ux,
        bx + ux + uy,
        by + uy - ux,
        ax - ux + uy,
        ay - uy - ux,
      ])
    }
  }

  /** Adds what a convex polygon covers of each pixel. */
  #cover(polygon: Points): void {
    const { scale } = this
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let i = 0; i + 1 < polygon.length; i += 2) {
      left = Math.min(left, (polygon[i] ?? 0) * scale)
      right = Math.max(right, (polygon[i] ?? 0) * scale)
      top = Math.min(top, (polygon[i + 1] ?? 0) * scale)
      bottom = Math.max(bottom, (polygon[i + 1] ?? 0) * scale)
    }
    if (!(left <= right && top <= bottom)) return
    const first = Math.max(0, Math.floor(top))
    const last = Math.min(this.height - 1, Math.floor(bottom))
    if (first > last || right < 0 || left >= this.width) return
    this.#left = Math.min(this.#left, Math.max(0, Math.floor(left)))
    this.#right = Math.max(this.#right, Math.min(this.width, Math.ceil(right) + 1))
    this.#top = Math.min(this.#top, first)
    this.#bottom = Math.max(this.#bottom, last + 1)
    for (let row = first; row <= last; row++)
      for (let line = 0; line < LINES; line++) this.#coverLine(polygon, row, row + (line + 0.5) / LINES)
  }

  #coverLine(polygon: Points, row: number, y: number): void {
    const { scale, width } = this
    let from = Infinity
    let to = -Infinity
    const count = polygon.length
    let ax = (polygon[count - 2] ?? 0) * scale
    let ay = (polygon[count - 1] ?? 0) * scale
    for (let i = 0; i + 1 < count; i += 2) {
      const bx = (polygon[i] ?? 0) * scale
      const by = (polygon[i + 1] ?? 0) * scale
      if (ay <= y !== by <= y) {
        const x = ax + ((y - ay) / (by - ay)) * (bx - ax)
        if (x < from) from = x
        if (x > to) to = x
      }
      ax = bx
      ay = by
    }
    if (!(from < to)) return
    from = Math.max(0, from)
    to = Math.min(width, to)
    if (from >= to) return
    const first = Math.floor(from)
    const last = Math.min(width - 1, Math.floor(to))
    const start = row * width
    const covered = this.#covered
    if (first === last) {
      covered[start + first] = (covered[start + first] ?? 0) + (to - from) / LINES
      return
    }
    covered[start + first] = (covered[start + first] ?? 0) + (first + 1 - from) / LINES
    for (let x = first + 1; x < last; x++) covered[start + x] = (covered[start + x] ?? 0) + 1 / LINES
    covered[start + last] = (covered[start + last] ?? 0) + (to - last) / LINES
  }

  /** Puts the color on what is covered, and forgets it. */
  #paint(color: string, opacity = 1): void {
    const [red, green, blue] = rgbOf(color)
    const { data, width } = this
    const covered = this.#covered
    for (let y = this.#top; y < this.#bottom; y++) {
      for (let x = this.#left; x < this.#right; x++) {
        const at = y * width + x
        const part = Math.min(1, covered[at] ?? 0) * opacity
        if (part === 0) continue
        covered[at] = 0
        data[3 * at] = mixed(data[3 * at], red, part)
        data[3 * at + 1] = mixed(data[3 * at + 1], green, part)
        data[3 * at + 2] = mixed(data[3 * at + 2], blue, part)
      }
    }
  }
}

function mixed(below = 0, above: number, part: number): number {
  return Math.round(below + (above - below) * part)
}

function rgbOf(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
