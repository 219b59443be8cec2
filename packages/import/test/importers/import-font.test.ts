import type { IndexedPicture, Picture } from '@ukit/codecs/images'
import { buildPackage, createPackage, type PackageEdit } from '@ukit/edit'
import { importFont } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { MediaError } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'
import { extractAll } from '../../../media/test/support.js'

const newPackage = (version: number, licensee = 0) =>
  createPackage({ name: 'Made', guid: guidOf('Made'), version, licensee })

/**
 * Rows of cells of these widths, 6 pixels high, with frames around them; each cell is filled with its number.
 */
function framed(rows: readonly (readonly number[])[], { frame = 255, width = 64, height = 32 } = {}): IndexedPicture {
  const data = new Uint8Array(width * height)
  let y = 0
  let number = 1
  for (const widths of rows) {
    let x = 0
    for (const cell of widths) {
      for (let v = 0; v < 8; v++) for (let u = 0; u < cell + 2; u++) data[(y + v) * width + x + u] ||= frame
      for (let v = 1; v < 7; v++) for (let u = 1; u <= cell; u++) data[(y + v) * width + x + u] = number
      number++
      x += cell + 1
    }
    y += 7
  }
  const palette = Uint8Array.from({ length: 768 }, (_, i) => (i * 7) & 255)
  return { format: 'indexed', width, height, data, palette }
}

async function characters(edit: PackageEdit, path = 'Small'): Promise<[code: number, ...rectangle: number[]][]> {
  const { object } = await edit.read(edit.export(path))
  const list = object instanceof ue1.Font ? object.pages[0]?.characters : undefined
  return Array.from({ length: 256 }, (_, code) => [code, ...(list ?? []).slice(code * 4, code * 4 + 4)] as const)
    .filter(([, , , width = 0]) => width > 0)
    .map((all) => [...all])
}

async function colors(edit: PackageEdit, path: string): Promise<Uint8Array> {
  const { object } = await edit.read(edit.export(path))
  return object instanceof ue1.Texture || object instanceof ue2.Texture
    ? (object.mips[0]?.data ?? new Uint8Array())
    : new Uint8Array()
}

describe('importFont', () => {
  const rows = [
    [3, 5, 4],
    [2, 6],
  ]

  it('takes characters from frames, the space first, and turns the frames into holes', async () => {
    const edit = await newPackage(69)
    const { objects, className, notes } = await importFont(edit, 'Small', framed(rows))
    expect([className, objects, notes]).toEqual(['Font', ['Small', 'Small.Texture0', 'Small.Palette1'], []])
    expect(await characters(edit)).toEqual([
      [32, 1, 1, 3, 6],
      [33, 5, 1, 5, 6],
      [34, 11, 1, 4, 6],
      [35, 1, 8, 2, 6],
      [36, 4, 8, 6, 6],
    ])
    expect(await colors(edit, 'Small.Texture0')).toEqual(framed(rows).data.map((color) => (color === 255 ? 0 : color)))
    const texture = edit.export('Small.Texture0')
    const { object } = await edit.read(texture)
    expect([object.properties.get('bMasked'), texture.flags, edit.export('Small').flags]).toEqual([
      true,
      0x70000,
      0xf0004,
    ])
    const pkg = await buildPackage(edit)
    expect((await verifyPackage(pkg)).problems).toEqual([])
    const files = (await extractAll(pkg)).flatMap((one) => one.files.map(({ path }) => path))
    expect(files).toContain('Made/Small.fnt')
  })

  it("leaves out unclosed frames, and uses the corner's colour for the frame if colour 255 is missing", async () => {
    const edit = await newPackage(69)
    // The second row's last cell has no right side.
    const picture = framed([[3, 5, 50], [4]], { frame: 9 })
    const open = { ...picture, data: picture.data.slice() }
    for (let y = 1; y < 7; y++) open.data[y * 64 + 61] = 0
    await importFont(edit, 'Small', open)
    expect(await characters(edit)).toEqual([
      [32, 1, 1, 3, 6],
      [33, 5, 1, 5, 6],
      [34, 1, 8, 4, 6],
    ])
  })

  // Code page 850: é is 82, ß E1, Å 8F, ÿ 98.
  it('reads characters above 127 in the order of code page 850', async () => {
    const edit = await newPackage(69)
    const cells = Array.from({ length: 14 }, () => Array.from({ length: 16 }, () => 2))
    await importFont(edit, 'Small', framed(cells, { width: 64, height: 128 }))
    const found = new Map(
      (await characters(edit)).map(([code, x = 0, y = 0]) => [code, 32 + ((y - 1) / 7) * 16 + (x - 1) / 3]),
    )
    const places = ['A', '~', 'é', 'ß', 'Å', 'ÿ'].map((text) => found.get(text.charCodeAt(0)))
    expect(places).toEqual([0x41, 0x7e, 0x82, 0xe1, 0x8f, 0x98])
    expect([0x80, 0x9f, 0xa0, 0xa8].map((code) => found.get(code))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('takes pictures without a palette, in which the corner has the colour of the frame', async () => {
    const edit = await newPackage(69)
    const { data, width, height } = framed(rows)
    const rgba = Uint8Array.from({ length: data.length * 4 }, (_, i) => ((i & 3) === 3 ? 255 : (data[i >> 2] ?? 0)))
    const picture: Picture = { format: 'rgba', width, height, data: rgba }
    await importFont(edit, 'Small', picture)
    expect((await characters(edit)).length).toBe(5)
    expect((await colors(edit, 'Small.Texture0'))[0]).toBe(0)
  })

  it('makes the characters of UE2', async () => {
    const edit = await newPackage(128, 29)
    await importFont(edit, 'Fonts.Small', framed(rows))
    const { object } = await edit.read(edit.export('Fonts.Small'))
    if (!(object instanceof ue2.Font)) throw new Error('not a font')
    const view = new DataView(object.characters.buffer, object.characters.byteOffset)
    expect([object.characters.length, object.textures.map(String)]).toEqual([4352, ["Texture'Fonts.Small.Texture0'"]])
    expect([0, 4, 8, 12].map((at) => view.getInt32(33 * 17 + at, true))).toEqual([5, 1, 5, 6])
    expect((await verifyPackage(await buildPackage(edit))).problems).toEqual([])
  })

  it('replaces a font and its page', async () => {
    const edit = await newPackage(69)
    await importFont(edit, 'Small', framed(rows))
    const { objects } = await importFont(edit, 'small', framed([[7]]))
    expect(objects).toEqual(['Small', 'Small.Texture0', 'Small.Palette1'])
    expect(edit.exports.map(({ path }) => path)).toEqual(['Small', 'Small.Palette1', 'Small.Texture0'])
    expect(await characters(edit)).toEqual([[32, 1, 1, 7, 6]])
  })

  it.each([
    ['no frames', { ...framed([]), data: new Uint8Array(64 * 32) }, /^expected frames around characters/],
    [
      'too many',
      framed(
        Array.from({ length: 15 }, () => Array.from({ length: 16 }, () => 2)),
        { height: 128 },
      ),
      /^expected at most 224/,
    ],
    ['an odd size', framed(rows, { width: 60 }), /expected pages with sides that are powers of two, found 60 × 32/],
  ])('refuses %s and leaves the document as it was', async (_, picture, message) => {
    const edit = await newPackage(69)
    await expect(importFont(edit, 'New.Small', picture)).rejects.toThrow(message)
    expect([edit.exports.length, edit.imports.length]).toEqual([0, 0])
  })

  it('refuses packages with fonts in a different form', async () => {
    const edit = await newPackage(61)
    await expect(importFont(edit, 'Small', framed(rows))).rejects.toBeInstanceOf(MediaError)
    expect([edit.exports.length, edit.imports.length]).toEqual([0, 0])
  })
})
