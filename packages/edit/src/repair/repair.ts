import { type CodecSet, portableCodecs } from '@ukit/codecs'
import { Archive, CompressedChunk, ExportEntry, Guid, ImportEntry, NameEntry, Version } from '@ukit/container'
import { EntryTable } from '@ukit/container/internal'
import type { ReadOptions } from '@ukit/core'
import {
  ChunkedImage,
  type OpenedSummary,
  type OpenOptions,
  openSummary,
  openTables,
  Package,
  packageName,
} from '@ukit/core'
import { loadCodec, uncompressedSummary } from '@ukit/core/internal'
import type { ByteSource } from '@ukit/files'
import { hex, memorySource, PackageError } from '@ukit/files'
import { layOutRepaired } from './repair-layout.js'
import { type LostObject, salvageObjects } from './repair-objects.js'
import { type FoundTables, findTables } from './repair-tables.js'

/** How to repair. */
export interface RepairOptions extends Omit<OpenOptions, 'permissive' | 'signal'>, ReadOptions {
  /** Told how many objects are looked at. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Longest package, in bytes: all of it is in memory while it is repaired. */
  readonly sizeLimit?: number
}

/** What `repairPackage` does unless told otherwise. */
export const REPAIR_DEFAULTS = { sizeLimit: 0x4000_0000 } as const satisfies RepairOptions

/** *What could be saved of a damaged package.* */
export interface RepairedPackage {
  /** The package, whole again: it opens strictly. */
  readonly package: Package
  /** Nothing was wrong. */
  readonly sound: boolean
  /** What was wrong with summary and tables and how it was put right, in a sentence each. */
  readonly repairs: readonly string[]
  /** Objects that are gone; a null stands in their rows, so that all others keep their numbers. */
  readonly lost: readonly LostObject[]
  /** Objects that are kept, but do not decode as what they are: damaged, or not understood by ukit. */
  readonly doubtful: readonly LostObject[]
  /** Objects that are kept and decode. */
  readonly kept: number
}

/** Bytes that are read at a time from a file of which parts do not decompress. */
const PIECE = 0x1_0000

/**
 * *Makes a usable package of a damaged one*: `ukit repair`.
 *
 * Tables are read where the summary says, and looked for where they are not there; counts are taken from the last generation where they disagree; bodies whose place is wrong are
 * looked for between their neighbours, since the engine stores them one behind the other; every object is decoded. What cannot be saved becomes a null in its row, as in
 * conformed packages, together with all that cannot be without it (objects inside it, objects of its class). What stands in no table is left out at the end of the file.
 *
 * @throws {PackageError} when nothing can be saved: no package, no summary, no names, no imports or no exports; `limit` for a package longer than `sizeLimit`.
 */
export async function repairPackage(file: ByteSource, options: RepairOptions = {}): Promise<RepairedPackage> {
  const opened = await openDamaged(file, options)
  const repairs: string[] = [...opened.notes]
  const { summary, context, layout } = opened.opened
  const bytes = await imageBytes(opened.opened, options, repairs)
  const summaryEnd = opened.opened.length - (layout.chunkSize ?? CompressedChunk.SIZE) * summary.chunks.length
  const heritage = readHeritage(bytes, opened.opened, summaryEnd, repairs)
  const headEnd = Math.max(summaryEnd, heritage.end)
  const tables = findTables({ bytes, summary, context, layout, headEnd })
  repairs.push(...tables.notes)
  const pkg = packageOf(opened.opened, bytes, tables, heritage, summaryEnd, options)
  const salvaged = await salvageObjects(pkg, tables.exports, bytes, options)
  repairs.push(...salvaged.repairs)
  const image = layOutRepaired(pkg, bytes, tables, salvaged, repairs)
  const fileName = options.fileName ?? 'Repaired.u'
  const again = await openSummary(image, { ...options, game: opened.opened.game.id, fileName })
  const repaired = await openTables({ ...again, layers: opened.opened.layers }, { ...options, fileName })
  const { lost, doubtful, kept } = salvaged
  return { package: repaired, sound: repairs.length === 0 && lost.length === 0, repairs, lost, doubtful, kept }
}

/** Opens the summary; a count of generations that cannot be is put right by where the names start, which is behind them. */
async function openDamaged(
  file: ByteSource,
  options: RepairOptions,
): Promise<{ opened: OpenedSummary; notes: readonly string[] }> {
  try {
    return { opened: await openSummary(file, options), notes: [] }
  } catch (error) {
    if (!(error instanceof PackageError) || error.field?.startsWith('generation') !== true) throw error
    const head = (await file.slice(0, Math.min(file.byteLength, 64))).slice()
    const view = new DataView(head.buffer)
    // Before UE3: the name offset at 16, the count at 52, the generations of 8 bytes each from 56 on.
    const version = head.length < 56 ? 0 : view.getUint16(4, true)
    const count = head.length < 56 ? 0 : (view.getInt32(16, true) - 56) / 8
    const isFixed = version >= Version.GuidAndGenerations.version && version < Version.PlainIndices.version
    if (!isFixed || !Number.isInteger(count) || count < 1 || 56 + 8 * count > file.byteLength) throw error
    const stored = view.getInt32(52, true)
    view.setInt32(52, count, true)
    const patched: ByteSource = {
      byteLength: file.byteLength,
      async slice(start, end) {
        const bytes = (await file.slice(start, end)).slice()
        if (start < head.length) bytes.set(head.subarray(start, Math.min(head.length, end)))
        return bytes
      },
    }
    return { opened: await openSummary(patched, options), notes: [`${count} generations found, not ${stored}`] }
  }
}

/** All of the package, uncompressed. */
async function imageBytes(
  { summary, context, layout, compression, inner }: OpenedSummary,
  options: RepairOptions,
  repairs: string[],
): Promise<Uint8Array> {
  let image = inner
  if (summary.chunks.length > 0 && compression !== null) {
    const codecs: CodecSet = options.codecs ?? portableCodecs
    const plain = await loadCodec(compression, codecs)
    const codec = layout.codec?.(plain, summary.compressionFlags) ?? plain
    const head = uncompressedSummary(summary, context, layout)
    image = new ChunkedImage(inner, codec, summary.chunks, head, context.bigEndian)
  }
  const limit = options.sizeLimit ?? REPAIR_DEFAULTS.sizeLimit
  if (image.byteLength > limit) {
    throw new PackageError('limit', `expected a package of at most ${limit} bytes, found ${image.byteLength}`)
  }
  try {
    return (await image.slice(0, image.byteLength)).slice()
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
  }
  const bytes = new Uint8Array(image.byteLength)
  let missing = 0
  for (let at = 0; at < bytes.length; at += PIECE) {
    const end = Math.min(bytes.length, at + PIECE)
    try {
      bytes.set(await image.slice(at, end), at)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      missing += end - at
    }
  }
  repairs.push(`${missing} bytes do not decompress: zeros stand in their place`)
  return bytes
}

/** GUIDs before version 68; what does not fit into the file is left out. */
function readHeritage(
  bytes: Uint8Array,
  { summary, context }: OpenedSummary,
  summaryEnd: number,
  repairs: string[],
): { guids: Guid[]; start: number; end: number } {
  if (context.since(Version.GuidAndGenerations)) return { guids: [], start: 0, end: 0 }
  const fits = (start: number, count: number) =>
    count > 0 && count < 0x1000 && start >= summaryEnd && start + 16 * count <= bytes.length
  let { heritageOffset: start, heritageCount: count } = summary
  if (!fits(start, count)) {
    // Always one, right behind the summary (85 of 85 files).
    ;[start, count] = [summaryEnd, 1]
    if (!fits(start, count)) return { guids: [], start: 0, end: 0 }
    repairs.push(`one GUID found at ${hex(start)}, not ${summary.heritageCount} at ${hex(summary.heritageOffset)}`)
  }
  const end = start + 16 * count
  const ar = Archive.load(bytes.subarray(start, end), context, { base: start })
  return { guids: Array.from({ length: count }, () => ar.guid(Guid.ZERO, 'heritage')), start, end }
}

/** The package as far as it was found, for decoding objects; lost rows are nulls already. */
function packageOf(
  opened: OpenedSummary,
  bytes: Uint8Array,
  { names, imports, exports, ranges }: FoundTables,
  heritage: { readonly guids: Guid[]; readonly start: number; readonly end: number },
  summaryEnd: number,
  { fileName }: RepairOptions,
): Package {
  const { context } = opened
  const none = Math.max(
    0,
    names.findIndex((entry) => entry.text.text.toLowerCase() === 'none'),
  )
  const rows = exports.map((row) => row ?? Object.assign(new ExportEntry(), { objectName: none }))
  const table = <T>(field: string, create: () => T, entries: T[]) =>
    EntryTable.of(context, { field, create, serialize: () => undefined }, entries)
  return new Package({
    ...opened,
    name: packageName(fileName),
    chunked: undefined,
    image: memorySource(bytes),
    heritage: heritage.guids,
    nameTable: table('names', () => new NameEntry(), names),
    importTable: table('imports', () => new ImportEntry(), imports),
    exportTable: table('exports', () => new ExportEntry(), rows),
    ranges: {
      ...ranges,
      summary: { start: 0, end: summaryEnd },
      heritage: { start: heritage.start, end: heritage.end },
    },
    recovered: [],
  })
}
