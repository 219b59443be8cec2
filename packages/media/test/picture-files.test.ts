import { Name } from '@ukit/container'
import { ObjectReader, openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { type ByteSource, memorySource } from '@ukit/files'
import { type Extracted, fontMapOf, PICTURE_FORMATS, pictureOf, toEquirectangular } from '@ukit/media'
import { common, Property, ue1, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'
import { body, extractAll, packageOf, pngHeader } from './support.js'

const UE1 = { version: 61 }
const NAMES = ['None', 'Palette', 'bMasked', 'AnimNext', 'Format', 'MaxFrameRate', 'Texture']
const CLASSES = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Texture'],
  ['Core', 'Class', -1, 'Palette'],
  ['Core', 'Class', -1, 'Font'],
] as const
const [TEXTURE, PALETTE, FONT] = [-2, -3, -4]
/** One level of 2 × 2 pixels of 8 bits: colours 0, 1, 1, 2. */
const MIP = body('01 04', '00 01 01 02', 2, 2, '01 01')
/** The same for versions in which levels state the offset in the file at which they end. */
const MIP68 = body('01', 0x112, '04', '00 01 01 02', 2, 2, '01 01')
const COLORS = body('00 03', '0a 0b 0c 0d', '14 15 16 17', '1e 1f 20 21')
const text = (extracted: Extracted | undefined, extension: string) =>
  new TextDecoder().decode(extracted?.files.find(({ path }) => path.endsWith(extension))?.bytes)

async function wall() {
  return packageOf(UE1, NAMES, CLASSES, [
    // Palette is export 2; bMasked is set.
    { objectName: 'Wall', class: TEXTURE, body: body('01 05 02', '02 d3 00', '00', MIP) },
    { objectName: 'Colors', class: PALETTE, body: COLORS },
  ])
}

describe('file formats of pictures', () => {
  /** The first bytes of files of each format. */
  const MAGIC = {
    png: [0x89, 0x50],
    dds: [0x44, 0x44, 0x53, 0x20],
    tga: [0, 1, 1],
    bmp: [0x42, 0x4d],
    pcx: [10, 5, 1, 8],
  } as const

  it.each(PICTURE_FORMATS)('%s', async (format) => {
    const [made] = await extractAll(await wall(), { format })
    const [file, ...others] = made?.files ?? []
    expect([file?.path, others]).toEqual([`Made/Wall.${format}`, []])
    expect([...(file?.bytes.subarray(0, MAGIC[format].length) ?? [])]).toEqual([...MAGIC[format]])
    // The hole is lost in formats whose palette has no alpha; DDS has colours of 32 bits instead.
    expect(file?.note).toBe(
      format === 'bmp' || format === 'pcx' ? 'colour 0 is a hole, which the file cannot express' : null,
    )
    if (format === 'dds')
      expect([...(file?.bytes.subarray(128) ?? [])]).toEqual([
        12, 11, 10, 0, 22, 21, 20, 255, 22, 21, 20, 255, 32, 31, 30, 255,
      ])
  })

  it('DDS has the blocks of the texture, all levels in one file', async () => {
    const block = Uint8Array.of(0x00, 0xf8, 0x1f, 0x00, 1, 2, 3, 4)
    const small = Uint8Array.of(0x1f, 0x00, 0x00, 0xf8, 5, 6, 7, 8)
    const levels = body('02', '08', block, 4, 4, '02 02', '08', small, 2, 2, '01 01')
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Wall', class: TEXTURE, body: body('04 01 03', '00', levels) },
    ])
    const [made] = await extractAll(pkg, { format: 'dds' })
    expect([...(made?.files[0]?.bytes.subarray(128) ?? [])]).toEqual([...block, ...small])
  })

  it('a picture that another file refers to is also written as PNG, once', async () => {
    const page = body('01', '01', 0, 0, 1, 2)
    const pkg = await packageOf({ version: 68 }, NAMES, CLASSES, [
      { objectName: 'Wall', class: TEXTURE, body: body('01 05 02', '02 d3 00', '00', MIP68) },
      { objectName: 'Colors', class: PALETTE, body: COLORS },
      { objectName: 'Large', class: FONT, body: body('00', '01', page, 256) },
      { objectName: 'Small', class: FONT, body: body('00', '01', page, 256) },
    ])
    const made = await extractAll(pkg, { format: 'tga' })
    const paths = made.flatMap(({ files }) => files.map(({ path }) => path))
    expect(paths.sort()).toEqual([
      'Made/Large.fnt',
      'Made/Large.json',
      'Made/Small.fnt',
      'Made/Small.json',
      'Made/Wall.png',
      'Made/Wall.tga',
    ])
    const picture = made.flatMap(({ files }) => files).find(({ path }) => path === 'Made/Wall.png')
    expect(pngHeader(picture?.bytes ?? new Uint8Array(0)).slice(0, 2)).toEqual([2, 2])
    expect(made.map(({ skipped }) => skipped?.reason)).not.toContain('broken')
  })

  it('contact sheets show the textures of a package', async () => {
    const made = await extractAll(await wall(), { sheet: true })
    const sheet = made.at(-1)
    expect(sheet).toMatchObject({ object: 'Made', index: -1, files: [{ path: 'Made/sheet.png' }] })
    const [width, height, ...rest] = pngHeader(sheet?.files[0]?.bytes ?? new Uint8Array(0))
    expect(rest).toEqual([8, 2])
    expect([width > 128, height > 128]).toEqual([true, true])
    expect((await extractAll(await wall(), { sheet: true, only: ['Palette'] })).map(({ index }) => index)).toEqual([1])
  })
})

describe('animated chains', () => {
  /** Three textures, each with the next one as AnimNext (an object property, 05), and their palette. */
  const chain = (...next: readonly number[]) =>
    packageOf(UE1, NAMES, CLASSES, [
      ...next.map((index, i) => ({
        objectName: `A0${i}`,
        class: TEXTURE,
        body: body('01 05 04', ...(index === 0 ? [] : [`03 05 0${index}`]), '00', MIP),
      })),
      { objectName: 'Colors', class: PALETTE, body: COLORS },
    ])

  it('become an animated PNG at their first texture', async () => {
    const made = await extractAll(await chain(2, 3, 0))
    expect(made.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([
      'Made/A00.png',
      'Made/A00.anim.png',
      'Made/A01.png',
      'Made/A02.png',
    ])
    const file = made[0]?.files[1]
    expect(file?.note).toBe('3 frames; its rate is not set: shown at 15 frames per second')
    const bytes = Buffer.from(file?.bytes ?? [])
    expect(bytes.readUInt32BE(bytes.indexOf('acTL') + 4)).toBe(3)
    // 67 milliseconds.
    expect(bytes.readUInt16BE(bytes.indexOf('fcTL') + 24)).toBe(67)
  })

  it('start at the first object if they are closed', async () => {
    const made = await extractAll(await chain(2, 3, 1))
    expect(made.map(({ files }) => files.length)).toEqual([2, 1, 1, 0])
    // 1 → 2 → 3 → 2: a chain that leads into a ring, and the ring.
    const tail = await extractAll(await chain(2, 3, 2))
    expect(tail.map(({ files }) => files.length)).toEqual([2, 2, 1, 0])
  })
})

describe('fonts', () => {
  it('that are textures give the PNG file that their map refers to, whatever format is requested', async () => {
    const characters = body('02', 0, 0, 1, 2, 1, 0, 1, 2)
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Odd: one', class: FONT, body: body('01 05 02', '00', MIP, characters) },
      { objectName: 'Colors', class: PALETTE, body: COLORS },
    ])
    const [made] = await extractAll(pkg, { format: 'tga' })
    expect(made?.files.map(({ path }) => path).sort()).toEqual([
      'Made/Odd_ one.fnt',
      'Made/Odd_ one.json',
      'Made/Odd_ one.png',
      'Made/Odd_ one.tga',
    ])
    expect(text(made, '.fnt')).toContain('page id=0 file="Odd_ one.png"')
    expect(JSON.parse(text(made, '.json'))).toMatchObject({ pages: [{ file: 'Odd_ one.png' }] })
  })

  it('of the earliest packages are a texture with rectangles: picture, JSON and BMFont', async () => {
    const characters = body('02', 0, 0, 1, 2, 1, 0, 1, 2)
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Small', class: FONT, body: body('01 05 02', '00', MIP, characters) },
      { objectName: 'Colors', class: PALETTE, body: COLORS },
    ])
    const [made] = await extractAll(pkg)
    expect(made?.skipped).toBeNull()
    expect(made?.files.map(({ path }) => path)).toEqual(['Made/Small.png', 'Made/Small.json', 'Made/Small.fnt'])
    expect(JSON.parse(text(made, '.json'))).toMatchObject({
      name: 'Small',
      lineHeight: 2,
      pages: [{ file: 'Small.png', width: 2, height: 2 }],
      characters: [{ code: 0 }, { code: 1, page: 0, x: 1, y: 0, width: 1, height: 2 }],
    })
    expect(text(made, '.fnt')).toContain(
      'char id=1 x=1 y=0 width=1 height=2 xoffset=0 yoffset=0 xadvance=1 page=0 chnl=15\n',
    )
    expect(text(made, '.fnt')).toContain('page id=0 file="Small.png"\n')
  })

  const read = (
    object: ue1.Font | ue2.Font | ue3.Font,
    pkgExport: Awaited<ReturnType<typeof wall>>['exports'][number],
  ) => fontMapOf({ export: pkgExport, object, rest: new Uint8Array(0), opaqueBytes: 0, error: undefined })

  it('of all engines: pages, records of 17 bytes, remapped codes', async () => {
    const [exported] = (await wall()).exports
    if (exported === undefined) throw new Error('made without objects')
    const paged = Object.assign(new ue1.Font(), { charactersPerPage: 64 })
    paged.pages = [1, 2].map((x) => Object.assign(new ue1.FontPage(), { characters: Int32Array.of(x, 0, 8, 9) }))
    expect(read(paged, exported)?.characters.map(({ code, page, x }) => [code, page, x])).toEqual([
      [0, 0, 1],
      [64, 1, 2],
    ])
    const recorded = Object.assign(new ue2.Font(), {
      characters: body(5, 6, 7, 8, '01', 1, 1, 0, 0, '00', 9, 9, 3, 4, '00'),
      kerning: 2,
    })
    const whole = read(recorded, exported)
    // The second has no size.
    expect(whole).toMatchObject({
      kerning: 2,
      characters: [
        { code: 0, page: 1, x: 5, y: 6 },
        { code: 2, x: 9 },
      ],
    })
    Object.assign(recorded, { remap: Uint16Array.of(0x20ac, 2, 65, 0, 7, 99), isRemapped: 1 })
    expect(read(recorded, exported)?.characters.map(({ code }) => code)).toEqual([65, 0x20ac])
  })
})

describe('cube maps', () => {
  it('become one picture: X in the middle, Y to its right, Z at the top', () => {
    const size = 8
    const faces = [1, 2, 3, 4, 5, 6].map((value) => new Uint8Array(size * size * 4).fill(value))
    const { width, height, data } = toEquirectangular(faces, size)
    expect([width, height]).toEqual([32, 16])
    const at = (x: number, y: number) => data[(y * width + x) * 4]
    expect([at(16, 8), at(0, 8), at(24, 8), at(8, 8), at(16, 0), at(16, 15)]).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('texture file caches', () => {
  const made = async () => {
    const texture = new ue3.Texture2D()
    const set = (name: string, value: string) =>
      texture.properties.items.push(
        Object.assign(new Property(new Name({ text: name, index: 1 })), { value: new Name({ text: value, index: 1 }) }),
      )
    set('Format', 'PF_G8')
    set('TextureFileCacheName', 'Textures')
    const outside = Object.assign(new common.BulkData(), { flags: 1, count: 4, sizeOnDisk: 4, externalOffset: 3 })
    const inside = Object.assign(new common.BulkData(), { payload: Uint8Array.of(9), count: 1, sizeOnDisk: 1 })
    texture.mips = [
      Object.assign(new ue3.Texture2DMip(), { width: 2, height: 2, data: outside }),
      Object.assign(new ue3.Texture2DMip(), { width: 1, height: 1, data: inside }),
    ]
    const pkg = await openPackage(
      memorySource(
        await fileOf(
          planOf({ version: 868 }, { names: ['None'], imports: [], exports: [{ objectName: 'T', body: body('00') }] }),
        ),
      ),
      { fileName: 'Made.upk' },
    )
    const [exported] = pkg.exports
    if (exported === undefined) throw new Error('made without objects')
    const read = { export: exported, object: texture, rest: new Uint8Array(0), opaqueBytes: 0, error: undefined }
    return { reader: await ObjectReader.open(pkg), read }
  }
  const openFile =
    (bytes: Uint8Array) =>
    async (name: string): Promise<ByteSource | undefined> =>
      name === 'Textures.tfc' ? memorySource(bytes) : undefined

  it('give the larger levels when they are available', async () => {
    const { reader, read } = await made()
    const texture = await pictureOf(reader, read, {
      codecs: nodeCodecs,
      openFile: openFile(Uint8Array.of(0, 0, 0, 1, 2, 3, 4)),
    })
    expect(texture.mips.map(({ level, width }) => [level, width])).toEqual([
      [0, 2],
      [1, 1],
    ])
    expect([...(await texture.bytes(0))]).toEqual([1, 2, 3, 4])
    const without = await pictureOf(reader, read)
    expect(without.mips.map(({ level }) => level)).toEqual([1])
  })

  it('are reported as those of another version of the game if they are too short', async () => {
    const { reader, read } = await made()
    const texture = await pictureOf(reader, read, { openFile: openFile(new Uint8Array(6)) })
    await expect(texture.picture(0)).rejects.toThrow(/expected 4 bytes at 3 of Textures.tfc, found a file of 6/)
  })
})
