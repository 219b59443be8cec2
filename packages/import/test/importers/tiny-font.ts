import { latin1 } from '../../../media/test/support.js'

/** Words of 16 bits, big-endian. */
const words = (...values: readonly number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255])
const long = (value: number) => words(value >>> 16, value & 0xffff)

/** A point: its position, and whether the outline goes through it. */
export type TinyPoint = readonly [x: number, y: number, isOn?: boolean]

/** The bytes of a glyph with closed outlines. */
export function outline(...contours: readonly (readonly TinyPoint[])[]): readonly number[] {
  const points = contours.flat()
  let last = -1
  const ends = contours.map((contour) => {
    last += contour.length
    return last
  })
  const steps = (axis: 0 | 1) => points.map((point, i) => point[axis] - (points[i - 1]?.[axis] ?? 0))
  return [
    ...words(contours.length, 0, 0, 0, 0, ...ends, 0),
    ...points.map(([, , isOn = true]) => (isOn ? 1 : 0)),
    ...words(...steps(0)),
    ...words(...steps(1)),
  ]
}

/** The bytes of a glyph that shows another glyph at a position, scaled in 16384ths. */
export function part(glyph: number, x: number, y: number, scale: number): readonly number[] {
  return words(-1, 0, 0, 0, 0, 0x000b, glyph, x, y, scale)
}

/** A character of a tiny font: its code, its advance, its bytes. */
export interface TinyGlyph {
  readonly code: number
  readonly advance: number
  readonly data: readonly number[]
}

/**
 * *A TrueType font made by hand*: 1000 units per line, of which 800 are above the base line. The first glyph,
 * for missing characters, is empty.
 *
 * @param format the format of its map of characters.
 */
export function tinyFont(glyphs: readonly TinyGlyph[], format: 4 | 12 = 4): Uint8Array {
  const all = [{ code: -1, advance: 500, data: [] as readonly number[] }, ...glyphs]
  const even = all.map(({ data }) => [...data, ...(data.length % 2 === 1 ? [0] : [])])
  const places = [0]
  for (const data of even) places.push((places.at(-1) ?? 0) + data.length)
  return fontOf({
    cmap: mapOf(glyphs, format),
    glyf: even.flat(),
    head: [...new Array<number>(50).fill(0), ...words(1, 0)],
    hhea: [...words(1, 0, 800, -200), ...new Array<number>(26).fill(0), ...words(all.length)],
    hmtx: all.flatMap(({ advance }) => words(advance, 0)),
    loca: places.flatMap(long),
    maxp: words(1, 0, all.length),
  })
}

function mapOf(glyphs: readonly TinyGlyph[], format: 4 | 12): number[] {
  const head = [...words(0, 1, 3, format === 4 ? 1 : 10), ...long(12)]
  if (format === 12) {
    const groups = glyphs.flatMap(({ code }, i) => [...long(code), ...long(code), ...long(i + 1)])
    return [...head, ...words(12, 0), ...long(16 + groups.length), ...long(0), ...long(glyphs.length), ...groups]
  }
  const codes = [...glyphs.map(({ code }) => code), 0xffff]
  const deltas = codes.map((code, i) => (code === 0xffff ? 1 : i + 1 - code))
  const lists = words(...codes, 0, ...codes, ...deltas, ...codes.map(() => 0))
  return [...head, ...words(4, 14 + lists.length, 0, codes.length * 2, 0, 0, 0), ...lists]
}

/** A font file made from tables. */
export function fontOf(tables: Readonly<Record<string, readonly number[]>>, kind = '\0\x01\0\0'): Uint8Array {
  const names = Object.keys(tables)
  let at = 12 + names.length * 16
  const rows: number[] = []
  const bodies: number[] = []
  for (const name of names) {
    const body = tables[name] ?? []
    rows.push(...latin1(name), ...long(0), ...long(at), ...long(body.length))
    bodies.push(...body)
    at += body.length
  }
  return Uint8Array.from([...latin1(kind), ...words(names.length, 0, 0, 0), ...rows, ...bodies])
}
