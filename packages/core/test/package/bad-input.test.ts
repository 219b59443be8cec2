import { Guid, ImportEntry } from '@ukit/container'
import { defaultEntryLimit, type OpenOptions, openPackage, savePackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { hex, memorySource, PackageError } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { firstDifference, HandMade, hexBytes, savedBytes } from '../../../../testing/bytes.js'
import {
  type ExportSpec,
  fileOf,
  planOf,
  type Shape,
  sampleFile,
  samplePlan,
  sequence,
} from '../../../../testing/packages.js'

const open = (bytes: Uint8Array, options: OpenOptions = {}) =>
  openPackage(memorySource(bytes), { codecs: nodeCodecs, fileName: 'Bad.u', ...options })

/** What opening throws, as data. */
async function failure(bytes: Uint8Array, options: OpenOptions = {}): Promise<Partial<PackageError>> {
  try {
    await open(bytes, options)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    const { kind, field, offset, message } = error
    return { kind, field, offset, message }
  }
  throw new Error('the package opened, although it should not')
}

/** A copy with 32-bit words replaced. */
function patched(bytes: Uint8Array, words: Readonly<Record<number, number>>, bigEndian = false): Uint8Array {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  for (const [at, word] of Object.entries(words)) view.setUint32(Number(at), word >>> 0, !bigEndian)
  return copy
}

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

describe('what is not a package', () => {
  it.each([
    [0, 'truncated', 'found 0 bytes'],
    [3, 'truncated', 'found 3 bytes'],
  ] as const)('%d bytes: %s', async (length, kind, message) => {
    expect(await failure(hexBytes('c1832a9e').subarray(0, length))).toMatchObject({
      kind,
      offset: 0,
      message: expect.stringContaining(message),
    })
  })

  it('another tag: says what was found', async () => {
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
  ])('version %d is none that any game used', async (word, found) => {
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

  it('a caller who forces a game may open any version', async () => {
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
  it.each(shapes)('version $version: at every byte a typed error', async (shape) => {
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

describe('counts that cannot be', () => {
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

  it('a count of entries that the file could just hold, but does not', async () => {
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

  it('a summary without end is refused after 1 MB', async () => {
    const at = planOf({ version: 868 }, {})
    at.summary.additionalPackages = []
    const bytes = await fileOf(at)
    // The count of further packages is the last word but one; what follows are strings of one unit.
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
    // Right at the end there is no room for an entry.
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

  it('tables that lie over each other are read, and saved as they were', async () => {
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

  it('are listed up to a number, and counted from there', async () => {
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

describe('compressed packages that lie', () => {
  const shape: Shape = { version: 868, bigEndian: false }

  /** A compressed sample, and where its chunk table and its first chunk stand. */
  async function compressed(): Promise<{ bytes: Uint8Array; table: number; chunk: number }> {
    const plan = samplePlan(shape)
    const pkg = await open(await fileOf(plan), { game: 'unreal-engine' })
    const bytes = await savedBytes(pkg, { compress: 'zlib' })
    const again = await open(bytes)
    const chunk = again.summary.chunks[0]?.compressedOffset ?? 0
    // The table ends before the checksum, the two further packages and the count of texture allocations.
    const table = chunk - (4 + 4 + 12 + 4 + 4) - 16
    const view = new DataView(bytes.buffer)
    expect(view.getUint32(table + 8, true)).toBe(chunk)
    return { bytes, table, chunk }
  }

  it.each<readonly [what: string, word: number, value: number, kind: string]>([
    ['overlaps the summary', 0, 1, 'bad-offset'],
    ['leaves a hole behind the summary', 0, 0x1000, 'bad-offset'],
    ['has a negative offset', 0, -1, 'bad-offset'],
    ['has a negative size', 4, -1, 'bad-value'],
    ['lies outside the file', 8, 0x7fff_fff0, 'bad-offset'],
    ['lies before the file', 8, -1, 'bad-offset'],
    ['is longer than the file', 12, 0x7fff_ffff, 'bad-offset'],
    ['has a negative length', 12, -5, 'bad-value'],
  ])('a chunk that %s', async (_, word, value, kind) => {
    const { bytes, table } = await compressed()
    expect(await failure(patched(bytes, { [table + word]: value }))).toMatchObject({ kind, field: 'chunks[0]' })
  })

  it.each<readonly [what: string, word: number, value: number, kind: string, field: string | undefined]>([
    ['another tag', 0, 0x1234, 'bad-value', 'chunks[0]'],
    ['a block size of zero', 4, 0, 'bad-value', 'chunks[0]'],
    ['a huge block size', 4, 0x7fff_ffff, 'bad-value', 'chunks[0]'],
    ['blocks too small to be worth their table', 4, 1, 'bad-value', 'chunks[0]'],
    ['more blocks than the file has a table for', 12, 0x7000_0000, 'bad-count', 'chunks[0]'],
    ['a negative compressed size', 8, -1, 'bad-value', 'chunks[0]'],
    ['a sum that is not that of its blocks', 8, 1, 'bad-value', 'chunks[0]'],
    ['a negative size', 12, -1, 'bad-value', 'chunks[0]'],
    ['another size than the summary says', 12, 0x100, 'bad-value', undefined],
    ['a block beyond the end of the file', 16, 0x7fff_ffff, 'bad-offset', 'chunks[0].blocks[0].compressedSize'],
    ['a block of negative length', 16, -1, 'bad-offset', 'chunks[0].blocks[0].compressedSize'],
    ['a block of another size', 20, 1, 'bad-value', 'chunks[0].blocks[0].uncompressedSize'],
  ])('a chunk header with %s', async (_, word, value, kind, field) => {
    const { bytes, chunk } = await compressed()
    const error = await failure(patched(bytes, { [chunk + word]: value }))
    expect(error.kind).toBe(kind)
    if (field !== undefined) expect(error.field).toBe(field)
  })

  it('a damaged stream is a compression error at its block', async () => {
    const { bytes, chunk } = await compressed()
    const broken = bytes.slice()
    for (let i = chunk + 30; i < chunk + 60; i++) broken[i] = 0xff
    expect(await failure(broken)).toMatchObject({ kind: 'compression', offset: chunk + 24 })
  })

  it('two chunks that overlap in the image', async () => {
    const { bytes, table, chunk } = await compressed()
    const view = new DataView(bytes.buffer)
    const twice = new Uint8Array(bytes.length + 16)
    twice.set(bytes.subarray(0, table + 16))
    twice.set(bytes.subarray(table, table + 16), table + 16)
    twice.set(bytes.subarray(table + 16), table + 32)
    const file = patched(twice, { [table - 4]: 2, [table + 8]: chunk + 16, [table + 24]: chunk + 16 })
    const size = view.getUint32(table + 4, true)
    expect(await failure(file)).toMatchObject({ kind: 'bad-offset', field: 'chunks[1]' })
    // With the second directly after the first, the same bytes make a longer image.
    const start = view.getUint32(table, true)
    const pkg = await open(patched(file, { [table + 16]: start + size }))
    expect(pkg.image.byteLength).toBe(start + 2 * size)
  })

  it.each([
    ['oodle', 0x400, 'Oodle'],
    ['unknown', 0x40, '0x40'],
    ['none', 0, '0x0'],
  ])('flags of %s', async (_, flags, message) => {
    const { bytes, table } = await compressed()
    expect(await failure(patched(bytes, { [table - 8]: flags }))).toMatchObject({
      kind: 'compression',
      message: expect.stringContaining(message),
    })
  })

  it('images beyond 2 GB are refused', async () => {
    const { bytes, table } = await compressed()
    expect(await failure(patched(bytes, { [table + 4]: 0x7fff_ffff }))).toMatchObject({
      kind: 'bad-value',
      field: 'chunks',
    })
  })

  it('a package too old for chunks is not compressed', async () => {
    for (const version of [69, 128, 333]) {
      const pkg = await open(await sampleFile({ version }))
      await expect(savedBytes(pkg, { compress: 'zlib' })).rejects.toMatchObject({
        name: 'PackageError',
        kind: 'unsupported',
      })
    }
  })
})

describe('a zip bomb', () => {
  const BLOCK = 0x20000
  const SIZE = 0x7ff0_0000

  /**
   * A package whose one chunk claims nearly 2 GB of zeros, every block the same few bytes, with its tables
   * inside.
   */
  async function bomb(counts: { names: number; imports: number; exports: number }): Promise<Uint8Array> {
    const codec = await nodeCodecs.zlib()
    const block = codec.compress?.(new Uint8Array(BLOCK)) ?? new Uint8Array(0)
    const blocks = Math.ceil(SIZE / BLOCK)
    const summary = new HandMade()
    const end = 4 + 4 + 4 + 9 + 4 + 24 + 4 + 16 + 16 + 8 + 8 + 4
    const middle = 0x4000_0000
    summary.u32(0x9e2a83c1, 512, end).string('None').u32(0x0200_0001)
    summary.u32(counts.names, middle, counts.exports, middle + 0x1000_0000, counts.imports, end)
    summary.u32(end, 1, 2, 3, 4).u32(1, 1, 1, 0).u32(3543, 0)
    const chunkLength = 16 + 8 * blocks + blocks * block.length
    summary
      .u32(1, 1)
      .u32(end, SIZE, end + 16, chunkLength)
      .u32(0)
    const file = new Uint8Array(summary.length + chunkLength)
    file.set(summary.bytes())
    const view = new DataView(file.buffer, summary.length)
    view.setUint32(0, 0x9e2a83c1, true)
    view.setUint32(4, BLOCK, true)
    view.setUint32(8, blocks * block.length, true)
    view.setUint32(12, SIZE, true)
    for (let i = 0; i < blocks; i++) {
      view.setUint32(16 + 8 * i, block.length, true)
      view.setUint32(20 + 8 * i, Math.min(BLOCK, SIZE - i * BLOCK), true)
      file.set(block, summary.length + 16 + 8 * blocks + i * block.length)
    }
    return file
  }

  it('opens when it asks for little, and only what is read is decompressed', async () => {
    const file = await bomb({ names: 1000, imports: 10, exports: 10 })
    let decompressed = 0
    const zlib = await nodeCodecs.zlib()
    const counting = {
      ...nodeCodecs,
      zlib: async () => ({
        ...zlib,
        decompress: (input: Uint8Array, size: number) => {
          decompressed += size
          return zlib.decompress(input, size)
        },
      }),
    }
    const pkg = await open(file, { codecs: counting })
    expect(pkg.image.byteLength).toBeGreaterThan(0x7fe0_0000)
    expect(pkg.names[999]).toBe('')
    expect(decompressed).toBeLessThan(8 * BLOCK)
  })

  it('is refused when it asks for more entries than a file of its length may hold', async () => {
    for (const counts of [
      { names: 0x1000_0000, imports: 0, exports: 0 },
      { names: 1, imports: 0x1000_0000, exports: 0 },
      { names: 1, imports: 0, exports: 0x0100_0000 },
    ]) {
      expect(await failure(await bomb(counts))).toMatchObject({ kind: 'limit', field: 'nameCount' })
    }
  })
})

describe('saving', () => {
  it('keeps the flag of compression in a package that has no chunks', async () => {
    for (const version of [69, 868]) {
      const plan = planOf(
        { version },
        { summary: { flags: 0x0200_0001, compressionFlags: 2 }, exports: [{ objectName: 'A' }] },
      )
      const bytes = await fileOf(plan)
      const pkg = await open(bytes, { game: 'unreal-engine' })
      expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
    }
  })

  it('sets it with chunks and takes it away with them', async () => {
    const bytes = await sampleFile({ version: 868 })
    const pkg = await open(bytes)
    for (const compress of ['zlib', 'lzo', 'lzma'] as const) {
      const packed = await open(await savedBytes(pkg, { compress }))
      expect(packed.summary.flags).toBe(0x0200_0001)
      expect(firstDifference(await savedBytes(packed), bytes)).toBe(-1)
      expect(firstDifference(await savedBytes(packed, { compress: 'keep' }), await savedBytes(pkg, { compress }))).toBe(
        -1,
      )
    }
  })

  it('knows the GUID of a package before 68', async () => {
    expect((await open(await sampleFile({ version: 61 }))).guid).toEqual(new Guid(5, 6, 7, 8))
  })
})
