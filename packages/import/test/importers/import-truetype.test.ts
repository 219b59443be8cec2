import { existsSync, readFileSync } from 'node:fs'
import { ObjectReader } from '@ukit/core'
import { buildPackage, createPackage, type PackageEdit } from '@ukit/edit'
import { type ImportTrueTypeOptions, importTrueType } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { fontMapOf, MediaError } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'
import { stepsOf } from '../../../../testing/sweep.js'
import { extractAll, pngHeader } from '../../../media/test/support.js'
import { fontOf, outline, part, type TinyGlyph, tinyFont } from './tiny-font.js'

const newPackage = (version = 69, licensee = 0) =>
  createPackage({ name: 'Made', guid: guidOf('Made'), version, licensee })

const square = outline([
  [100, 0],
  [500, 0],
  [500, 400],
  [100, 400],
])
/** The half of a square of 400 × 400 below its diagonal. */
const triangle = outline([
  [0, 0],
  [400, 0],
  [0, 400],
])
/** A ring: two circles of quadratic arcs whose points on the curve are implied. */
const circle = (radius: number, isInside: boolean): (readonly [number, number, boolean])[] => {
  const corner = radius / Math.cos(Math.PI / 16)
  return Array.from({ length: 16 }, (_, i) => {
    const angle = ((isInside ? -1 : 1) * 2 * Math.PI * i) / 16
    return [Math.round(500 + corner * Math.cos(angle)), Math.round(500 + corner * Math.sin(angle)), false] as const
  })
}
const GLYPHS: readonly TinyGlyph[] = [
  { code: 0x20, advance: 300, data: [] },
  { code: 0x41, advance: 600, data: square },
  { code: 0x42, advance: 400, data: triangle },
  { code: 0x43, advance: 400, data: part(2, 50, 100, 0x2000) },
  { code: 0x4f, advance: 1000, data: outline(circle(500, false), circle(250, true)) },
]
const FONT = tinyFont(GLYPHS)

/** Rectangles of the characters, by code. */
async function characters(edit: PackageEdit): Promise<Map<number, number[]>> {
  const { object } = await edit.read(edit.export('Tiny'))
  const found = new Map<number, number[]>()
  if (!(object instanceof ue1.Font)) return found
  for (const [page, { characters: list }] of object.pages.entries())
    for (let i = 0; i < list.length / 4; i++)
      if ((list[i * 4 + 2] ?? 0) > 0)
        found.set(page * object.charactersPerPage + i, [...list.slice(i * 4, i * 4 + 4), page])
  return found
}

/** Rows of a character's pixels on its page. */
async function pixels(
  edit: PackageEdit,
  [x = 0, y = 0, width = 0, height = 0, page = 0]: readonly number[] = [],
): Promise<number[][]> {
  const name = `Tiny.Tiny_Page${'ABCDEFGH'[page]}`
  const { object } = await edit.read(edit.export(name))
  const mip = object instanceof ue1.Texture || object instanceof ue2.Texture ? object.mips[0] : undefined
  if (mip === undefined) throw new Error('no pixels')
  const size = mip.data.length / (mip.width * mip.height)
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, i) => mip.data[((y + row) * mip.width + x + i) * size + size - 1] ?? 0),
  )
}

async function drawn(code: string, options: ImportTrueTypeOptions = {}, font = FONT): Promise<number[][]> {
  const edit = await newPackage()
  await importTrueType(edit, 'Tiny', font, { height: 10, ...options })
  return pixels(edit, (await characters(edit)).get(code.charCodeAt(0)))
}

const rejected = async (font: Uint8Array, options: ImportTrueTypeOptions = {}) => {
  const edit = await newPackage()
  const failed = await importTrueType(edit, 'Fonts.Tiny', font, options).then(
    () => new Error('imported'),
    (error: unknown) => error,
  )
  if (!(failed instanceof MediaError)) throw failed
  expect([edit.exports.length, edit.imports.length]).toEqual([0, 0])
  return failed.message
}

describe('importTrueType', () => {
  it('places characters in rows, as wide as their advance and as high as a line', async () => {
    const edit = await newPackage()
    const { objects, notes } = await importTrueType(edit, 'Tiny', FONT, { height: 10, pageWidth: 16 })
    expect([objects, notes]).toEqual([['Tiny', 'Tiny.Tiny_PageA', 'Tiny.Palette1'], []])
    expect(Object.fromEntries(await characters(edit))).toEqual({
      32: [0, 1, 3, 10, 0],
      65: [4, 1, 6, 10, 0],
      66: [11, 1, 4, 10, 0],
      67: [0, 12, 4, 10, 0],
      79: [5, 12, 10, 10, 0],
      // A missing letter is drawn as the same letter in the other case.
      97: [4, 1, 6, 10, 0],
      98: [11, 1, 4, 10, 0],
      99: [0, 12, 4, 10, 0],
      111: [5, 12, 10, 10, 0],
    })
    const { object } = await edit.read(edit.export('Tiny.Tiny_PageA'))
    expect(['USize', 'VSize', 'bMasked'].map((name) => object.properties.get(name))).toEqual([16, 32, true])
    expect((await verifyPackage(await buildPackage(edit))).problems).toEqual([])
  })

  it('replaces a font at its height, unless another is asked for', async () => {
    const edit = await newPackage()
    const heights = async () => [...(await characters(edit)).values()].map(([, , , height]) => height)
    await importTrueType(edit, 'Tiny', FONT, { height: 23 })
    await importTrueType(edit, 'Tiny', FONT)
    expect(new Set(await heights())).toEqual(new Set([23]))
    await importTrueType(edit, 'Tiny', FONT, { height: 12 })
    expect(new Set(await heights())).toEqual(new Set([12]))
  })

  // The page changes its size too, but is on no surface.
  it.each([
    ['UE1', 69, 0],
    ['UE2', 128, 29],
    ['UE3', 868, 0],
  ])('says which characters a font of %s lost', async (_, version, licensee) => {
    const edit = await newPackage(version, licensee)
    await importTrueType(edit, 'Tiny', FONT, { height: 40, characters: ' ABCO' })
    const { notes } = await importTrueType(edit, 'Tiny', FONT, { characters: 'A' })
    expect(notes).toEqual(['7 characters that it had are missing now: space, B, C, O, b, c, o'])
    expect((await importTrueType(edit, 'Tiny', FONT, { characters: 'AB' })).notes).toEqual([])
  })

  it('draws codes above 127 as characters of a code page', async () => {
    // U+0410, the Cyrillic A, is C0 in Windows-1251; that is U+00C0 in Windows-1252.
    const cyrillic = tinyFont([
      { code: 0x20, advance: 300, data: [] },
      { code: 0xc0, advance: 400, data: triangle },
      { code: 0x410, advance: 600, data: square },
    ])
    const widthOf = async (options: ImportTrueTypeOptions) => {
      const edit = await newPackage()
      await importTrueType(edit, 'Tiny', cyrillic, { height: 10, ...options })
      return (await characters(edit)).get(0xc0)?.[2]
    }
    expect(await widthOf({})).toBe(4)
    expect(await widthOf({ codePage: 1251 })).toBe(6)
    expect(await widthOf({ codePage: 1251, characters: '\u0410' })).toBe(6)
    expect(await rejected(FONT, { codePage: 932 })).toBe(
      'expected a code page of Windows, 874 or 1250 to 1258, found 932',
    )
  })

  it('shades pixels by the area that is inside the outline', async () => {
    const full = [0, 255, 255, 255, 255, 0]
    const none = new Array<number>(6).fill(0)
    // The base line is 8 pixels down.
    expect(await drawn('A')).toEqual([none, none, none, none, full, full, full, full, none, none])
    expect((await drawn('B')).slice(4, 8)).toEqual([
      [128, 0, 0, 0],
      [255, 128, 0, 0],
      [255, 255, 128, 0],
      [255, 255, 255, 128],
    ])
    // The square at half its size: from 1 to 3 in both directions.
    expect((await drawn('C')).slice(4, 8)).toEqual([
      [0, 0, 0, 0],
      [0, 255, 255, 0],
      [0, 255, 255, 0],
      [0, 0, 0, 0],
    ])
  })

  it('fills a ring of curves to a thousandth of its area', async () => {
    // 100 pixels per line: radii of 50 and 25.
    const edit = await newPackage()
    await importTrueType(edit, 'Tiny', FONT, { height: 100, extendTop: 30 })
    const rows = await pixels(edit, (await characters(edit)).get(0x4f))
    const area = rows.flat().reduce((sum, value) => sum + value / 255, 0)
    expect(area / (Math.PI * (50 ** 2 - 25 ** 2))).toBeCloseTo(1, 2)
    expect(rows[60]?.[50]).toBe(0)
  })

  it('draws without smooth edges, thicker, slanted, underlined, with shadows, brighter', async () => {
    expect((await drawn('B', { antialias: false })).flat().every((value) => value === 0 || value === 255)).toBe(true)
    expect((await drawn('A', { bold: true }))[5]).toEqual([0, 255, 255, 255, 255, 255, 0])
    expect((await drawn('A', { underline: true }))[9]).toEqual(new Array<number>(6).fill(255))
    const slanted = await drawn('A', { italic: true })
    // The middle of each row is shifted to the right by a fifth of its height: 0.7 and 0.1 pixels.
    expect((slanted[4]?.[1] ?? 0) / 255).toBeCloseTo(0.3, 2)
    expect((slanted[7]?.[1] ?? 0) / 255).toBeCloseTo(0.9, 2)
    expect((await drawn('A', { shadowX: 1, shadowY: 1 }))[8]).toEqual([0, 0, 1, 1, 1, 1])
    expect((await drawn('B', { gamma: 2 }))[4]?.[0]).toBe(180)
  })

  it('adds pixels beside a character that belong to it', async () => {
    const edit = await newPackage()
    await importTrueType(edit, 'Tiny', FONT, {
      height: 10,
      extendLeft: 1,
      extendTop: 2,
      extendRight: 3,
      extendBottom: 4,
    })
    const box = (await characters(edit)).get(0x41)
    expect(box?.slice(2)).toEqual([10, 16, 0])
    expect((await pixels(edit, box))[6]).toEqual([0, 0, 255, 255, 255, 255, 0, 0, 0, 0])
  })

  it('makes white pages with alpha in UE2, and as many as necessary', async () => {
    const edit = await newPackage(128, 29)
    const { objects } = await importTrueType(edit, 'Tiny', FONT, {
      height: 10,
      pageWidth: 16,
      pageHeight: 16,
      kerning: 2,
    })
    expect(objects).toEqual(['Tiny', 'Tiny.Tiny_PageA', 'Tiny.Tiny_PageB'])
    const { object } = await edit.read(edit.export('Tiny'))
    if (!(object instanceof ue2.Font)) throw new Error('not a font')
    const view = new DataView(object.characters.buffer, object.characters.byteOffset)
    expect([object.kerning, object.isRemapped, object.textures.length, object.characters.length]).toEqual([
      2, 0, 2, 4352,
    ])
    expect([0, 4, 8, 12].map((at) => view.getInt32(0x4f * 17 + at, true))).toEqual([5, 1, 10, 10])
    expect(view.getUint8(0x4f * 17 + 16)).toBe(1)
    const { properties } = (await edit.read(edit.export('Tiny.Tiny_PageA'))).object
    expect([properties.get('bAlphaTexture'), properties.get('Format')]).toEqual([true, 5])
    expect((await pixels(edit, [11, 1, 4, 10])).slice(4, 6)).toEqual([
      [128, 0, 0, 0],
      [255, 128, 0, 0],
    ])
    expect((await verifyPackage(await buildPackage(edit))).problems).toEqual([])
  })

  it.each([512, 868])('makes the properties of UE3, version %d', async (version) => {
    const edit = await newPackage(version)
    const { objects } = await importTrueType(edit, 'Tiny', FONT, {
      height: 10,
      kerning: 1,
      pageWidth: 16,
      pageHeight: 16,
    })
    expect(objects).toEqual(['Tiny', 'Tiny.Tiny_PageA', 'Tiny.Tiny_PageB'])
    const pkg = await buildPackage(edit)
    expect((await verifyPackage(pkg)).problems).toEqual([])
    for await (const read of (await ObjectReader.open(pkg)).objects('Font')) {
      const map = fontMapOf(read)
      expect([map?.kerning, map?.textures.map(String)]).toEqual([
        1,
        ["Texture2D'Tiny.Tiny_PageA'", "Texture2D'Tiny.Tiny_PageB'"],
      ])
      const letter = map?.characters.find(({ code }) => code === 0x4f)
      expect(letter).toEqual({ code: 0x4f, page: 1, x: 5, y: 1, width: 10, height: 10, drop: 0 })
    }
    const page = (await extractAll(pkg)).flatMap(({ files }) => files).find(({ path }) => path.endsWith('PageA.png'))
    expect(pngHeader(page?.bytes ?? new Uint8Array())).toEqual([16, 16, 8, 6])
    const ranges = [[0x41, 0x42]] as const
    const fewer = await importTrueType(edit, 'Tiny', FONT, { height: 10, ranges, kerning: 0 })
    expect(fewer.objects).toEqual(['Tiny', 'Tiny.Tiny_PageA'])
    expect((await verifyPackage(await buildPackage(edit))).problems).toEqual([])
  })

  it('remaps characters beyond 255, in both cases', async () => {
    const greek = tinyFont(
      [
        { code: 0x3a9, advance: 600, data: square },
        { code: 0x4e00, advance: 600, data: square },
      ],
      12,
    )
    for (const [version, licensee] of [
      [69, 0],
      [128, 29],
      [100, 0],
    ] as const) {
      const edit = await newPackage(version, licensee)
      const ranges = [
        [0x3a0, 0x3af],
        [0x4e00, 0x4e01],
      ] as const
      const { notes } = await importTrueType(edit, 'Tiny', greek, { height: 10, ranges, characters: 'Ω' })
      expect(notes).toEqual(['16 of 18 characters are not in the font'])
      const { object } = await edit.read(edit.export('Tiny'))
      if (!(object instanceof ue1.Font || object instanceof ue2.Font)) throw new Error('not a font')
      expect([[...object.remap], object.isRemapped]).toEqual([[0x3a9, 0, 0x3c9, 0, 0x4e00, 1], 1])
      expect((await verifyPackage(await buildPackage(edit))).problems).toEqual([])
    }
    const old = await newPackage(68)
    await expect(importTrueType(old, 'Tiny', greek, { characters: 'Ω' })).rejects.toThrow(/^fonts of this version/)
  })

  // Node 20 decodes 80 to 9F of Windows-1252 as control characters.
  it('treats codes below 256 as Windows-1252, like the map of an extracted font', async () => {
    const edit = await newPackage()
    await importTrueType(edit, 'Tiny', tinyFont([{ code: 0x20ac, advance: 600, data: square }]), { height: 10 })
    expect([...(await characters(edit)).keys()]).toEqual([0x80])
    const files = (await extractAll(await buildPackage(edit))).flatMap((one) => one.files)
    const map = files.find(({ path }) => path.endsWith('.json'))?.bytes
    expect(new TextDecoder().decode(map)).toContain('"character": "€"')
  })

  it('puts the same number of characters on each page of UE1', async () => {
    const edit = await newPackage()
    await importTrueType(edit, 'Tiny', FONT, { height: 10, charactersPerPage: 32 })
    const { object } = await edit.read(edit.export('Tiny'))
    if (!(object instanceof ue1.Font)) throw new Error('not a font')
    // Codes 32 to 63 are on the second page, 64 to 95 on the third.
    expect([object.charactersPerPage, object.pages.map(({ characters: list }) => list.length / 4)]).toEqual([
      32,
      [32, 32, 32],
    ])
    expect(Array.from(object.pages[2]?.characters.slice(4, 8) ?? [])).toEqual([0, 1, 6, 10])
    expect(await rejected(FONT, { height: 10, pageWidth: 16, pageHeight: 16, charactersPerPage: 256 })).toMatch(
      /^256 characters do not fit a page of 16 × 16 pixels/,
    )
  })

  it('replaces a font, with fewer pages', async () => {
    const edit = await newPackage()
    await importTrueType(edit, 'Tiny', FONT, { height: 10, charactersPerPage: 32 })
    const { objects, notes } = await importTrueType(edit, 'Tiny', FONT, { height: 12 })
    expect(objects).toEqual(['Tiny', 'Tiny.Tiny_PageA', 'Tiny.Palette1'])
    expect(notes).toEqual(['its lines were 10 pixels high, and are 12 now'])
    expect(edit.exports.filter(({ className }) => className === 'Texture').map(({ path }) => path)).toEqual([
      'Tiny.Tiny_PageA',
    ])
    expect((await verifyPackage(await buildPackage(edit))).problems).toEqual([])
  })

  it('reports what is wrong with a font', async () => {
    expect(await rejected(new Uint8Array(0))).toMatch(/^expected a TrueType font/)
    expect(await rejected(Uint8Array.from('RIFF and more bytes', (text) => text.charCodeAt(0)))).toMatch(
      /begin with "RIFF"$/,
    )
    expect(await rejected(fontOf({}, 'OTTO'))).toMatch(/CFF/)
    expect(await rejected(fontOf({}, 'wOF2'))).toMatch(/WOFF/)
    expect(await rejected(fontOf({}))).toBe('expected a table "head" in the font, found none')
    expect(await rejected(FONT, { characters: 'Q' })).toBe('the font has none of the requested characters')
    const itself = tinyFont([{ code: 0x41, advance: 600, data: part(1, 0, 0, 0x4000) }])
    expect(await rejected(itself)).toMatch(/^glyph 1 of the font contains itself/)
    const huge = tinyFont([
      { code: 0x41, advance: 600, data: part(2, 0, 0, 0x4000) },
      {
        code: 0x42,
        advance: 1,
        data: outline([
          [-32000, -32000],
          [32000, 32000],
          [0, 9],
        ]),
      },
    ])
    expect(await rejected(huge, { height: 200 })).toMatch(/pixels$/)
    expect(await rejected(FONT, { height: 300 })).toMatch(/^a character of .* does not fit a page of 256 × 256$/)
    for (const options of [
      { height: 0 },
      { height: 1.5 },
      { gamma: 0 },
      { pageWidth: 100 },
      { spaceX: -1 },
      { charactersPerPage: 0 },
      { kerning: Number.NaN },
      { ranges: [[5, 3]] as const },
    ])
      expect(await rejected(FONT, options)).toMatch(/^expected /)
  })

  it('fails in no other way, wherever a font is cut or changed', async () => {
    for (const at of stepsOf(FONT.length, 300)) {
      const changed = Object.assign(FONT.slice(), { [at]: (FONT[at] ?? 0) ^ 0x81 })
      for (const font of [FONT.subarray(0, at), changed]) {
        try {
          await importTrueType(await newPackage(), 'Tiny', font, { height: 8 })
        } catch (error) {
          expect(error).toBeInstanceOf(MediaError)
        }
      }
    }
  })
})

const DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
if (!existsSync(DEJAVU)) process.stdout.write('skipped: DejaVu Sans: needs the font, which is absent\n')

describe('a real font', () => {
  it.skipIf(!existsSync(DEJAVU))('has letters of the widths that it states', async () => {
    const edit = await newPackage(128, 29)
    const { notes } = await importTrueType(edit, 'Tiny', new Uint8Array(readFileSync(DEJAVU)), { height: 20 })
    expect(notes).toEqual([])
    const { object } = await edit.read(edit.export('Tiny'))
    if (!(object instanceof ue2.Font)) throw new Error('not a font')
    const view = new DataView(object.characters.buffer, object.characters.byteOffset)
    const width = (letter: string) => view.getInt32(letter.charCodeAt(0) * 17 + 8, true)
    // 2048 units per em, 2384 per line: i 569, M 1767, € (as 80 of Windows-1252) 1303.
    expect(['i', 'M', '\x80'].map(width)).toEqual([569, 1767, 1303].map((units) => Math.round((units * 20) / 2384)))
  })
})
