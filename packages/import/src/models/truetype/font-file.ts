import { MediaError } from '@ukit/media'
import { type CharacterMap, readCharacterMap } from './character-map.js'
import { FontTable } from './font-table.js'
import { type Contour, outlineOf } from './outlines.js'

/** *A TrueType font*, as needed to draw its characters. Lengths are in units of the font, y upward. */
export interface FontFile {
  /** From the baseline to the highest and the lowest point of a line of text, both positive. */
  readonly ascent: number
  readonly descent: number
  /** The glyph of a character; 0 when there is none. */
  readonly glyphOf: CharacterMap
  /** Distance from one character to the next. */
  advanceOf(glyph: number): number
  /** Closed outlines of the filled area. */
  outlineOf(glyph: number): readonly Contour[]
}

/**
 * *Reads a TrueType font*, a `.ttf` file or the first font of a `.ttc` file, following the OpenType
 * specification. Hints for small sizes are ignored.
 *
 * @throws {MediaError} `no-form` for what is not a font, `unsupported` for outlines in CFF and web fonts,
 *   `broken` when it is inconsistent.
 */
export function readFontFile(bytes: Uint8Array): FontFile {
  const file = new FontTable(bytes)
  if (bytes.length < 12) throw new MediaError('no-form', 'expected a TrueType font, found a file of a few bytes')
  const at = file.tag(0) === 'ttcf' ? file.u32(12) : 0
  checkKind(file.tag(at))
  const tables = new Map<string, FontTable>()
  for (let i = 0; i < file.u16(at + 4); i++) {
    const row = at + 12 + i * 16
    const start = file.u32(row + 8)
    tables.set(file.tag(row), file.part(start, start + file.u32(row + 12)))
  }
  const table = (name: string): FontTable => {
    const found = tables.get(name)
    if (found === undefined) throw new MediaError('broken', `expected a table "${name}" in the font, found none`)
    return found
  }
  const [head, hhea, maxp, hmtx, loca, glyf] = ['head', 'hhea', 'maxp', 'hmtx', 'loca', 'glyf'].map(table)
  if (!head || !hhea || !maxp || !hmtx || !loca || !glyf) throw new TypeError('tables were looked up')
  const isLong = head.i16(50) !== 0
  const count = maxp.u16(4)
  const place = (glyph: number) => (isLong ? loca.u32(glyph * 4) : loca.u16(glyph * 2) * 2)
  const metrics = hhea.u16(34)
  if (metrics === 0) throw new MediaError('broken', 'expected character widths in the font, found none')
  const [ascent, descent] = lineOf(tables.get('OS/2'), hhea)
  return {
    ascent,
    descent,
    glyphOf: readCharacterMap(table('cmap')),
    advanceOf: (glyph) => hmtx.u16(Math.min(glyph, metrics - 1) * 4),
    outlineOf: (glyph) =>
      outlineOf((part) => {
        if (part >= count) throw new MediaError('broken', `expected a glyph below ${count} in the font, found ${part}`)
        const [start, end] = [place(part), place(part + 1)]
        return end > start ? glyf.part(start, end) : undefined
      }, glyph),
  }
}

function checkKind(tag: string): void {
  if (tag === '\0\x01\0\0' || tag === 'true') return
  if (tag === 'OTTO')
    throw new MediaError('unsupported', 'the font has outlines in CFF (OpenType of PostScript): convert it to TrueType')
  if (tag === 'wOFF' || tag === 'wOF2')
    throw new MediaError('unsupported', 'the font is packed for the web (WOFF): unpack it to TrueType')
  throw new MediaError('no-form', `expected a TrueType font, found data that begin with ${JSON.stringify(tag)}`)
}

/** The height of a line according to Windows, else to the Macintosh. */
function lineOf(os2: FontTable | undefined, hhea: FontTable): [ascent: number, descent: number] {
  const [ascent, descent] = os2 === undefined || os2.length < 78 ? [0, 0] : [os2.u16(74), os2.u16(76)]
  const line: [number, number] = ascent + descent > 0 ? [ascent, descent] : [hhea.i16(4), -hhea.i16(6)]
  if (line[0] + line[1] <= 0) throw new MediaError('broken', 'expected a line height in the font, found none')
  return line
}
