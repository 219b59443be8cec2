import { portableCodecs } from '@ukit/codecs'
import { encodePcx, readPcx } from '@ukit/codecs/images'
import { Guid, ObjectReader, openPackage } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { ExecRun, execProject } from '@ukit/import'
import { ue1 } from '@ukit/objects'
import { Class } from '@ukit/objects/script'
import { describe, expect, test } from 'vitest'
import { savedBytes } from '../../../../testing/bytes.js'
import { chunk, format, riff } from '../../../media/test/wave.js'

const codecs = portableCodecs
const data = Uint8Array.from({ length: 16 }, (_, i) => i * 3)
const palette = Uint8Array.from({ length: 768 }, (_, i) => (i * 5) & 255)
const PCX = encodePcx({ format: 'indexed', width: 4, height: 4, data, palette })
const WAV = riff(format(1, 8), chunk('data', '80 90 A0 70'))

/** A package that these lines made, with what `more` adds. */
async function packageOf(lines: readonly string[], more: (edit: PackageEdit) => void = () => undefined) {
  const edit = await createPackage({ name: 'Mine', version: 69, guid: new Guid(1, 2, 3, 4) })
  const readFile = async (path: string) => (/\.wav$/i.test(path) ? WAV : PCX)
  const exec = new ExecRun(edit, { folder: 'Mine', readFile, outside: true })
  for (const line of lines) await exec.run(line)
  await exec.finish()
  more(edit)
  return openPackage(memorySource(await savedBytes(await buildPackage(edit))), { fileName: 'Mine.u' })
}

const project = async (pkg: Awaited<ReturnType<typeof packageOf>>, lines: readonly string[]) =>
  execProject(await ObjectReader.open(pkg), lines, { folder: 'Mine', codecs })

describe('the files of #exec lines', () => {
  test('are at the paths and in the formats that the lines name, also in folders of other packages', async () => {
    const lines = [
      '#exec TEXTURE IMPORT NAME=Wall FILE=Art\\wall.PCX GROUP=Skins MIPS=OFF',
      '#exec TEXTURE IMPORT FILE=..\\Other\\Models\\wall2.bmp MIPS=OFF // an eye',
      '#exec AUDIO IMPORT FILE="Snd\\beep one.wav" NAME="Beep" GROUP="Fx"',
    ]
    const { files, changed, made } = await project(await packageOf(lines), lines)
    expect(changed).toEqual([])
    expect([...made].map(({ path }) => path)).toEqual(['Skins.Wall', 'wall2', 'Fx.Beep'])
    expect(files.map(({ path, object }) => [path, object])).toEqual([
      ['Mine/Art/wall.PCX', 'Skins.Wall'],
      ['Other/Models/wall2.bmp', 'wall2'],
      ['Mine/Snd/beep one.wav', 'Fx.Beep'],
    ])
    const [wall, bmp, beep] = files
    expect(readPcx(wall?.bytes ?? PCX)).toMatchObject({ format: 'indexed', data, palette })
    expect([...(bmp?.bytes.subarray(0, 2) ?? [])]).toEqual([...'BM'].map((letter) => letter.charCodeAt(0)))
    expect(beep?.bytes).toEqual(WAV)
  })

  test('are one file for two objects with the same content; a path outside the project is replaced', async () => {
    const lines = [
      '#exec TEXTURE IMPORT NAME=A FILE=Art\\One.pcx MIPS=OFF',
      '#exec TEXTURE IMPORT NAME=B FILE=art\\one.pcx MIPS=OFF',
      '#exec AUDIO IMPORT NAME=Far FILE=C:\\Sounds\\Far.wav',
      '#exec AUDIO IMPORT NAME=Up FILE="..\\..\\Up.wav"',
    ]
    const { files, changed } = await project(await packageOf(lines), lines)
    expect(files.map(({ path }) => path)).toEqual(['Mine/Art/One.pcx', 'Mine/Files/Far.wav', 'Mine/Files/Up.wav'])
    expect(changed).toEqual([
      {
        index: 2,
        text: '#exec AUDIO IMPORT NAME=Far FILE=Files\\Far.wav',
        reason: 'C:\\Sounds\\Far.wav is outside the project',
      },
      {
        index: 3,
        text: '#exec AUDIO IMPORT NAME=Up FILE=Files\\Up.wav',
        reason: '..\\..\\Up.wav is outside the project',
      },
    ])
  })

  test('are a package for objects without such a file; lines without an object become comments', async () => {
    const lines = [
      '#exec TEXTURE IMPORT NAME=Page FILE=Art\\Page.pcx GROUP=Skins MIPS=OFF',
      '#exec FONT IMPORT FILE=Art\\Small.pcx NAME=Small',
      '#exec MESH DEVICEMESH FROMMESH=Boat NAME=Small',
      '#exec AUDIO IMPORT FILE=Gone.wav',
      '#exec MESH IMPORT MESH=Gone ANIVFILE=Gone_a.3d DATAFILE=Gone_d.3d',
      '#exec MESHMAP SCALE MESHMAP=Gone X=1 Y=1 Z=1',
    ]
    const pkg = await packageOf(lines.slice(0, 1), (edit) => {
      const font = new ue1.Font()
      const texture = edit.export('Skins.Page')
      font.pages = [Object.assign(new ue1.FontPage(), { texture, characters: Int32Array.of(1, 1, 2, 2) })]
      font.charactersPerPage = 1
      addObject(edit, 'Small', 'Engine.Font', font)
    })
    const { files, changed } = await project(pkg, lines)
    expect(files.map(({ path }) => path)).toEqual(['Mine/Art/Page.pcx', 'Mine/Files/Mine.u'])
    expect(changed.map(({ text }) => text)).toEqual([
      '#exec OBJ LOAD FILE=Files\\Mine.u PACKAGE=Mine',
      '//#exec MESH DEVICEMESH FROMMESH=Boat NAME=Small',
      '//#exec AUDIO IMPORT FILE=Gone.wav',
      '//#exec MESH IMPORT MESH=Gone ANIVFILE=Gone_a.3d DATAFILE=Gone_d.3d',
      '//#exec MESHMAP SCALE MESHMAP=Gone X=1 Y=1 Z=1',
    ])
    // Carried out again, the lines make the same objects: the font refers to the texture of the first line.
    const edit = await createPackage({ name: 'Mine', version: 69, guid: new Guid(1, 2, 3, 4) })
    const bytes = new Map(files.map((file) => [file.path, file.bytes]))
    const exec = new ExecRun(edit, {
      folder: 'Mine',
      readFile: async (path) => bytes.get(path),
      openPackage: async (path) => openPackage(memorySource(bytes.get(path) ?? PCX), { fileName: 'Mine.u' }),
    })
    const again = lines.map((line, index) => changed.find((one) => one.index === index)?.text ?? line)
    for (const line of again) if (line.startsWith('#')) await exec.run(line)
    const { object } = await edit.read(edit.export('Small'))
    expect(object).toBeInstanceOf(ue1.Font)
    if (object instanceof ue1.Font) expect(object.pages[0]?.texture).toBe(edit.export('Skins.Page'))
  })

  test('are a package with a line of its own for objects that no line makes, unless they need classes', async () => {
    const lines = ['#exec TEXTURE IMPORT NAME=Page FILE=Art\\Page.pcx MIPS=OFF']
    const pkg = await packageOf(lines, (edit) => {
      addObject(edit, 'Kind', 'Class', new Class())
      addObject(edit, 'Small', 'Engine.Font', new ue1.Font())
      addObject(edit, 'Thing', 'Kind', new ue1.Font())
    })
    const others = pkg.exports.filter(({ name }) => name === 'Small' || name === 'Thing')
    const found = await execProject(await ObjectReader.open(pkg), lines, { folder: 'Mine', codecs, others })
    expect(found.files.map(({ path }) => path)).toEqual(['Mine/Art/Page.pcx', 'Mine/Files/Mine.u'])
    expect([found.added, found.changed]).toEqual([['#exec OBJ LOAD FILE=Files\\Mine.u PACKAGE=Mine'], []])
    expect([...found.made].map(({ name }) => name)).toEqual(['Page', 'Small'])
  })

  test('are made for OBJ LOAD into the package itself: what is in its group', async () => {
    const made = [
      '#exec TEXTURE IMPORT NAME=Wall FILE=wall.pcx GROUP=Skins MIPS=OFF',
      '#exec TEXTURE IMPORT NAME=Roof FILE=roof.pcx GROUP=Other MIPS=OFF',
    ]
    const line = '#exec OBJ LOAD FILE=..\\Textures\\Stones.utx PACKAGE=Mine.Skins'
    const { files, changed } = await project(await packageOf(made), [line])
    expect([files.map(({ path }) => path), changed]).toEqual([['Textures/Stones.utx'], []])
    const stones = await openPackage(memorySource(files[0]?.bytes ?? PCX), { fileName: 'Stones.utx' })
    expect(stones.exports.map(({ path, className }) => `${className} ${path}`)).toContain('Texture Wall')
    expect(stones.exports.some(({ name }) => name === 'Roof')).toBe(false)
    expect((await PackageEdit.open(stones)).find('Skins')).toBeUndefined()
  })
})
