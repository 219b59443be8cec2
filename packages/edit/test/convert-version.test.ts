import { Archive, Generation, Guid, Thumbnail, ThumbnailTable } from '@ukit/container'
import { ObjectReader, openPackage, type Package } from '@ukit/core'
import {
  addObject,
  buildPackage,
  conversionLosses,
  convertVersion,
  createPackage,
  PackageEdit,
  setProperty,
} from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import { describeObject, verifyPackage } from '@ukit/inspect'
import { ue1 } from '@ukit/objects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, firstDifference } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { fileOf, planOf, plans } from '../../../testing/packages.js'
import { sampleOf } from '../../../testing/sweep.js'

const GUID = new Guid(1, 2, 3, 4)

/** Bytes as a file that states its length: "RIFF", the length of the rest, the rest. */
function riff(rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + rest.length)
  bytes.set([0x52, 0x49, 0x46, 0x46])
  new DataView(bytes.buffer).setUint32(4, rest.length, true)
  bytes.set(rest, 8)
  return bytes
}

/** The package in a different version, opened from its bytes alone. */
async function converted(pkg: Package, version: number): Promise<Package> {
  const edit = await PackageEdit.open(pkg)
  await convertVersion(edit, { version })
  const bytes = await bytesOf((await buildPackage(edit)).image)
  return openPackage(memorySource(bytes), { fileName: `${pkg.name}.u` })
}

/** Everything that a package contains, except for positions: tables and every field of every object. */
async function contentOf(pkg: Package, sizes = true): Promise<string[]> {
  const reader = await ObjectReader.open(pkg)
  const names = pkg.nameTable.map(({ text, flags }) => `${text} ${flags}`)
  const content = [...names, ...pkg.imports.map(String)]
  for (const exported of pkg.exports) {
    const read = await reader.read(exported)
    const described = describeObject(read, { bytesLimit: Number.POSITIVE_INFINITY })
    const { flags } = exported.entry
    content.push(JSON.stringify({ ...described, offset: 0, size: sizes ? described.size : 0, flags }))
  }
  return content
}

async function problemsOf(pkg: Package): Promise<string[]> {
  return (await verifyPackage(pkg)).problems.map(({ kind, object }) => `${kind} ${object}`)
}

/** Size in bytes of the largest packages used, since each object is described three times. */
const MOST = 300_000

const rowsOf = (...versions: number[]) =>
  sampleOf(
    PACKAGES.filter(({ version }) => versions.includes(version ?? 0)),
    MOST,
  )
const pathsOf = (...versions: number[]) => rowsOf(...versions).map(({ path }) => path)

it('an object that is not decoded to its last byte is named, and refuses the conversion', async () => {
  const plan = planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'Mod'],
        ['Core', 'Class', -1, 'Gadget'],
      ],
      exports: [{ objectName: 'First', class: -2, body: Uint8Array.of(0, 1, 2, 3) }],
    },
  )
  const pkg = await openPackage(memorySource(await fileOf(plan)), { fileName: 'Made.u' })
  const edit = await PackageEdit.open(pkg)
  const losses = await conversionLosses(edit, { version: 68 })
  expect(losses).toMatchObject([{ object: 'First', message: expect.stringContaining('not understood') }])
  await expect(convertVersion(edit, { version: 68 })).rejects.toMatchObject({ kind: 'refused' })
  // The document is unchanged.
  expect(firstDifference(await bytesOf((await buildPackage(edit)).image), await bytesOf(pkg.image))).toBe(-1)
})

describeCorpus('versions of UE1', () => {
  it.each(pathsOf(69, 68))('%s: to the other version of 68 and 69, and back', async (path) => {
    const pkg = await openCorpus(path)
    const other = await converted(pkg, pkg.version === 69 ? 68 : 69)
    expect(other.version).toBe(pkg.version === 69 ? 68 : 69)
    expect(await problemsOf(other)).toEqual(await problemsOf(pkg))
    expect(other.guid.equals(pkg.guid)).toBe(true)
    expect(other.summary.generations).toEqual(pkg.summary.generations)
    const back = await converted(other, pkg.version)
    const content = await contentOf(pkg)
    expect(await contentOf(back)).toEqual(content)
    // A font of 69 contains a map of its characters; nothing else differs, except in size.
    expect(await contentOf(other, false)).toEqual(await contentOf(pkg, false))
  })

  it.each(pathsOf(61, 62, 63, 65, 66))('%s: to 69', async (path) => {
    const pkg = await openCorpus(path)
    const made = await converted(pkg, 69)
    expect(made.version).toBe(69)
    expect(await problemsOf(made)).toEqual(await problemsOf(pkg))
    // The last GUID of the heritage table becomes the summary's.
    expect(made.summary.guid.equals(pkg.heritage.at(-1) ?? GUID)).toBe(true)
    expect(made.summary.generations).toMatchObject([{ exportCount: pkg.exports.length, nameCount: pkg.names.length }])
    const before = await ObjectReader.open(pkg)
    const after = await ObjectReader.open(made)
    for (const [index, exported] of made.exports.entries()) {
      const old = pkg.exports[index]
      if (old === undefined) throw new Error('an object is missing')
      expect(String(exported)).toBe(String(old))
      const { object } = await after.read(exported)
      const { object: was } = await before.read(old)
      if (object instanceof ue1.Palette && was instanceof ue1.Palette) {
        const opaque = was.colors.map((byte, i) => (i % 4 === 3 && pkg.version < 66 ? 255 : byte))
        expect(object.colors).toEqual(opaque)
      }
      if (object instanceof ue1.Texture && was instanceof ue1.Texture) expect(object.mips).toEqual(was.mips)
      if (object instanceof ue1.Sound && was instanceof ue1.Sound) expect(object.data).toEqual(was.data)
    }
  })
})

// Meshes and fonts of UE2 changed after 118: the key of meshes came in 120, bone shapes and the map of a
// font's characters in 122, a different collision tree in 126. The first change that affects an object is
// named.
const NOT_IN_118 =
  /data of a ((Static|Skeletal)Mesh in blocks, whose form may have changed at version (120|122|126)|Font in blocks, whose form may have changed at version 122)$/

describeCorpus('versions of UE2', () => {
  it.each(pathsOf(128))('%s: to 127 and back; to 118 if its meshes allow', async (path) => {
    const pkg = await openCorpus(path)
    const content = await contentOf(pkg)
    const other = await converted(pkg, 127)
    expect(await problemsOf(other)).toEqual(await problemsOf(pkg))
    expect(await contentOf(await converted(other, 128))).toEqual(content)
    const losses = await conversionLosses(await PackageEdit.open(pkg), { version: 118 })
    for (const { message } of losses) expect(message).toMatch(NOT_IN_118)
    if (losses.length > 0) return
    const old = await converted(pkg, 118)
    expect(await problemsOf(old)).toEqual(await problemsOf(pkg))
    expect(await contentOf(await converted(old, 128))).toEqual(content)
  })
})

describeCorpus('versions of UE3', () => {
  it.each([
    ['ue3/eliotvu/TestUC3.u', 867],
    ['ue3/http404error/Core.u', 868],
    ['ue3/uudkdevs2013/BSF.u', 868],
    ['ue3/uudkdevs2013/Core.u', 868],
    ['ue3/welaughindoors/Core.u', 867],
  ])('%s: to %i and back, dependencies included', async (path, version) => {
    const pkg = await openCorpus(path)
    const content = await contentOf(pkg)
    const other = await converted(pkg, version)
    expect(await problemsOf(other)).toEqual(await problemsOf(pkg))
    const back = await converted(other, pkg.version)
    expect(await contentOf(back)).toEqual(content)
    // Tables are where they were: the header has the same length, dependencies included.
    const { dependsOffset: start, headerSize: end } = pkg.summary
    expect(back.summary).toMatchObject({ dependsOffset: start, headerSize: end })
    expect(firstDifference(await back.image.slice(start, end), await pkg.image.slice(start, end))).toBe(-1)
  })

  it.each([
    ['ue3/provokingastorm/PRO_Roose.upk', 778],
    ['ue3/provokingastorm/PRO_Mawhonic.upk', 778],
    ['ue3/friskthefallenhuman/NodeBuddies.upk', 790],
  ])('%s: to %i and back, with its pictures', async (path, version) => {
    const pkg = await openCorpus(path)
    const other = await converted(pkg, version)
    expect(await problemsOf(other)).toEqual(await problemsOf(pkg))
    const back = await converted(other, pkg.version)
    expect(await contentOf(back)).toEqual(await contentOf(pkg))
    const pictures = await picturesOf(pkg)
    expect(pictures.length).toBeGreaterThan(1)
    expect(await picturesOf(other)).toEqual(pictures)
    expect(await picturesOf(back)).toEqual(pictures)
  })

  it('refuses content that a different version cannot have', async () => {
    const losses = async (path: string, version: number) =>
      (await conversionLosses(await PackageEdit.open(await openCorpus(path)), { version })).map(
        ({ message }) => message,
      )
    expect(await losses('ue3/provokingastorm/PRO_Roose.upk', 512)).toContain(
      '2 thumbnails, which version 512 does not have',
    )
    expect(await losses('ue3/friskthefallenhuman/MaterialTemplates.upk', 737)).toEqual([
      '1 GUID of imports and exports, which are not converted',
    ])
    // Their trees became compact; numbers in a block of skeletal meshes grew from 2 bytes to 4, according to
    // UE Viewer.
    expect((await losses('ue3/friskthefallenhuman/NodeBuddies.upk', 737)).join()).toContain(
      'data of a StaticMesh in blocks, whose form may have changed at version 770',
    )
    expect((await losses('ue3/provokingastorm/PRO_Roose.upk', 868)).join()).toContain(
      'data of a SkeletalMesh in blocks',
    )
    expect((await losses('ue3/friskthefallenhuman/NodeBuddies.upk', 512)).join()).toContain('cannot be written')
    expect((await losses('ue3/rattlesn4k3/TestCWRContent.upk', 868)).join()).toContain('with the name of its enum')
    expect((await losses('ue3/eliotvu/TestUC3.u', 512)).join()).toContain('contains bytecode, whose tokens differ')
    expect((await losses('ue3/rattlesn4k3/BotBalancerContent.upk', 868)).join()).toContain('componentMap of its export')
    expect((await losses('ue3/me3tweaks/GFxUI.pcc', 513)).join()).toContain('whose tables are its own')
  })
})

/** Thumbnails: their objects and the PNGs. */
async function picturesOf({ summary, image, context }: Package): Promise<unknown[]> {
  const bytes = await image.slice(0, summary.headerSize)
  const table = new ThumbnailTable()
  const { thumbnailOffset: base } = summary
  table.serialize(Archive.load(bytes.subarray(base), context, { base }))
  return table.entries.map(({ className, objectPath, offset }) => {
    const picture = new Thumbnail()
    picture.serialize(Archive.load(bytes.subarray(offset), context, { base: offset }))
    return [className.text, objectPath.text, picture.width, picture.height, picture.png.join()]
  })
}

/** A document with a sound and an object that sets one property. */
async function made(version: number): Promise<PackageEdit> {
  const edit = await createPackage({ name: 'Made', version, guid: GUID })
  const sound = new ue1.Sound()
  sound.format = edit.addName('WAV')
  sound.data = riff(Uint8Array.of(1, 2, 3))
  addObject(edit, 'Wind.Howl', 'Engine.Sound', sound)
  const light = addObject(edit, 'Light', 'Engine.Light', Uint8Array.of(0))
  await setProperty(edit, light, 'Tag:name', 'Lamp')
  return edit
}

describe('convertVersion', () => {
  it('gives what would have been created in that version', async () => {
    for (const [from, to] of [
      [69, 68],
      [61, 69],
      [69, 61],
      [63, 62],
      [68, 66],
    ] as const) {
      const edit = await made(from)
      await convertVersion(edit, { version: to })
      const bytes = await bytesOf((await buildPackage(edit)).image)
      const expected = await bytesOf((await buildPackage(await made(to))).image)
      expect([from, to, firstDifference(bytes, expected)]).toEqual([from, to, -1])
    }
  })

  it('gives what would have been created in that version, for any content', async () => {
    const word = fc
      .string({ unit: fc.constantFrom(...'abcXYZ019'), minLength: 1, maxLength: 8 })
      .map((text) => `W${text}`)
    const value = fc.oneof(
      fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }).map((number) => ['int', String(number)] as const),
      word.map((text) => ['str', `"${text}"`] as const),
      word.map((text) => ['name', text] as const),
      fc.constant(['object', 'None'] as const),
      fc.boolean().map((on) => ['bool', on ? 'True' : 'False'] as const),
    )
    const object = fc.record({
      path: fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.')),
      data: fc.uint8Array({ maxLength: 300 }),
      properties: fc.array(fc.tuple(word, value), { maxLength: 5 }),
    })
    const make = async (
      version: number,
      objects: readonly (typeof object extends fc.Arbitrary<infer T> ? T : never)[],
    ) => {
      const edit = await createPackage({ name: 'Made', version, guid: GUID })
      for (const { path, data, properties } of objects) {
        if (edit.find(path) !== undefined) continue
        const sound = new ue1.Sound()
        sound.format = edit.addName('WAV')
        sound.data = riff(data)
        const entry = addObject(edit, path, 'Engine.Sound', sound)
        for (const [name, [type, text]] of properties) {
          if (sound.properties.find(name) === undefined) await setProperty(edit, entry, `${name}:${type}`, text)
        }
      }
      return edit
    }
    const version = fc.integer({ min: 61, max: 69 })
    await fc.assert(
      fc.asyncProperty(fc.array(object, { maxLength: 6 }), version, version, async (objects, from, to) => {
        const edit = await make(from, objects)
        await convertVersion(edit, { version: to })
        const bytes = await bytesOf((await buildPackage(edit)).image)
        const expected = await bytesOf((await buildPackage(await make(to, objects))).image)
        expect(firstDifference(bytes, expected)).toBe(-1)
        const pkg = await openPackage(memorySource(bytes), { fileName: 'Made.u' })
        expect((await verifyPackage(pkg)).problems).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('converts any tables, or reports what they would lose', async () => {
    const version = fc.oneof(
      fc.integer({ min: 60, max: 70 }),
      fc.integer({ min: 118, max: 130 }),
      fc.integer({ min: 415, max: 868 }),
    )
    const shapes = version.chain((from) => fc.tuple(plans({ version: from }), fc.boolean(), version))
    let passed = 0
    await fc.assert(
      fc.asyncProperty(shapes, async ([whole, isBare, to]) => {
        const plan = isBare ? { ...whole, bodies: whole.bodies.map(() => new Uint8Array(0)) } : whole
        const pkg = await openPackage(memorySource(await fileOf(plan)), { fileName: 'Any.u', game: 'unreal-engine' })
        // Components out of range: it cannot be opened for editing.
        const edit = await PackageEdit.open(pkg).catch(() => undefined)
        if (edit === undefined) return
        const losses = await conversionLosses(edit, { version: to })
        if (losses.length > 0) {
          await expect(convertVersion(edit, { version: to })).rejects.toBeInstanceOf(PackageError)
          return
        }
        await convertVersion(edit, { version: to })
        const made = await buildPackage(edit)
        expect([made.names, made.imports.map(String), made.exports.map(String)]).toEqual([
          pkg.names,
          pkg.imports.map(String),
          pkg.exports.map(String),
        ])
        passed++
      }),
      { numRuns: 200, endOnFailure: true, seed: 69 },
    )
    expect(passed).toBeGreaterThan(5)
  })

  it('works between other edits of one transaction', async () => {
    const bytes = await bytesOf((await buildPackage(await made(69))).image)
    const edit = await PackageEdit.open(await openPackage(memorySource(bytes), { fileName: 'Made.u' }))
    edit.removeEntries(new Set([edit.export('Light')]))
    await convertVersion(edit, { version: 61 })
    const lamp = addObject(edit, 'Wind.Lamp', 'Engine.Light', Uint8Array.of(0))
    await setProperty(edit, lamp, 'Title:str', 'x')
    const pkg = await openPackage((await buildPackage(edit)).image, { fileName: 'Made.u' })
    expect(pkg.exports.map(String)).toEqual(["Package'Wind'", "Sound'Wind.Howl'", "Light'Wind.Lamp'"])
    expect(await problemsOf(pkg)).toEqual([])
  })

  it('refuses a different engine, a different licensee, earlier generations, wide names', async () => {
    const losses = async (edit: PackageEdit, version: number, licensee?: number) =>
      (await conversionLosses(edit, { version, ...(licensee === undefined ? {} : { licensee }) }))
        .map(({ message }) => message)
        .join('\n')
    expect(await losses(await made(69), 128)).toContain('Unreal Engine 1 differ')
    expect(await losses(await made(69), 68, 32)).toContain('licensee version 32 instead of 0')
    const old = await made(69)
    old.summary.generations.push(new Generation())
    expect(await losses(old, 61)).toContain('2 generations')
    const wide = await made(69)
    wide.addName('Жук')
    expect(await losses(wide, 61)).toContain('the name "Жук"')
    await expect(convertVersion(wide, { version: 61 })).rejects.toThrow(
      'version 69 cannot become version 61 without loss: the name "Жук" (text)',
    )
    expect(await losses(wide, 68)).toBe('')
  })
})
