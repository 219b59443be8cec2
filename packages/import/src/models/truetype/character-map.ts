import { MediaError } from '@ukit/media'
import type { FontTable } from './font-table.js'

/** The number of the glyph for a character code; 0 for characters that the font does not have. */
export type CharacterMap = (code: number) => number

/** In symbol fonts, symbols start here. */
const SYMBOLS = 0xf000

/** Platform and encoding of maps, the best first. */
const ENCODINGS: readonly (readonly [platform: number, encoding: number])[] = [
  [3, 10],
  [0, 6],
  [0, 4],
  [3, 1],
  [0, 3],
  [0, 2],
  [0, 1],
  [0, 0],
  [3, 0],
  [1, 0],
]

/**
 * *Reads the table `cmap`*: the map of the font that covers most of Unicode, in format 0, 4, 6 or 12.
 *
 * @throws {MediaError} `unsupported` when there is none of these.
 */
export function readCharacterMap(table: FontTable): CharacterMap {
  const records = Array.from({ length: table.u16(2) }, (_, i) => ({
    platform: table.u16(4 + i * 8),
    encoding: table.u16(6 + i * 8),
    map: table.part(table.u32(8 + i * 8)),
  }))
  for (const [platform, encoding] of ENCODINGS) {
    const found = records.find((record) => record.platform === platform && record.encoding === encoding)
    const read = found === undefined ? undefined : FORMATS[found.map.u16(0)]
    if (found === undefined || read === undefined) continue
    const map = read(found.map)
    const isSymbols = platform === 3 && encoding === 0
    return isSymbols ? (code) => map(code) || (code < 256 ? map(SYMBOLS + code) : 0) : map
  }
  throw new MediaError('unsupported', 'the font has no character map that ukit reads (formats 0, 4, 6 and 12)')
}

const FORMATS: Readonly<Record<number, (map: FontTable) => CharacterMap>> = {
  0: (map) => (code) => (code < 256 ? map.u8(6 + code) : 0),
  4: segments,
  6: (map) => (code) => {
    const first = map.u16(6)
    return code >= first && code < first + map.u16(8) ? map.u16(10 + (code - first) * 2) : 0
  },
  12: groups,
}

/**
 * Format 4: segments of codes, the last ending with FFFF. The glyph is the code plus a number, or is in a
 * list.
 */
function segments(map: FontTable): CharacterMap {
  const count = map.u16(6) >> 1
  const [ends, starts, deltas, offsets] = [14, 16 + count * 2, 16 + count * 4, 16 + count * 6]
  return (code) => {
    for (let i = 0; i < count; i++) {
      if (code > map.u16(ends + i * 2)) continue
      const start = map.u16(starts + i * 2)
      if (code < start) return 0
      const delta = map.u16(deltas + i * 2)
      const offset = map.u16(offsets + i * 2)
      if (offset === 0) return (code + delta) & 0xffff
      const glyph = map.u16(offsets + i * 2 + offset + (code - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

/** Format 12: groups of consecutive codes with consecutive glyphs. */
function groups(map: FontTable): CharacterMap {
  const count = map.u32(12)
  return (code) => {
    let [low, high] = [0, count - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = 16 + middle * 12
      if (code < map.u32(at)) high = middle - 1
      else if (code > map.u32(at + 4)) low = middle + 1
      else return map.u32(at + 8) + code - map.u32(at)
    }
    return 0
  }
}
