import { basename } from 'node:path'
import { Guid, Name } from '@ukit/container'
import { ExportObject, gameById, ObjectReader, openPackage, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, type RepairedPackage, repairPackage, setProperty } from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import { verify } from '@ukit/inspect'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { corpusFile, describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { SWEEPS } from '../../../../testing/sweep.js'

/** 256 colours whose mean over all pixels of `picture` differs from one palette to the next. */
const colors = (seed: number) => Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : (i * seed) & 0xff))

const picture = (size: number, seed: number) => Uint8Array.from({ length: size * size }, (_, i) => (i * seed) & 0xff)

/** `RIFF`, the length of what follows, `WAVE`, then anything. */
const wave = (length: number) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 3) & 0xff)
  bytes.set(new TextEncoder().encode('RIFF....WAVEfmt '))
  new DataView(bytes.buffer).setUint32(4, length - 8, true)
  return bytes
}

/** A module of ScreamTracker 3: `SCRM` at 44. */
const module = (length: number) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 5) & 0xff)
  bytes.set(new TextEncoder().encode('SCRM'), 44)
  return bytes
}

function texture(sizes: readonly number[], seed: number): ue1.Texture {
  const made = new ue1.Texture()
  made.mips = sizes.map((size) => {
    const bits = Math.log2(size)
    const sides = { width: size, height: size, widthBits: bits, heightBits: bits }
    return Object.assign(new ue1.Mip(), { data: picture(size, seed), ...sides })
  })
  return made
}

/** Two textures with palettes in the opposite order, a texture that the engine paints, a sound, a module. */
async function sample(version: number): Promise<{ file: Uint8Array; tables: number }> {
  const edit = await createPackage({ name: 'Mine', version, guid: new Guid(1, 2, 3, 4) })
  addObject(edit, 'Brown', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors: colors(7) }))
  addObject(edit, 'Green', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors: colors(11) }))
  const wall = addObject(edit, 'Walls.Wall', 'Engine.Texture', texture([8, 4, 2, 1], 3))
  const painted = addObject(edit, 'Fire', 'Fire.WaveTexture', painting())
  const floor = addObject(edit, 'Walls.Floor', 'Engine.Texture', texture([16, 8, 4, 2, 1], 5))
  const format = (text: string) => new Name({ text, index: -1 })
  addObject(edit, 'Bang', 'Engine.Sound', Object.assign(new ue1.Sound(), { format: format('WAV'), data: wave(301) }))
  addObject(edit, 'Song', 'Engine.Music', Object.assign(new ue1.Music(), { format: format('s3m'), data: module(2000) }))
  await setProperty(edit, wall, 'Palette:object', "Palette'Green'")
  await setProperty(edit, wall, 'USize:int', '8')
  await setProperty(edit, floor, 'Palette:object', "Palette'Brown'")
  await setProperty(edit, floor, 'AnimNext:object', "Texture'Walls.Wall'")
  await setProperty(edit, painted, 'Palette:object', "Palette'Brown'")
  const file = await bytesOf((await buildPackage(edit)).image)
  // Bodies end where the imports begin; their offset is at 32 according to Sweeney 1999.
  return { file, tables: new DataView(file.buffer, file.byteOffset).getInt32(32, true) }
}

function painting(): ue1.Texture {
  const made = texture([4, 2, 1], 1)
  for (const mip of made.mips) mip.data = new Uint8Array(0)
  return made
}

const repaired = (bytes: Uint8Array) => repairPackage(memorySource(bytes), { fileName: 'Mine.utx' })

/** The entire content of a repaired package, written and opened again. */
async function contents({ package: pkg }: RepairedPackage) {
  const again = await openPackage(memorySource(await bytesOf(pkg.image)), { fileName: 'Mine.utx' })
  const reader = await ObjectReader.open(again)
  const found = await collect(reader)
  return { pkg: again, reader, ...found }
}

async function collect(reader: ObjectReader) {
  const textures: { name: string; object: ue1.Texture }[] = []
  for await (const {
    export: { path: name },
    object,
  } of reader.objects(ue1.Texture))
    textures.push({ name, object })
  const sounds: Uint8Array[] = []
  for await (const { object } of reader.objects(ue1.Sound)) sounds.push(object.data)
  const music: Uint8Array[] = []
  for await (const { object } of reader.objects(ue1.Music)) music.push(object.data)
  return { textures, sounds, music }
}

/** The colours of a texture's palette. */
async function paletteOf(reader: ObjectReader, object: ue1.Texture | ue2.Texture): Promise<Uint8Array | undefined> {
  const palette = object.properties.get('Palette')
  if (!(palette instanceof ExportObject)) return undefined
  const read = await reader.read(palette)
  return read.object instanceof ue1.Palette ? read.object.colors : undefined
}

describe('a package of UE1 whose tables are cut off', () => {
  it.each([61, 62, 63, 68, 69])(
    'version %i: everything entirely in the file is salvaged with pixels, palettes and bytes',
    async (version) => {
      const { file, tables } = await sample(version)
      const result = await repaired(file.subarray(0, tables))
      expect(result.verified).toMatchObject({ ok: true, problems: [] })
      expect(result).toMatchObject({ sound: false, unchanged: false, kept: 6, salvagedOf: 8, lost: [], doubtful: [] })
      expect(result.repairs).toContain('1 texture that the engine paints left out: without pixels')
      const { pkg, reader, textures, sounds, music } = await contents(result)
      expect(pkg.version).toBe(version)
      expect(pkg.guid.equals(new Guid(1, 2, 3, 4))).toBe(true)
      expect(textures.map(({ object }) => object.mips.map(({ width, data }) => [width, data]))).toEqual([
        [8, 4, 2, 1].map((size) => [size, picture(size, 3)]),
        [16, 8, 4, 2, 1].map((size) => [size, picture(size, 5)]),
      ])
      const [wall, floor] = textures
      if (wall === undefined || floor === undefined) throw new Error('two textures are above')
      expect(await paletteOf(reader, wall.object)).toEqual(colors(11))
      expect(await paletteOf(reader, floor.object)).toEqual(colors(7))
      expect(wall.object.properties.get('USize')).toBe(8)
      expect(floor.object.properties.get('AnimNext')).toMatchObject({ path: wall.name })
      expect(sounds).toEqual([wave(301)])
      expect(music).toEqual([module(2000)])
      for (const { name } of textures) {
        const at = Number.parseInt(/^Texture_([0-9a-f]{8})$/.exec(name)?.[1] ?? '', 16)
        // The count of levels is at this position.
        expect([4, 5]).toContain(file[at])
      }
    },
  )

  it.each([61, 69])('version %i: a texture that is cut keeps its remaining levels', async (version) => {
    const { file, tables } = await sample(version)
    const { textures } = await contents(await repaired(file.subarray(0, tables)))
    const at = Number.parseInt(textures[1]?.name.slice(-8) ?? '', 16)
    // The first level: a count, a skip since version 62, a count of two bytes, 256 pixels, 10 bytes of sizes.
    const first = 1 + (version < 62 ? 0 : 4) + 2 + 256 + 10
    const cut = await repaired(file.subarray(0, at + first + 20))
    expect(cut.verified.problems).toEqual([])
    expect(cut.repairs.join('\n')).toMatch(/the texture at 0x[0-9A-F]+ lost its 4 smallest levels/)
    const [, floor] = (await contents(cut)).textures
    expect(floor?.object.mips.map(({ width, data }) => [width, data])).toEqual([[16, picture(16, 5)]])
  })

  it('without names, textures keep their pixels and sounds their bytes; a palette is the only property', async () => {
    const { file, tables } = await sample(69)
    const view = new DataView(file.buffer, file.byteOffset)
    const damaged = file.slice(0, tables)
    // The first name, whose text is `None`, and what follows it.
    damaged.fill(0xff, view.getInt32(16, true), view.getInt32(16, true) + 40)
    const result = await repaired(damaged)
    expect(result.verified.problems).toEqual([])
    const { textures, sounds, music, reader } = await contents(result)
    expect(textures.map(({ object }) => object.mips[0]?.data)).toEqual([picture(8, 3), picture(16, 5)])
    expect(textures.map(({ object }) => object.properties.items.map(({ label }) => label))).toEqual([
      ['Palette'],
      ['Palette'],
    ])
    expect(await paletteOf(reader, textures[0]?.object ?? new ue1.Texture())).toBeDefined()
    expect(sounds).toEqual([wave(301)])
    expect(music).toEqual([module(2000)])
  })

  it('is still refused if there is nothing in it', async () => {
    const { file } = await sample(69)
    const end = new DataView(file.buffer, file.byteOffset).getInt32(16, true) + 30
    await expect(repaired(file.subarray(0, end))).rejects.toThrow(
      /^exports: its tables are gone \(the exports would start at 0x[0-9A-F]+, the file ends at 0x[0-9A-F]+\), and nothing of its textures, sounds and music/,
    )
  })
})

describe('a package of UE2 whose tables are cut off', () => {
  /** A picture of 8 × 8 and 4 × 4 texels in DXT1, one with a palette, and a sound. */
  async function second(version: number, licensee: number, game: string | undefined) {
    const edit = await createPackage({
      name: 'Mine',
      version,
      licensee,
      ...(game === undefined ? {} : { game }),
      guid: new Guid(1, 2, 3, 4),
    })
    const painted = new ue2.Texture()
    painted.mips = [8, 4].map((size) => {
      const bits = Math.log2(size)
      const sides = { width: size, height: size, widthBits: bits, heightBits: bits }
      return Object.assign(new ue1.Mip(), { data: picture(size, 3).slice(0, (size * size) / 2), ...sides })
    })
    const wall = addObject(edit, 'Walls.Wall', 'Engine.Texture', painted)
    addObject(edit, 'Brown', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors: colors(7) }))
    const indexed = Object.assign(new ue2.Texture(), { mips: texture([8, 4, 2, 1], 5).mips })
    const floor = addObject(edit, 'Floor', 'Engine.Texture', indexed)
    const sound = Object.assign(new ue2.Sound(), { format: new Name({ text: 'WAV', index: -1 }), data: wave(301) })
    sound.likelihood = game === 'ut2004' ? 0.25 : 1
    addObject(edit, 'Bang', 'Engine.Sound', sound)
    addObject(edit, 'Group', 'Engine.SoundGroup', new ue2.SoundGroup())
    await setProperty(edit, wall, 'Format:byte', '3')
    await setProperty(edit, wall, 'UClampMode:byte', '1')
    await setProperty(edit, floor, 'Palette:object', "Palette'Brown'")
    const file = await bytesOf((await buildPackage(edit)).image)
    return { file, tables: new DataView(file.buffer, file.byteOffset).getInt32(32, true) }
  }

  it.each([
    // Only if the game is known: without its folder, a sound has no likelihood.
    ...(gameById('ut2004') === undefined ? [] : [[128, 29, 'ut2004', 0.25] as const]),
    [117, 0, undefined, 1] as const,
  ])(
    'version %i/%i (%s): textures with their formats, palettes and sounds are salvaged',
    async (version, licensee, game, weight) => {
      const { file, tables } = await second(version, licensee, game)
      const result = await repairPackage(memorySource(file.subarray(0, tables)), { fileName: 'Mine.utx' })
      expect(result.verified).toMatchObject({ ok: true, problems: [] })
      expect(result).toMatchObject({ kept: 4, lost: [], doubtful: [] })
      const again = await openPackage(memorySource(await bytesOf(result.package.image)), { fileName: 'Mine.utx' })
      expect([again.version, again.licensee]).toEqual([version, licensee])
      const reader = await ObjectReader.open(again)
      const textures: ue2.Texture[] = []
      for await (const { object } of reader.objects(ue2.Texture)) textures.push(object)
      expect(textures.map(({ mips }) => mips.map(({ width, data }) => [width, data.length]))).toEqual([
        [
          [8, 32],
          [4, 8],
        ],
        [8, 4, 2, 1].map((size) => [size, size * size]),
      ])
      const [wall, floor] = textures
      if (wall === undefined || floor === undefined) throw new Error('two textures are above')
      expect([wall.properties.get('Format'), wall.properties.get('UClampMode')]).toEqual([3, 1])
      expect(wall.mips[0]?.data).toEqual(picture(8, 3).slice(0, 32))
      expect(await paletteOf(reader, floor)).toEqual(colors(7))
      for await (const { object } of reader.objects(ue2.Sound)) {
        expect([object.data, object.likelihood]).toEqual([wave(301), weight])
      }
    },
  )

  it('is not guessed if the names, and thus the formats of its textures, are lost', async () => {
    const { file, tables } = await second(117, 0, undefined)
    const view = new DataView(file.buffer, file.byteOffset)
    const damaged = file.slice(0, tables)
    damaged.fill(0xff, view.getInt32(16, true), view.getInt32(16, true) + 40)
    const result = await repairPackage(memorySource(damaged), { fileName: 'Mine.utx' })
    expect(result).toMatchObject({ kept: 1, verified: { ok: true } })
    expect(result.repairs.join('\n')).toMatch(/2 textures left out: properties, and thus the format, were not found/)
    const reader = await ObjectReader.open(result.package)
    for await (const { export: from } of reader.objects(ue2.Texture)) expect(from.path).toBe('no texture')
  })
})

describe('tables that are intact', () => {
  it('are trusted, regardless of the content of bodies', async () => {
    const { file } = await sample(69)
    expect(await repaired(file)).toMatchObject({ sound: true, unchanged: true })
    // A body that does not decode: the count of levels of the first texture is wrong.
    const damaged = file.slice()
    const pkg = await openPackage(memorySource(file), { fileName: 'Mine.utx' })
    const wall = pkg.find('Walls.Wall')
    if (!(wall instanceof ExportObject)) throw new Error('expected the texture in the package')
    damaged[wall.entry.offset] = 0x3f
    const result = await repaired(damaged)
    expect(result.salvagedOf).toBeUndefined()
    expect(result.package.find('Walls.Floor')).toBeDefined()
  })
})

describe('a package that opens, although its tables are not intact', () => {
  it('does not become one of fewer objects', async () => {
    const { file } = await sample(69)
    const pkg = await openPackage(memorySource(file), { fileName: 'Mine.utx' })
    for (let at = pkg.ranges.exports.start; at < pkg.ranges.exports.end; at++) {
      const damaged = file.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0x41
      const before = await verify(memorySource(damaged), { fileName: 'Mine.utx' })
      const result = await repaired(damaged).catch((error: unknown) => {
        if (!(error instanceof PackageError)) throw error
      })
      if (result === undefined) continue
      const { verified } = result
      expect([at, verified.objects]).toEqual([at, Math.max(verified.objects, before.objects)])
    }
  })
})

describeCorpus('real packages, cut', () => {
  /**
   * Everything that is entirely before a position: pixels of all levels with the palette, or the file as
   * imported.
   */
  async function wanted(pkg: Package, end: number): Promise<string[]> {
    const reader = await ObjectReader.open(pkg)
    const found: string[] = []
    const isInside = (object: ExportObject) => object.entry.offset + object.entry.size <= end
    for await (const { export: from, object } of textures(reader)) {
      if (!isInside(from) || object.mips.every(({ data }) => data.length === 0)) continue
      const palette = object.properties.get('Palette')
      const isWhole = palette instanceof ExportObject && isInside(palette)
      found.push(textOf(object, isWhole ? await paletteOf(reader, object) : undefined))
    }
    for await (const { export: from, data } of imported(reader)) if (isInside(from)) found.push(fileText(data))
    return found
  }

  /** Textures of both engines. */
  async function* textures(reader: ObjectReader) {
    yield* reader.objects(ue1.Texture)
    yield* reader.objects(ue2.Texture)
  }

  /** Sounds and music, with their files as imported. */
  async function* imported(reader: ObjectReader) {
    for await (const { export: from, object } of reader.objects(ue2.Sound)) yield { export: from, data: object.data }
    for await (const { export: from, object } of reader.objects(ue1.Sound)) yield { export: from, data: object.data }
    for await (const { export: from, object } of reader.objects(ue1.Music)) yield { export: from, data: object.data }
  }

  const fileText = (data: Uint8Array) => Buffer.from(data).toString('latin1')

  const textOf = (object: ue1.Texture | ue2.Texture, palette: Uint8Array | undefined) =>
    String(object.properties.get('Format') ?? 0) +
    [...object.mips, ...('compressedMips' in object ? object.compressedMips : [])]
      .map(({ data }) => fileText(data))
      .join() +
    fileText(palette ?? new Uint8Array(0))

  /** One of each kind; the sweep uses the others too. */
  const CUT = ['ue1/oldunreal/Blood.utx', 'ue1/adrak0/VRikers.uax', 'ue1/adrak0/Mech8.umx', 'ue2/vel-san/ChatIcons.utx']
  const MORE_CUT = [
    'ue1/adrak0/FemaleSounds.uax',
    'ue1/unreal-archive/Longestyard.utx',
    'ue1/arhadthedev/RParticles.u',
    'ue1/1337gamedev/C4.u',
    'corpus-2/ue1/fistodul/boat.u',
    'ue2/arhadthedev/VaussFireSounds.uax',
    'ue2/strikerthehedgefox/CDOM-Textures.utx',
    'corpus-2/ue2/t-maxwiese-t/SWsef_weapons.uax',
  ]
  it.each(SWEEPS ? [...CUT, ...MORE_CUT] : CUT)(
    '%s: nearly everything entirely in the rest is salvaged unchanged',
    async (path) => {
      const file = corpusFile(path)
      const pkg = await openCorpus(path)
      let [all, missing] = [0, 0]
      for (const end of [
        pkg.ranges.imports.start,
        ...[0.9, 0.6, 0.3].map((share) => Math.floor(share * file.length)),
      ]) {
        const want = await wanted(pkg, end)
        if (want.length === 0) continue
        const result = await repairPackage(memorySource(file.subarray(0, end)), { fileName: basename(path) })
        expect(result.verified).toMatchObject({ ok: true, problems: [] })
        const again = await openPackage(memorySource(await bytesOf(result.package.image)), { fileName: basename(path) })
        const reader = await ObjectReader.open(again)
        const got = new Set<string>()
        for await (const { object } of textures(reader)) {
          // A palette that is cut off is not known: then only the pixels are compared.
          got.add(textOf(object, undefined)).add(textOf(object, await paletteOf(reader, object)))
        }
        for await (const { data } of imported(reader)) got.add(fileText(data))
        all += want.length
        missing += want.filter((text) => !got.has(text)).length
      }
      expect(all).toBeGreaterThan(0)
      expect(missing / all).toBeLessThanOrEqual(0.05)
    },
  )
})
