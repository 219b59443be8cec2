import { ImportEntry } from '@ukit/container'
import { defaultEntryLimit, savePackage } from '@ukit/core'
import { hex, PackageError } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { firstDifference, HandMade, hexBytes, savedBytes } from '../../../../testing/bytes.js'
import { type ExportSpec, fileOf, planOf, type Shape, sampleFile, sequence } from '../../../../testing/packages.js'
import { failure, open, patched } from './support/bad-packages.js'

/** Positions in the summary up to version 177. */
const AT = {
  version: 4,
  nameCount: 12,
  nameOffset: 16,
  exportCount: 20,
  exportOffset: 24,
  importCount: 28,
  importOffset: 32,
  heritageCount: 36,
  heritageOffset: 40,
  generationCount: 52,
}

const UE1: Shape = { version: 69 }

describe('files that are not packages', () => {
  it.each([
    [0, 'truncated', 'found an empty file'],
    [1, 'truncated', 'found a file of 1 byte ('],
    [3, 'truncated', 'found a file of 3 bytes ('],
  ] as const)('%d bytes: %s', async (length, kind, message) => {
    expect(await failure(hexBytes('c1832a9e').subarray(0, length))).toMatchObject({
      kind,
      offset: 0,
      message: expect.stringContaining(message),
    })
  })

  it('a different tag: the error says what was found', async () => {
    const bytes = new HandMade().chars('PK\x03\x04 a zip archive').bytes()
    expect(await failure(bytes)).toEqual({
      kind: 'not-a-package',
      field: 'tag',
      offset: 0,
      message:
        'tag: expected a package, which starts with C1 83 2A 9E; found 50 4B 03 04 20 61 20 7A "PK.. a z"; ' +
        'it is a zip archive (at offset 0x0)',
    })
  })

  it('the tag and nothing else', async () => {
    expect(await failure(hexBytes('c1832a9e'))).toMatchObject({ kind: 'truncated', field: 'version', offset: 4 })
    expect(await failure(hexBytes('c1832a9e 4500'))).toMatchObject({ kind: 'truncated', field: 'version', offset: 4 })
  })

  it.each([
    [0, '0/0'],
    [19, '19/0'],
    [1001, '1001/0'],
    [0xffff, '65535/0'],
    [0x0005_0fff, '4095/5'],
  ])('version word %d is not one that any game used', async (word, found) => {
    const bytes = patched(await sampleFile(UE1), { [AT.version]: word })
    expect(await failure(bytes)).toMatchObject({
      kind: 'unsupported',
      field: 'version',
      offset: 4,
      message: expect.stringContaining(found),
    })
  })

  it('a package of Unreal Engine 4 is named as such', async () => {
    for (const word of [-1, -7, -9]) {
      const bytes = patched(await sampleFile(UE1), { [AT.version]: word })
      expect(await failure(bytes)).toMatchObject({
        kind: 'unsupported',
        field: 'version',
        message: expect.stringContaining('Unreal Engine 4'),
      })
    }
  })

  it('any version opens if the caller chooses the game', async () => {
    const bytes = patched(await sampleFile({ version: 868 }), { [AT.version]: 1001 })
    expect((await open(bytes, { game: 'unreal-engine' })).version).toBe(1001)
    await expect(open(bytes, { game: 'no such game' })).rejects.toBeInstanceOf(RangeError)
  })
})

describe('a file that ends early', () => {
  const shapes: readonly Shape[] = [
    { version: 61 },
    { version: 69 },
    { version: 512, bigEndian: true },
    { version: 868 },
  ]
  it.each(shapes)('version $version: a typed error at every byte', async (shape) => {
    const bytes = await sampleFile(shape)
    for (let end = 0; end < bytes.length; end++) {
      const cut = bytes.subarray(0, end)
      const { kind } = await failure(cut)
      expect(['truncated', 'bad-count', 'bad-offset']).toContain(kind)
      await openPermissively(cut)
    }
  })

  it('which error depends on where it ends', async () => {
    const bytes = await sampleFile(UE1)
    expect(await failure(bytes.subarray(0, 30))).toMatchObject({ kind: 'truncated', field: 'importCount', offset: 28 })
    expect(await failure(bytes.subarray(0, bytes.length - 1))).toMatchObject({
      kind: 'truncated',
      field: 'exports[4].offset',
    })
  })

  async function openPermissively(cut: Uint8Array): Promise<void> {
    try {
      const pkg = await open(cut, { permissive: true })
      for await (const _ of savePackage(pkg)) void _
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
    }
  }
})

describe('impossible counts', () => {
  it.each([
    ['nameCount', AT.nameCount],
    ['exportCount', AT.exportCount],
    ['importCount', AT.importCount],
  ] as const)('%s', async (field, at) => {
    const bytes = await sampleFile(UE1)
    for (const count of [-1, -0x8000_0000]) {
      expect(await failure(patched(bytes, { [at]: count }))).toMatchObject({ kind: 'bad-count', field })
    }
    for (const count of [0x7fff_ffff, 1_000_000]) {
      expect(await failure(patched(bytes, { [at]: count }))).toMatchObject({ kind: 'limit' })
    }
    const table = field.replace('Count', 's')
    expect(await failure(patched(bytes, { [at]: 100_000 }))).toMatchObject({ kind: 'bad-count', field: table })
    expect(
      await failure(patched(bytes, { [at]: 0x7fff_ffff }), { entryLimit: Number.POSITIVE_INFINITY }),
    ).toMatchObject({
      kind: 'bad-count',
      field: table,
    })
  })

  it('a count of entries that would just fit into the file, but are missing', async () => {
    const bytes = await sampleFile(UE1)
    const { kind, field } = await failure(patched(bytes, { [AT.nameCount]: 100 }))
    expect(field).toMatch(/^names\[\d+\]\.(text|flags)$/)
    expect(kind).toBe('truncated')
  })

  it('generations', async () => {
    const bytes = await sampleFile(UE1)
    for (const count of [-1, 0x7fff_ffff]) {
      expect(await failure(patched(bytes, { [AT.generationCount]: count }))).toMatchObject({
        kind: 'bad-count',
        field: 'generationCount',
      })
    }
  })

  it('heritage', async () => {
    const bytes = await sampleFile({ version: 61 })
    expect(await failure(patched(bytes, { [AT.heritageCount]: -1 }))).toMatchObject({
      kind: 'bad-count',
      field: 'heritageCount',
    })
    expect(await failure(patched(bytes, { [AT.heritageCount]: 100_000 }))).toMatchObject({
      kind: 'bad-offset',
      field: 'heritage',
      offset: 44,
    })
    expect(await failure(patched(bytes, { [AT.heritageOffset]: -16 }))).toMatchObject({
      kind: 'bad-offset',
      field: 'heritage',
      offset: -16,
    })
  })

  it('lists inside an export', async () => {
    const plan = planOf({ version: 512 }, { exports: [{ objectName: 'A', body: Uint8Array.of(1) }] })
    const bytes = await fileOf(plan)
    // Class, super, outer, name and number, archetype, flags, size, offset: then the count of components.
    const at = plan.summary.exportOffset + 12 + 8 + 4 + 8 + 8
    for (const count of [-1, 0x1000_0000]) {
      expect(await failure(patched(bytes, { [at]: count }))).toMatchObject({
        kind: 'bad-count',
        field: 'exports[0].componentCount',
      })
    }
    expect(await failure(patched(bytes, { [at + 8]: -1 }))).toMatchObject({
      kind: 'bad-count',
      field: 'exports[0].netObjectCountCount',
    })
  })

  it('a never-ending summary is refused after 1 MB', async () => {
    const at = planOf({ version: 868 }, {})
    at.summary.additionalPackages = []
    const bytes = await fileOf(at)
    // The count of additional packages is the last word but one; it is followed by strings of one unit.
    const file = new Uint8Array(3_000_000).fill(1)
    file.set(bytes.subarray(0, at.summary.nameOffset - 8))
    expect(
      await failure(patched(file, { [at.summary.nameOffset - 8]: 500_000 }), { game: 'unreal-engine' }),
    ).toMatchObject({ kind: expect.stringMatching(/^(limit|bad-count|truncated)$/) })
    const empty = new Uint8Array(3_000_000)
    empty.set(bytes.subarray(0, at.summary.nameOffset - 8))
    expect(
      await failure(patched(empty, { [at.summary.nameOffset - 8]: 700_000 }), { game: 'unreal-engine' }),
    ).toMatchObject({ kind: 'limit', message: expect.stringContaining('1048576 bytes') })
  })

  it('more entries than any real package of this length are refused unless the caller allows them', async () => {
    const count = defaultEntryLimit(0) + 200_000
    const imports = Array.from({ length: count }, () => new ImportEntry())
    const plan = { ...planOf(UE1, {}), imports }
    const bytes = await fileOf(plan)
    expect(await failure(bytes)).toMatchObject({ kind: 'limit', field: 'nameCount' })
    expect((await open(bytes, { entryLimit: count + 1 })).importTable.length).toBe(count)
  })
})

describe('offsets outside the file', () => {
  it.each([
    ['names', AT.nameOffset],
    ['exports', AT.exportOffset],
    ['imports', AT.importOffset],
  ] as const)('%s', async (field, at) => {
    const bytes = await sampleFile(UE1)
    for (const offset of [-1, -0x8000_0000, bytes.length + 1, 0x7fff_ffff]) {
      expect(await failure(patched(bytes, { [at]: offset }))).toMatchObject({
        kind: 'bad-offset',
        field,
        message: expect.stringContaining(hex(offset)),
      })
    }
    // There is no room for an entry at the very end.
    expect(await failure(patched(bytes, { [at]: bytes.length }))).toMatchObject({ kind: 'bad-count', field })
  })

  it('bodies', async () => {
    const plan = planOf({ version: 512 }, { exports: [{ objectName: 'A', body: sequence(8) }] })
    const bytes = await fileOf(plan)
    const sizeAt = plan.summary.exportOffset + 12 + 8 + 4 + 8
    for (const [size, offset] of [
      [9, undefined],
      [-1, undefined],
      [8, -1],
      [0x7fff_ffff, undefined],
      [1, bytes.length],
    ] as const) {
      const file = patched(bytes, { [sizeAt]: size, ...(offset === undefined ? {} : { [sizeAt + 4]: offset }) })
      expect(await failure(file)).toMatchObject({ kind: 'bad-offset', field: 'exports[0]' })
      const pkg = await open(file, { permissive: true })
      expect(pkg.recovered).toHaveLength(1)
      expect(firstDifference(await savedBytes(pkg), file)).toBe(-1)
    }
  })

  it('tables that overlap are read, and saved unchanged', async () => {
    const bytes = await sampleFile(UE1)
    const view = new DataView(bytes.buffer)
    const file = patched(bytes, {
      [AT.importOffset]: view.getUint32(AT.nameOffset, true),
      [AT.importCount]: 1,
      [AT.exportCount]: 0,
    })
    const pkg = await open(file, { permissive: true })
    expect(firstDifference(await savedBytes(pkg), file)).toBe(-1)
  })
})

describe('indices out of range', () => {
  const base: ExportSpec = { objectName: 'A' }
  it.each<readonly [field: string, spec: ExportSpec, importOuter: number]>([
    ['exports[0].class', { ...base, class: 2 }, 0],
    ['exports[0].class', { ...base, class: -2 }, 0],
    ['exports[0].super', { ...base, super: 2 }, 0],
    ['exports[0].outer', { ...base, outer: -0x8000_0000 }, 0],
    ['exports[0].archetype', { ...base, archetype: 7 }, 0],
    ['imports[0].outer', base, 2],
    ['imports[0].outer', base, -2],
  ])('%s: %j', async (field, spec, importOuter) => {
    for (const version of field.includes('archetype') ? [868] : [69, 868]) {
      const plan = planOf({ version }, { imports: [['Core', 'Package', importOuter, 'Engine']], exports: [spec] })
      const bytes = await fileOf(plan)
      expect(await failure(bytes)).toMatchObject({ kind: 'bad-index', field })
      const pkg = await open(bytes, { permissive: true })
      expect(pkg.recovered).toMatchObject([{ kind: 'bad-index', field }])
      expect([...pkg.walk()].length).toBe(2)
      expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
    }
  })

  it.each(['classPackage', 'className', 'objectName'] as const)('imports[0].%s', async (field) => {
    const plan = planOf(UE1, { imports: [['Core', 'Package', 0, 'Engine']] })
    for (const index of [-1, 4, 0x7fff_ffff]) {
      plan.imports[0]![field] = index
      const bytes = await fileOf(plan)
      expect(await failure(bytes)).toMatchObject({ kind: 'bad-index', field: `imports[0].${field}` })
      const pkg = await open(bytes, { permissive: true })
      const object = pkg.imports[0]!
      const shown = { classPackage: object.classPackage, className: object.className, objectName: object.name }[field]
      expect(shown).toBe(`<name ${index}>`)
      expect(pkg.find(object.path)).toBe(object)
    }
  })

  it('are listed up to a maximum, and counted beyond it', async () => {
    const exports = Array.from({ length: 3000 }, () => ({ objectName: 'A', class: 9999, outer: 9999 }))
    const bytes = await fileOf(planOf(UE1, { exports }))
    expect(await failure(bytes)).toMatchObject({ kind: 'bad-index', field: 'exports[0].class' })
    const { recovered } = await open(bytes, { permissive: true })
    expect(recovered).toHaveLength(1001)
    expect(recovered[999]).toMatchObject({ kind: 'bad-index', field: 'exports[499].outer' })
    expect(recovered[1000]).toMatchObject({ kind: 'limit', message: expect.stringContaining('5000 more') })
  })
})

describe('cycles of outers', () => {
  it.each<readonly [what: string, outers: readonly number[]]>([
    ['an object in itself', [1, 0]],
    ['two objects in each other', [2, 1, 0]],
    ['a ring of three, with one more hanging from it', [2, 3, 1, 1]],
    ['an export and an import in each other', [-1, 0]],
  ])('%s: paths, walks and searches end', async (_, outers) => {
    for (const version of [69, 868]) {
      const exports = outers.map((outer, i) => ({ objectName: `Object${i}`, outer }))
      const bytes = await fileOf(planOf({ version }, { imports: [['Core', 'Package', 1, 'Engine']], exports }))
      const pkg = await open(bytes)
      for (const object of [...pkg.exports, ...pkg.imports]) {
        expect(object.path.length).toBeLessThan(2000)
        expect(object.path.startsWith('….')).toBe(object.path.length > 50)
        pkg.find(object.path)
      }
      const walked = [...pkg.walk()]
      expect(new Set(walked.map(({ object }) => object)).size).toBe(walked.length)
      expect(pkg.find('no.such.object')).toBeUndefined()
    }
  })

  it('a chain of a hundred thousand objects is walked; its paths are cut', async () => {
    const exports = Array.from({ length: 100_000 }, (_, i) => ({ objectName: 'A', outer: i }))
    const pkg = await open(await fileOf(planOf(UE1, { exports })))
    let deepest = 0
    for (const { depth } of pkg.walk()) deepest = Math.max(deepest, depth)
    expect(deepest).toBe(99_999)
    expect(pkg.exports[99_999]?.path.startsWith('….A.A')).toBe(true)
    expect(pkg.find('A.A.A')).toBe(pkg.exports[2])
  })

  it('a path of huge names is cut', async () => {
    const long = 'x'.repeat(100_000)
    const exports = Array.from({ length: 100 }, (_, i) => ({ objectName: long, outer: i }))
    const pkg = await open(await fileOf(planOf(UE1, { names: ['None', long], exports })))
    expect(pkg.exports[99]?.path.length).toBeLessThan(200_010)
  })
})
