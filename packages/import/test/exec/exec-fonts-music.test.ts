import { encodePcx, type IndexedPicture } from '@ukit/codecs/images'
import { Guid } from '@ukit/core'
import { createPackage, type PackageEdit } from '@ukit/edit'
import { ExecRun } from '@ukit/import'
import { ue1 } from '@ukit/objects'
import { describe, expect, test } from 'vitest'
import { latin1 } from '../../../media/test/support.js'
import { outline, tinyFont } from '../importers/tiny-font.js'

/** The first letters of a module of Impulse Tracker. */
const MODULE = new Uint8Array(64)
MODULE.set(latin1('IMPM'))

const FRAME = 255
const SIDE = 16

/** Frames around two characters 3 and 5 pixels wide, both 6 high; each is filled with its number. */
function fontPicture(): IndexedPicture {
  const data = new Uint8Array(SIDE * SIDE)
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 11; x++) {
      const isInside = y > 0 && y < 7 && x !== 0 && x !== 4 && x !== 10
      data[y * SIDE + x] = isInside ? (x < 4 ? 1 : 2) : FRAME
    }
  }
  return { format: 'indexed', width: SIDE, height: SIDE, data, palette: new Uint8Array(768).map((_, i) => i & 255) }
}

/**
 * 1000 units per line, of which 800 are above the base line: A is a square of 400 × 400 units, B is half as
 * wide.
 */
const TINY = tinyFont([
  { code: 0x20, advance: 300, data: [] },
  {
    code: 0x41,
    advance: 600,
    data: outline([
      [100, 0],
      [500, 0],
      [500, 400],
      [100, 400],
    ]),
  },
  {
    code: 0x42,
    advance: 400,
    data: outline([
      [0, 0],
      [200, 0],
      [200, 400],
      [0, 400],
    ]),
  },
])

const FILES: Readonly<Record<string, Uint8Array>> = {
  'Mine/Music/Theme.it': MODULE,
  'Mine/Textures/Small.pcx': encodePcx(fontPicture()),
  'Mine/Fonts/Tiny.ttf': TINY,
}

async function execIn(): Promise<{ edit: PackageEdit; exec: ExecRun; asked: string[] }> {
  const edit = await createPackage({ name: 'Mine', version: 69, guid: new Guid(1, 2, 3, 4) })
  const asked: string[] = []
  const readFile = async (path: string) => {
    asked.push(path)
    return FILES[path]
  }
  return { edit, exec: new ExecRun(edit, { folder: 'Mine', readFile }), asked }
}

/** Rectangles of a font's characters, by code. */
async function charactersOf(edit: PackageEdit, path: string): Promise<Record<number, number[]>> {
  const { object } = await edit.read(edit.export(path))
  if (!(object instanceof ue1.Font)) throw new TypeError('not a font')
  const found: Record<number, number[]> = {}
  for (const [page, { characters }] of object.pages.entries())
    for (let i = 0; i * 4 < characters.length; i++)
      if ((characters[i * 4 + 2] ?? 0) > 0)
        found[page * object.charactersPerPage + i] = [...characters.slice(i * 4, i * 4 + 4)]
  return found
}

describe('lines of #exec for music and fonts', () => {
  test('MUSIC IMPORT makes music from a module, byte for byte, named after the file or by the line', async () => {
    const { edit, exec } = await execIn()
    const { imported } = await exec.run('#exec MUSIC IMPORT FILE="Music\\Theme.it" NAME="Song1"', 'A.uc:1')
    await exec.run('#exec MUSIC IMPORT FILE=Music\\Theme.it')
    expect(imported).toMatchObject({ path: 'Song1', className: 'Music' })
    for (const path of ['Song1', 'Theme']) {
      const { object } = await edit.read(edit.export(path))
      if (!(object instanceof ue1.Music)) throw new TypeError('not music')
      expect({ format: object.format.toString(), data: object.data }).toEqual({ format: 'it', data: MODULE })
    }
  })

  test('FONT IMPORT makes characters from the frames of a picture, the space first', async () => {
    const { edit, exec } = await execIn()
    const { imported, remarks } = await exec.run('#exec FONT IMPORT FILE=Textures\\Small.pcx NAME=SmallFont HD=Fine')
    expect(imported).toMatchObject({ path: 'SmallFont', className: 'Font' })
    expect(remarks).toEqual(['HD=Fine is left out: ukit does not import it'])
    expect(await charactersOf(edit, 'SmallFont')).toEqual({ 32: [1, 1, 3, 6], 33: [5, 1, 5, 6] })
  })

  test('NEW TRUETYPEFONTFACTORY draws the characters of the ranges from a font in the folder Fonts', async () => {
    const { edit, exec } = await execIn()
    const line = '#exec new TrueTypeFontFactory Name=TinyFont FontName="Tiny" Height=10 UnicodeRange="41-42" USize=64'
    const { imported } = await exec.run(line, 'A.uc:7')
    expect(imported).toMatchObject({ path: 'TinyFont', className: 'Font' })
    const found = await charactersOf(edit, 'TinyFont')
    // The space of the font is not among the codes; a letter that is missing is drawn as the same letter in
    // the other case.
    expect(Object.keys(found)).toEqual(['65', '66', '97', '98'])
    // Ten pixels per 1000 units: the square advances by 6 pixels, the bar by 4, and a line is 10 high.
    expect(found[65]?.slice(2)).toEqual([6, 10])
    expect(found[66]?.slice(2)).toEqual([4, 10])
  })

  test('a font that is not in the project is named, with the path where it was expected', async () => {
    const { exec, asked } = await execIn()
    await expect(exec.run('#exec NEW TRUETYPEFONTFACTORY NAME=Big FONTNAME="Tahoma" HEIGHT=20')).rejects.toThrow(
      'there is no font Tahoma: expected it as Tahoma.ttf in the folder of the package',
    )
    expect(asked).toEqual(['Mine/Tahoma.ttf', 'Mine/Tahoma.otf', 'Mine/Fonts/Tahoma.ttf', 'Mine/Fonts/Tahoma.otf'])
  })

  test('music that is a picture, and a font that is a module, are refused', async () => {
    const { exec } = await execIn()
    await expect(exec.run('#exec MUSIC IMPORT FILE=Textures\\Small.pcx')).rejects.toThrow('expected a module')
    await expect(exec.run('#exec FONT IMPORT FILE=Music\\Theme.it')).rejects.toThrow(
      'expected a picture as PNG, JPEG, DDS, BMP, PCX or TGA, found data that begin 49 4d 50 4d',
    )
  })
})
