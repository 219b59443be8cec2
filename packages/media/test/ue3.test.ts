import { encodePng } from '@ukit/codecs/images'
import { Name } from '@ukit/container'
import { Guid, ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import { EXPORTERS, extensionOf, type MediaFile } from '@ukit/media'
import { common, Property, type PropertyValue, type UnrealObject, ue3 } from '@ukit/objects'
import { describe, expect, it, test } from 'vitest'
import { body, extractAll, latin1, packageOf, pngHeader } from './support.js'

/** An exporter needs a package only for the byte order. */
async function exported(object: UnrealObject, mips = false): Promise<MediaFile[]> {
  const pkg = await packageOf({ version: 868 }, ['None'], [], [{ objectName: 'Thing', body: body('00') }])
  const reader = await ObjectReader.open(pkg)
  const zlib = await nodeCodecs.zlib()
  const thing = pkg.exports[0]!
  const read = { export: thing, object, rest: new Uint8Array(0), opaqueBytes: 0, error: undefined }
  const exporter = EXPORTERS.find((candidate) => candidate.takes(read))
  if (exporter === undefined) throw new Error('no exporter takes it')
  return exporter.export(read, {
    reader,
    codecs: nodeCodecs,
    deflate: (bytes) => zlib.compress!(bytes),
    mips,
    options: {},
    openFile: async () => undefined,
    classPackages: async () => [],
    fileOf: async () => undefined,
  })
}

function bulk(payload: Uint8Array): common.BulkData {
  return Object.assign(new common.BulkData(), { payload, count: payload.length, sizeOnDisk: payload.length })
}

/** A block that is in another file. */
function outside(): common.BulkData {
  return Object.assign(new common.BulkData(), { flags: 1, count: 64, sizeOnDisk: 64, externalOffset: 1000 })
}

function withProperties<T extends UnrealObject>(object: T, values: Readonly<Record<string, PropertyValue>>): T {
  for (const [key, value] of Object.entries(values)) {
    object.properties.items.push(Object.assign(new Property(new Name({ text: key, index: 1 })), { value }))
  }
  return object
}

const name = (text: string) => new Name({ text, index: 1 })

function texture(
  format: PropertyValue,
  ...mips: [width: number, height: number, data: common.BulkData][]
): ue3.Texture2D {
  const made = withProperties(new ue3.Texture2D(), { Format: format })
  made.mips = mips.map(([width, height, data]) => Object.assign(new ue3.Texture2DMip(), { width, height, data }))
  return made
}

test('--class Texture includes the light maps of levels', async () => {
  const edit = await createPackage({ name: 'Map', version: 868, guid: new Guid(1, 2, 3, 4) })
  const lightMap = withProperties(new ue3.LightMapTexture2D(), {})
  lightMap.mips = [
    Object.assign(new ue3.Texture2DMip(), { width: 1, height: 1, data: bulk(Uint8Array.of(1, 2, 3, 4)) }),
  ]
  addObject(edit, 'Light', 'Engine.LightMapTexture2D', lightMap)
  await setProperty(edit, edit.export('Light'), 'Format', 'PF_A8R8G8B8')
  const all = await extractAll(await buildPackage(edit), { only: ['texture'] })
  expect(all.map(({ object, files }) => [object, files.length])).toEqual([['Light', 1]])
})

describe('textures of UE3', () => {
  it('give the largest level, or every level if all sizes are requested', async () => {
    const made = texture(name('PF_G8'), [2, 2, bulk(Uint8Array.of(1, 2, 3, 4))], [1, 1, bulk(Uint8Array.of(5))])
    const [file, ...more] = await exported(made)
    expect(more).toEqual([])
    expect(file).not.toHaveProperty('note')
    expect(pngHeader(file!.bytes)).toEqual([2, 2, 8, 0])
    expect((await exported(made, true)).map(({ suffix }) => suffix)).toEqual([undefined, '.mip1'])
  })

  it('have a note if the package lists no larger levels', async () => {
    const made = texture(name('PF_A8R8G8B8'), [1, 1, bulk(Uint8Array.of(1, 2, 3, 4))])
    withProperties(made, { SizeX: 4, SizeY: 4 })
    const [file] = await exported(made)
    expect(file?.note).toBe('1 × 1 of 4 × 4 pixels: the package lists no larger levels')
    expect(file?.reduced).toEqual({ width: 1, height: 1, of: { width: 4, height: 4 } })
  })

  it('have a note on where the larger levels are', async () => {
    const made = texture(name('PF_A8R8G8B8'), [4, 4, outside()], [1, 1, bulk(Uint8Array.of(1, 2, 3, 4))])
    withProperties(made, { TextureFileCacheName: name('Textures') })
    const [file] = await exported(made)
    expect(file?.note).toBe('1 × 1 of 4 × 4 pixels: larger levels are in the texture file cache Textures.tfc')
    made.mips = made.mips.slice(0, 1)
    await expect(exported(made)).rejects.toThrow(/Textures\.tfc/)
  })

  it('give the imported picture if the largest level is not available', async () => {
    const zlib = await nodeCodecs.zlib()
    const png = encodePng({ format: 'gray', width: 1, height: 1, data: Uint8Array.of(9) }, (bytes) =>
      zlib.compress!(bytes),
    )
    const made = texture(name('PF_DXT1'), [4, 4, outside()])
    made.sourceArt = bulk(png)
    expect(await exported(made)).toEqual([{ extension: 'png', bytes: png, note: 'the picture as imported' }])
    made.sourceArt = bulk(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))
    withProperties(made, { SizeX: 2, SizeY: 1 })
    expect(pngHeader((await exported(made))[0]!.bytes)).toEqual([2, 1, 8, 6])
  })

  it('know formats by number too; unknown formats are refused by name', async () => {
    const pixel = bulk(Uint8Array.of(1, 2, 3, 4))
    expect(await exported(texture(2, [1, 1, pixel]))).toHaveLength(1)
    await expect(exported(texture(name('PF_DepthStencil'), [1, 1, pixel]))).rejects.toThrow(/PF_DepthStencil/)
    await expect(exported(texture(99, [1, 1, pixel]))).rejects.toMatchObject({ reason: 'unsupported' })
    await expect(exported(texture(name('PF_DXT1')))).rejects.toMatchObject({ reason: 'no-data' })
  })
})

describe('sounds and films of UE3', () => {
  it('take the imported file first, then the data of the platforms in order', async () => {
    const wave = new ue3.SoundNodeWave()
    await expect(exported(wave)).rejects.toMatchObject({ reason: 'no-data' })
    wave.compressedXbox360Data = bulk(latin1('????'))
    expect(await exported(wave)).toMatchObject([{ extension: 'xma' }])
    wave.compressedPcData = bulk(latin1('OggS'))
    expect(await exported(wave)).toEqual([{ extension: 'ogg', bytes: latin1('OggS') }])
    wave.rawData = bulk(latin1('RIFF....WAVE'))
    expect(await exported(wave)).toEqual([{ extension: 'wav', bytes: latin1('RIFF....WAVE') }])
  })

  it('name the file that contains a streamed sound', async () => {
    const stream = withProperties(new ue3.WwiseStream(), { Filename: name('VO_en') })
    stream.data = outside()
    await expect(exported(stream)).rejects.toThrow('VO_en.afc')
    stream.data = bulk(latin1('RIFX....WAVE'))
    expect(await exported(stream)).toMatchObject([{ extension: 'wem' }])
    const bank = Object.assign(new ue3.WwiseBank(), { bank: bulk(latin1('BKHD')) })
    expect(await exported(bank)).toMatchObject([{ extension: 'bnk' }])
  })

  it('films and Flash movies are the file that they contain', async () => {
    const film = Object.assign(new ue3.TextureMovie(), { movie: bulk(latin1('BIKi')) })
    expect(await exported(film)).toEqual([{ extension: 'bik', bytes: latin1('BIKi') }])
    const movie = withProperties(new ue3.Texture(), { RawData: [...latin1('CFX\x08')] })
    expect(await exported(movie)).toEqual([{ extension: 'gfx', bytes: latin1('CFX\x08') }])
  })
})

describe('the extension of a payload', () => {
  it.each([
    ['RIFF\0\0\0\0WAVE', 'None', 'wav'],
    ['RIFF\0\0\0\0isbf', 'None', 'isb'],
    ['IMPM', 'None', 'it'],
    ['Extended Module: x', 'None', 'xm'],
    [`${'\0'.repeat(44)}SCRM`, 'None', 's3m'],
    [`${'\0'.repeat(1080)}M.K.`, 'None', 'mod'],
    ['MZ', 'dll', 'dll'],
    // Two bytes are too few to take a sound for a program.
    ['MZ', 'None', 'bin'],
    ['????', 'WAV', 'wav'],
    ['????', '../x', 'x'],
    ['????', '', 'bin'],
    ['????', 'averylongformat', 'bin'],
  ])('%j of format %j is %s', (text, format, extension) => {
    expect(extensionOf(latin1(text), format)).toBe(extension)
  })
})
