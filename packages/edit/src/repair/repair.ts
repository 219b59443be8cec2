import { type CodecSet, portableCodecs } from '@ukit/codecs'
import { Archive, CompressedChunk, ExportEntry, Guid, Version } from '@ukit/container'
import { EntryTable } from '@ukit/container/internal'
import type { ReadOptions } from '@ukit/core'
import {
  ChunkedImage,
  type OpenedSummary,
  type OpenOptions,
  openPackage,
  openSummary,
  openTables,
  Package,
  packageName,
  type SaveOptions,
  savePackage,
} from '@ukit/core'
import { CHUNK_TAGS, loadCodec, uncompressedSummary } from '@ukit/core/internal'
import type { ByteSource } from '@ukit/files'
import { hex, memorySource, PackageError, piecesOf } from '@ukit/files'
import { type VerifyReport, verify, verifyPackage } from '@ukit/inspect'
import { plural } from '@ukit/text/internal'
import type { Salvage } from '../salvage/salvage.js'
import type { DamagedSource } from './damaged-source.js'
import { layOutRepaired } from './repair-layout.js'
import { type LostObject, salvageObjects } from './repair-objects.js'
import { salvageWithoutTables } from './repair-salvage.js'
import { type FoundTables, findTables } from './repair-tables.js'
import { worseIn } from './worse-in.js'

/** How to repair. */
export interface RepairOptions extends Omit<OpenOptions, 'permissive' | 'signal'>, ReadOptions {
  /** Told how many objects are looked at. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Longest package, in bytes: all of it is in memory while it is repaired. */
  readonly sizeLimit?: number | undefined
  /**
   * Removes objects that do not decode, and with each lost object all that cannot exist without it, so that
   * games load the rest. Otherwise every object with a body stays, and with it the rows that it needs; a
   * package that opens in ukit may then not load in a game.
   */
  readonly drop?: boolean | undefined
}

/** What `repairPackage` does unless told otherwise. */
export const REPAIR_DEFAULTS = { sizeLimit: 0x4000_0000, drop: false } as const satisfies RepairOptions

/** *The part of a damaged package that could be saved.* */
export interface RepairedPackage {
  /** The repaired package: it opens strictly. */
  readonly package: Package
  /** The package verified before, and is the same, byte for byte. */
  readonly sound: boolean
  /** Nothing was changed: it was sound, or there was nothing to repair. */
  readonly unchanged: boolean
  /** What `verify` says about it now. */
  readonly verified: VerifyReport
  /** What was wrong with summary and tables and how it was repaired, in a sentence each. */
  readonly repairs: readonly string[]
  /** Lost objects; their rows are nulls, so that all others keep their numbers. */
  readonly lost: readonly LostObject[]
  /** Objects that are kept, but do not decode as their class: damaged, or not understood by ukit. */
  readonly doubtful: readonly LostObject[]
  /** Objects that are kept and decode. */
  readonly kept: number
  /**
   * Only when the tables are gone and objects were found by their structure: how many there were by the
   * summary. The package is a new one then, and its objects are named after their places.
   */
  readonly salvagedOf?: number
}

/** Bytes that are read at a time from a file of which parts do not decompress. */
const PIECE = 0x1_0000

/**
 * *Makes a usable package from a damaged one*: `ukit repair`.
 *
 * A package that verifies is left as it is. Otherwise tables that are in order are taken as they are, and the
 * others looked for; counts are taken from the last generation where they disagree; bodies whose place is
 * wrong are looked for between their neighbours, since the engine stores them one after the other; every
 * object is decoded. An object without a body becomes a null in its row, as in conformed packages. Bytes at
 * the end of the file that are in no table are left out.
 *
 * If the tables of a UE1 or UE2 package are gone, as in a download that broke off, textures, palettes, sounds
 * and music are found by their structure: `RepairedPackage.salvagedOf`.
 *
 * The result is verified, and refused when it is worse than what was given.
 *
 * @throws {PackageError} when nothing can be saved: not a package, no summary, no names, no imports or no
 *   exports; `limit` for a package longer than `sizeLimit`;
 * `refused` when the result would be worse than the package as it is.
 */
export async function repairPackage(file: ByteSource, options: RepairOptions = {}): Promise<RepairedPackage> {
  checkLength(file.byteLength, options)
  const { onProgress: _, ...quiet } = options
  const before = await verify(file, quiet)
  if (before.ok) {
    const pkg = await openPackage(file, quiet)
    const kept = pkg.exports.filter((object) => !object.isNull).length
    return { package: pkg, sound: true, unchanged: true, verified: before, repairs: [], lost: [], doubtful: [], kept }
  }
  const image = await readDamaged(file, options)
  let byTables: ByTables | undefined
  let failure: unknown
  try {
    byTables = await repairByTables(file, before, image, options)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    failure = error
  }
  if (byTables?.hasExports === true) return byTables.result
  const { game } = image.opened
  const { summary } = image.source
  const guid = image.heritage.guids.at(-1) ?? summary.guid
  const salvage = await salvageWithoutTables(image.source, { game, guid, name: packageName(options.fileName) })
  if (salvage !== undefined && isBetter(salvage, byTables?.result, summary.exportCount)) {
    const verified = await verifyPackage(salvage.package, quiet)
    if (worseIn(before, verified, false) === undefined) {
      return {
        package: salvage.package,
        sound: false,
        unchanged: false,
        verified,
        repairs: [...image.notes, ...salvage.notes],
        lost: [],
        doubtful: [],
        kept: salvage.count,
        salvagedOf: Math.max(salvage.count, summary.exportCount),
      }
    }
  }
  if (byTables === undefined) throw summary.exportOffset < image.source.bytes.length ? failure : withoutTables(image)
  return byTables.result
}

/** Says what was lost with the end of the file, and what would have been rescued anyway. */
function withoutTables({ source: { bytes, summary, context } }: DamagedImage): PackageError {
  const ends =
    `its tables are gone (the exports would start at ${hex(summary.exportOffset)}, the file ends at ` +
    `${hex(bytes.length)})`
  const rest =
    context.engine > 2
      ? 'nothing else describes its objects'
      : 'nothing of its textures, sounds and music, which can be recognised by their structure in most games, ' +
        'was found complete'
  return new PackageError('truncated', `${ends}, and ${rest}`, { field: 'exports' })
}

/** Rows that only look like an export table name few objects, and these do not verify. */
function isBetter({ count }: Salvage, byTables: RepairedPackage | undefined, exports: number): boolean {
  if (byTables === undefined || count > byTables.kept) return true
  return !byTables.verified.ok && 2 * byTables.kept < exports
}

/** A damaged package, and what of it is beyond doubt. */
interface DamagedImage {
  readonly opened: OpenedSummary
  readonly heritage: Heritage
  readonly summaryEnd: number
  readonly source: DamagedSource
  /** What was repaired so far. */
  readonly notes: readonly string[]
}

async function readDamaged(file: ByteSource, options: RepairOptions): Promise<DamagedImage> {
  const { opened, notes: first } = await openDamaged(file, options)
  const notes = [...first]
  const { summary, context, layout } = opened
  const bytes = await imageBytes(opened, options, notes)
  const summaryEnd = opened.length - (layout.chunkSize ?? CompressedChunk.SIZE) * summary.chunks.length
  const heritage = readHeritage(bytes, opened, summaryEnd, notes)
  const headEnd = Math.max(summaryEnd, heritage.end)
  return { opened, heritage, summaryEnd, source: { bytes, summary, context, layout, headEnd }, notes }
}

interface ByTables {
  readonly result: RepairedPackage
  /** The export table is where the summary says, and in order. */
  readonly hasExports: boolean
}

/** @throws {PackageError} when there are no tables, or the result would be worse than what was given. */
async function repairByTables(
  file: ByteSource,
  before: VerifyReport,
  { opened, heritage, summaryEnd, source, notes }: DamagedImage,
  options: RepairOptions,
): Promise<ByTables> {
  const { onProgress: _, ...quiet } = options
  const { bytes } = source
  const tables = findTables(source)
  const { hasExports } = tables
  const repairs = [...notes, ...tables.notes]
  const pkg = packageOf(opened, bytes, tables, heritage, summaryEnd, options)
  const drop = options.drop ?? REPAIR_DEFAULTS.drop
  const salvaged = await salvageObjects(pkg, tables.exports, bytes, { ...options, drop })
  if (tables.searched && 2 * salvaged.read < salvaged.tried) {
    throw new PackageError('truncated', 'there is no export table: the most likely one names no objects', {
      field: 'exports',
    })
  }
  if (salvaged.lost.length > 0 && salvaged.kept + salvaged.doubtful.length === 0) {
    throw new PackageError('truncated', `none of its ${plural(salvaged.lost.length, 'object')} can be read`, {
      field: 'exports',
    })
  }
  repairs.push(...salvaged.repairs)
  if (repairs.length === 0 && salvaged.lost.length === 0) {
    const { doubtful, kept } = salvaged
    const same = await openPackage(file, quiet)
    const result = { package: same, sound: false, unchanged: true, verified: before, repairs, lost: [], doubtful, kept }
    return { result, hasExports }
  }
  const image = layOutRepaired(pkg, bytes, tables, salvaged, repairs)
  const fileName = options.fileName ?? 'Repaired.u'
  const reopened = await openSummary(image, { ...options, game: opened.game.id, fileName })
  const repaired = await openTables({ ...reopened, layers: opened.layers }, { ...options, fileName })
  const verified = await verifyPackage(repaired, quiet)
  const worse = worseIn(before, verified, drop)
  if (worse !== undefined) {
    throw new PackageError(
      'refused',
      `the repaired package would be worse than this one, which stays as it is: ${worse}`,
    )
  }
  const { lost, doubtful, kept } = salvaged
  const result = { package: repaired, sound: false, unchanged: false, verified, repairs, lost, doubtful, kept }
  return { result, hasExports }
}

/**
 * *The file that repairing gives*, piece by piece: exactly the bytes that were given, compression and all,
 * where nothing was changed; else the package, uncompressed.
 *
 * @throws whatever reading the package throws.
 */
export function repairedFile(
  { package: pkg, unchanged }: RepairedPackage,
  options: SaveOptions = {},
): AsyncIterable<Uint8Array> {
  return unchanged ? piecesOf(pkg.file) : savePackage(pkg, options)
}

/**
 * Opens the summary; an impossible count of generations is corrected by where the names start, which is
 * after them.
 */
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
    return {
      opened: await openSummary(patched, options),
      notes: [`${plural(count, 'generation')} found, not ${stored}`],
    }
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
    image = await ChunkedImage.open(inner, codec, summary.chunks, head, context.bigEndian, CHUNK_TAGS)
  }
  checkLength(image.byteLength, options)
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
  repairs.push(`${plural(missing, 'byte')} could not be decompressed: zeros replace what is missing`)
  return bytes
}

function checkLength(length: number, { sizeLimit = REPAIR_DEFAULTS.sizeLimit }: RepairOptions): void {
  if (length <= sizeLimit) return
  throw new PackageError('limit', `expected a package of at most ${plural(sizeLimit, 'byte')}, found ${length}`)
}

interface Heritage {
  readonly guids: Guid[]
  readonly start: number
  readonly end: number
}

/** GUIDs before version 68; what does not fit into the file is left out. */
function readHeritage(
  bytes: Uint8Array,
  { summary, context }: OpenedSummary,
  summaryEnd: number,
  repairs: string[],
): Heritage {
  if (context.since(Version.GuidAndGenerations)) return { guids: [], start: 0, end: 0 }
  const fits = (start: number, count: number) =>
    count > 0 && count < 0x1000 && start >= summaryEnd && start + 16 * count <= bytes.length
  let { heritageOffset: start, heritageCount: count } = summary
  if (!fits(start, count)) {
    // Always one, directly after the summary (85 of 85 files).
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
  heritage: Heritage,
  summaryEnd: number,
  { fileName }: RepairOptions,
): Package {
  const none = Math.max(
    0,
    names.findIndex((entry) => entry.text.text.toLowerCase() === 'none'),
  )
  const rows = exports.map((row) => row ?? Object.assign(new ExportEntry(), { objectName: none }))
  return new Package({
    ...opened,
    name: packageName(fileName),
    chunked: undefined,
    image: memorySource(bytes),
    heritage: heritage.guids,
    nameTable: EntryTable.of(names),
    importTable: EntryTable.of(imports),
    exportTable: EntryTable.of(rows),
    ranges: {
      ...ranges,
      summary: { start: 0, end: summaryEnd },
      heritage: { start: heritage.start, end: heritage.end },
    },
    recovered: [],
  })
}
