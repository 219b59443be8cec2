import { MediaError } from '@ukit/media'
import type { FontTable } from './font-table.js'

/** A point of an outline, in units of the font; `isOn` when the outline goes through it. */
export interface OutlinePoint {
  readonly x: number
  readonly y: number
  readonly isOn: boolean
}

/**
 * A closed outline. Between two consecutive points that it does not go through, it goes through their middle.
 */
export type Contour = readonly OutlinePoint[]

/** Returns the bytes of a glyph; `undefined` for an empty one. */
export type GlyphData = (glyph: number) => FontTable | undefined

/** Maximum nesting of parts of glyphs; real fonts have two levels. */
const MOST_LEVELS = 8
/** Maximum number of points of a glyph with all its parts. */
const MOST_POINTS = 20_000

const ON_CURVE = 1
const SHORT_X = 2
const SHORT_Y = 4
const REPEAT = 8
const SAME_X = 16
const SAME_Y = 32

const WORDS = 1
const OFFSETS = 2
const ONE_SCALE = 8
const MORE = 0x20
const TWO_SCALES = 0x40
const MATRIX = 0x80

/**
 * *The outline of a glyph* from the table `glyf`, including those of its parts ("OpenType specification",
 * glyf).
 *
 * @throws {MediaError} `broken` when it is inconsistent or too large.
 */
export function outlineOf(glyphs: GlyphData, glyph: number): readonly Contour[] {
  return readOutline(glyphs, glyph, MOST_LEVELS)
}

function readOutline(glyphs: GlyphData, glyph: number, levels: number): readonly Contour[] {
  const data = glyphs(glyph)
  if (data === undefined) return []
  const contours = data.i16(0)
  if (contours >= 0) return simple(data, contours)
  if (levels === 0) throw new MediaError('broken', `glyph ${glyph} of the font contains itself, or has too many levels`)
  return composite(data, glyphs, levels)
}

function simple(data: FontTable, count: number): Contour[] {
  const ends = Array.from({ length: count }, (_, i) => data.u16(10 + i * 2))
  const total = (ends.at(-1) ?? -1) + 1
  if (total > MOST_POINTS)
    throw new MediaError('broken', `expected at most ${MOST_POINTS} points in a glyph, found ${total}`)
  let at = 10 + count * 2
  // Instructions for small sizes.
  at += 2 + data.u16(at)
  const flags: number[] = []
  while (flags.length < total) {
    const flag = data.u8(at++)
    const times = (flag & REPEAT) === 0 ? 1 : 1 + data.u8(at++)
    for (let i = 0; i < times && flags.length < total; i++) flags.push(flag)
  }
  const coordinates = (short: number, same: number): number[] => {
    let value = 0
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) !== 0 ? data.u8(at++) : -data.u8(at++)
      else if ((flag & same) === 0) {
        value += data.i16(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(SHORT_X, SAME_X)
  const ys = coordinates(SHORT_Y, SAME_Y)
  let start = 0
  return ends.map((end) => {
    const contour = flags.slice(start, end + 1).map((flag, i) => ({
      x: xs[start + i] ?? 0,
      y: ys[start + i] ?? 0,
      isOn: (flag & ON_CURVE) !== 0,
    }))
    start = end + 1
    return contour
  })
}

function composite(data: FontTable, glyphs: GlyphData, levels: number): Contour[] {
  const all: Contour[] = []
  let points = 0
  for (let at = 10, flags = MORE; (flags & MORE) !== 0; ) {
    flags = data.u16(at)
    const part = data.u16(at + 2)
    at += 4
    const isWords = (flags & WORDS) !== 0
    const [first, second] = isWords ? [data.i16(at), data.i16(at + 2)] : [data.i8(at), data.i8(at + 1)]
    at += isWords ? 4 : 2
    // Parts positioned by making two points coincide hardly occur and are not supported.
    const [dx, dy] = (flags & OFFSETS) !== 0 ? [first, second] : [0, 0]
    const fraction = (place: number) => data.i16(place) / 0x4000
    let [xx, yx, xy, yy] = [1, 0, 0, 1]
    if ((flags & ONE_SCALE) !== 0) {
      xx = yy = fraction(at)
      at += 2
    } else if ((flags & TWO_SCALES) !== 0) {
      ;[xx, yy] = [fraction(at), fraction(at + 2)]
      at += 4
    } else if ((flags & MATRIX) !== 0) {
      ;[xx, yx, xy, yy] = [fraction(at), fraction(at + 2), fraction(at + 4), fraction(at + 6)]
      at += 8
    }
    for (const contour of readOutline(glyphs, part, levels - 1)) {
      points += contour.length
      if (points > MOST_POINTS)
        throw new MediaError('broken', `expected at most ${MOST_POINTS} points in a glyph, found more`)
      all.push(contour.map(({ x, y, isOn }) => ({ x: x * xx + y * xy + dx, y: x * yx + y * yy + dy, isOn })))
    }
  }
  return all
}
