import { basename } from 'node:path'
import {
  Archive,
  DependsTable,
  ExportEntry,
  GuidTable,
  Thumbnail,
  ThumbnailTable,
  type TracedField,
  Version,
} from '@ukit/container'
import { openPackage, openSummary, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { firstDifference, savedBytes } from '../../../../testing/bytes.js'
import {
  type CorpusRow,
  corpusFile,
  corpusSource,
  describeCorpus,
  openCorpus,
  PACKAGES,
} from '../../../../testing/corpus.js'
import { sampleOf } from '../../../../testing/sweep.js'

const isOodle = (row: CorpusRow) => row.compressed.startsWith('oodle')
const readable = PACKAGES.filter((row) => !isOodle(row))

/**
 * Files unpacked or compressed by third-party tools: the offsets of additional tables and the header size do
 * not match them.
 */
const REWRITTEN = [
  'vito510/Labs_Utopia_P.upk',
  'martinii89/Body_Octane_SF_exported.upk',
  'me3tweaks/BioD_CitCas_530GoodbyeFem_LOC_INT.pcc',
  'me3tweaks/BioD_CitHub_James_LOC_INT.pcc',
]
const engineWritten = readable.filter(({ path }) => !REWRITTEN.some((name) => path.endsWith(name)))

/** Number of chunks from the label in the index, such as `lzo chunks=1 flag=2`. */
const chunksOf = (row: CorpusRow) => Number(/chunks=(\d+)/.exec(row.compressed)?.[1] ?? 0)

describeCorpus('real packages', () => {
  it.each(PACKAGES)('$path has the versions, byte order, flags, counts and compression of the index', async (row) => {
    const { summary, context, compression } = await openSummary(corpusSource(row.path), {
      fileName: basename(row.path),
      codecs: nodeCodecs,
    })
    expect({
      version: summary.version,
      licensee: summary.licensee,
      endian: context.bigEndian ? 'BE' : 'LE',
      flags: summary.flags,
      names: summary.nameCount,
      imports: summary.importCount,
      exports: summary.exportCount,
    }).toEqual({
      version: row.version,
      licensee: row.licensee,
      endian: row.endian,
      // The index lacks the flags of four files and the counts of one.
      flags: row.flags ?? summary.flags,
      names: row.names ?? summary.nameCount,
      imports: row.imports ?? summary.importCount,
      exports: row.exports ?? summary.exportCount,
    })
    // The index labels one file by its flag word alone; flag 2 is LZO on every platform.
    const label = row.compressed === 'flag2-codec-unresolved' ? 'lzo' : row.compressed.split(' ')[0]
    expect(compression).toBe(label === '' ? null : label)
    if (chunksOf(row) > 0) expect(summary.chunks).toHaveLength(chunksOf(row))
  })

  it.each(PACKAGES.filter(isOodle))('$path is refused because it is compressed with Oodle', async (row) => {
    await expect(openCorpus(row.path)).rejects.toMatchObject({
      name: 'PackageError',
      kind: 'compression',
      message: expect.stringContaining('Oodle'),
    })
  })

  it.each(readable)('$path is written back byte for byte', async (row) => {
    const file = corpusFile(row.path)
    const pkg = await openCorpus(row.path)
    expect(pkg.recovered).toEqual([])
    const { nameCount, importCount, exportCount } = pkg.summary
    expect([pkg.names.length, pkg.imports.length, pkg.exports.length]).toEqual([nameCount, importCount, exportCount])
    expect(firstDifference(await savedBytes(pkg, { compress: 'keep' }), file)).toBe(-1)
    const plain = await savedBytes(pkg)
    if (row.compressed === '') {
      expect(firstDifference(plain, file)).toBe(-1)
    } else {
      const again = await openPackage(memorySource(plain), { fileName: basename(row.path) })
      expect(again.chunked).toBeUndefined()
      await expectSame(again, pkg)
    }
  })

  const small = readable.filter((row) => (row.version ?? 0) >= Version.CompressedChunks.version && row.bytes < 500_000)
  it.each(
    sampleOf(small).flatMap((row) =>
      (['zlib', 'lzo', 'lzma'] as const).map((compress) => ({ path: row.path, compress })),
    ),
  )('$path, compressed with $compress, has the same content', async ({ path, compress }) => {
    const pkg = await openCorpus(path)
    const file = await savedBytes(pkg, { compress })
    const again = await openPackage(memorySource(file), { fileName: basename(path), codecs: nodeCodecs })
    expect(again.chunked?.codec.name).toBe(compress)
    await expectSame(again, pkg)
  })

  it.each(sampleOf(readable))('$path: fields fill summary and tables exactly, and sizes are as saved', async (row) => {
    const pkg = await openCorpus(row.path)
    const { layout, context, ranges } = pkg
    if (pkg.chunked === undefined) await expectCovered(pkg, ranges.summary, (ar) => pkg.summary.serialize(ar, layout))
    for (const [range, table] of [
      [ranges.names, pkg.nameTable],
      [ranges.imports, pkg.importTable],
      [ranges.exports, pkg.exportTable],
    ] as const) {
      await expectCovered(pkg, range, (ar) => {
        for (const entry of table) {
          const reread = entry instanceof ExportEntry ? entry.copy() : Object.assign(Object.create(entry), {})
          reread.serialize(ar, layout)
        }
      })
      const measure = Archive.measure(context)
      for (const entry of table) {
        if (entry.verbatim === undefined) entry.serialize(measure, layout)
        else measure.bytes(entry.verbatim, entry.verbatim.length, 'verbatim')
      }
      expect(measure.position).toBe(range.end - range.start)
    }
  })

  it.each(engineWritten.filter((row) => (row.version ?? 0) >= Version.HeaderSize.version))(
    '$path: the summary ends where the names begin, the header where the bodies begin',
    async (row) => {
      const { ranges, summary, exportTable } = await openCorpus(row.path)
      expect(ranges.summary.end).toBe(summary.nameOffset)
      const first = exportTable.reduce(
        (least, { offset, size }) => (size > 0 ? Math.min(least, offset) : least),
        2 ** 31,
      )
      expect(summary.headerSize).toBe(first)
    },
  )

  it.each(engineWritten.filter((row) => (row.version ?? 0) >= Version.DependsTable.version))(
    '$path: depends, GUIDs and thumbnails are written back byte for byte',
    async (row) => {
      const pkg = await openCorpus(row.path)
      const { summary, exportTable } = pkg
      const bodies = exportTable.reduce(
        (least, { offset, size }) => (size > 0 ? Math.min(least, offset) : least),
        2 ** 31,
      )
      const header = Math.min(bodies, pkg.image.byteLength)
      const depends = new DependsTable()
      const afterDepends = await expectIdentity(pkg, summary.dependsOffset, header, (ar) =>
        depends.serialize(ar, summary.exportCount),
      )
      expect(depends.lists).toHaveLength(summary.exportCount)
      for (const reference of depends.lists.flat()) expect(pkg.objectAt(reference)).toBeDefined()
      let end = afterDepends
      if (pkg.context.since(Version.ImportExportGuids)) {
        expect(summary.importExportGuidsOffset).toBe(afterDepends)
        const guids = new GuidTable()
        end = await expectIdentity(pkg, summary.importExportGuidsOffset, header, (ar) =>
          guids.serialize(ar, summary.importGuidsCount, summary.exportGuidsCount),
        )
        for (const { object } of guids.exports) expect(pkg.objectAt(object)?.className).toMatch(/Material/)
      }
      if (pkg.context.since(Version.ThumbnailTable) && summary.thumbnailOffset > 0) {
        const table = new ThumbnailTable()
        const tableEnd = await expectIdentity(pkg, summary.thumbnailOffset, header, (ar) => table.serialize(ar))
        for (const { offset } of table.entries) {
          expect(offset).toBe(end)
          const thumbnail = new Thumbnail()
          end = await expectIdentity(pkg, offset, header, (ar) => thumbnail.serialize(ar))
          const isPicture = thumbnail.png.length > 0
          expect(String.fromCharCode(...thumbnail.png.subarray(1, 4))).toBe(isPicture ? 'PNG' : '')
          expect(thumbnail.width > 0).toBe(isPicture)
        }
        expect(end).toBe(summary.thumbnailOffset)
        end = tableEnd
      }
      expect(end).toBe(header)
      for (const allocation of summary.textureAllocations) {
        for (const index of allocation.exports) expect(pkg.exports[index]?.className).toMatch(/Texture/)
      }
    },
  )
})

/** Expects the tables and bodies of two packages to be the same. */
async function expectSame(actual: Package, wanted: Package): Promise<void> {
  expect(actual.names).toEqual(wanted.names)
  expect(actual.importTable).toEqual(wanted.importTable)
  expect(actual.exportTable).toEqual(wanted.exportTable)
  expect(actual.guid).toEqual(wanted.guid)
  expect(actual.image.byteLength).toBe(wanted.image.byteLength)
  // All bodies at once: everything after the tables.
  const from = wanted.ranges.summary.end
  const bytes = await actual.image.slice(from, actual.image.byteLength)
  expect(firstDifference(bytes, await wanted.image.slice(from, wanted.image.byteLength))).toBe(-1)
}

/** Expects the fields that `serialize` reads to follow each other and to fill a range. */
async function expectCovered(
  pkg: Package,
  range: { start: number; end: number },
  serialize: (ar: Archive) => void,
): Promise<void> {
  let end = range.start
  let gaps = 0
  const trace = ({ offset, length }: TracedField) => {
    if (offset !== end) gaps++
    end = offset + length
  }
  serialize(Archive.load(await pkg.image.slice(range.start, range.end), pkg.context, { base: range.start, trace }))
  expect({ gaps, end }).toEqual({ gaps: 0, end: range.end })
}

/** Expects a record at `start` to be read and written back the same; returns its end. */
async function expectIdentity(
  pkg: Package,
  start: number,
  limit: number,
  serialize: (ar: Archive) => void,
): Promise<number> {
  const bytes = await pkg.image.slice(start, limit)
  const load = Archive.load(bytes, pkg.context, { base: start })
  serialize(load)
  const save = Archive.save(pkg.context, { base: start })
  serialize(save)
  expect(firstDifference(save.written(), bytes.subarray(0, load.position - start))).toBe(-1)
  return load.position
}
