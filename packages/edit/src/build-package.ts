import type { ExportEntry } from '@ukit/container'
import { Archive, Generation, Summary, TextureAllocation, Version } from '@ukit/container'
import { writeTable } from '@ukit/container/internal'
import type { Package } from '@ukit/core'
import { openSummary, openTables } from '@ukit/core'
import { uncompressedSummary } from '@ukit/core/internal'
import type { ByteSource } from '@ukit/files'
import { memorySource, PackageError, sectionSource, segmentsSource } from '@ukit/files'
import { type BodyPlace, type MeasuredBodies, measureBodies, placeBodies } from './bodies.js'
import type { PackageEdit } from './document.js'
import type { EditExport } from './entries.js'
import { readFurtherTables, type StoredTables, writeDepends, writeGuids, writeThumbnails } from './further-tables.js'
import { type Region, regionsOf } from './regions.js'
import { exportRow, importRow } from './rows.js'

/** Offsets are signed 32-bit numbers. */
const MAX_LENGTH = 0x7fff_ffff

/**
 * Offsets in tables of compact indices change the tables' length, which changes offsets; two or three rounds
 * settle it.
 */
const MAX_ROUNDS = 16

/**
 * *The changed package as bytes*: its uncompressed image, laid out as the one it came from.
 *
 * Regions keep their order, bodies of new objects come after the last one. A body is copied when neither its
 * place nor an index in it changed, and written again when one did: only when that part is read, so that
 * memory does not depend on what was not changed. A body that cannot be moved fails there; `checkBodies`
 * finds out beforehand.
 *
 * The bytes may be read until the document is changed again.
 *
 * @throws {PackageError} `unsupported` when an object would have to be renumbered that is not understood;
 *   `refused` when something refers to an entry that was removed;
 * `limit` when the package would be longer than offsets reach.
 */
export async function buildImage(edit: PackageEdit): Promise<ByteSource> {
  const pkg = edit.package
  const stored = await readFurtherTables(pkg)
  const regions = withNewBodies(regionsOf(edit, stored), edit)
  const bodies = await measureBodies(edit)
  const plan = new Plan(edit, stored, regions, bodies)
  plan.settle()
  return plan.image()
}

/** How to build a package. */
export interface BuildPackageOptions {
  /**
   * Makes all bytes at once and keeps them, for programs that read them more than once; otherwise each
   * reading makes them.
   */
  readonly inMemory?: boolean | undefined
}

/**
 * *The changed package, opened.* Layers around it (an encryption) are those of the original, so that saving
 * puts them back; it is not compressed.
 *
 * @throws {PackageError} as `buildImage`.
 */
export async function buildPackage(edit: PackageEdit, options: BuildPackageOptions = {}): Promise<Package> {
  const { game, layers, name } = edit.package
  const built = await buildImage(edit)
  const image = options.inMemory === true ? memorySource(await built.slice(0, built.byteLength)) : built
  const fileName = `${name}.u`
  const opened = await openSummary(image, { game: game.id, fileName })
  return openTables({ ...opened, layers }, { fileName })
}

function withNewBodies(regions: Region[], edit: PackageEdit): Region[] {
  const added = edit.exports.filter((entry) => (entry.origin?.entry.size ?? 0) <= 0)
  if (added.length === 0) return regions
  const isUE3 = edit.package.context.since(Version.PlainIndices)
  const kinds = regions.map((region) => region.kind)
  const lastBody = kinds.lastIndexOf('body')
  const lastTable = lastIndex(kinds, (kind) => (isUE3 ? kind !== 'raw' : kind === 'names'))
  const at = (lastBody >= 0 ? lastBody : lastTable) + 1
  const place = regions[at - 1]?.end ?? 0
  const fresh: Region[] = added.map((entry) => ({ kind: 'body', start: place, end: place, entry }))
  return [...regions.slice(0, at), ...fresh, ...regions.slice(at)]
}

/** As `findLastIndex`, which came after ES2022. */
function lastIndex<T>(values: readonly T[], fits: (value: T) => boolean): number {
  for (let i = values.length - 1; i >= 0; i--) if (fits(values[i] as T)) return i
  return -1
}

/** Tables without offsets. */
const WITHOUT_OFFSETS: ReadonlySet<Region['kind']> = new Set(['heritage', 'names', 'imports', 'depends'])

/** Where everything goes. */
class Plan {
  readonly #edit: PackageEdit
  readonly #stored: StoredTables
  readonly #regions: readonly Region[]
  readonly #bodies: MeasuredBodies['sizes']
  readonly #made: MeasuredBodies['made']
  readonly #offsets: number[]
  readonly #tables = new Map<Region, Uint8Array>()
  readonly #places = new Map<EditExport, number>()
  /** The rows of exports, and their stored bytes where a row is odd and stays where it was. */
  readonly #rows = new Map<EditExport, { readonly row: ExportEntry; readonly verbatim: Uint8Array | undefined }>()
  #summary = new Summary()

  constructor(edit: PackageEdit, stored: StoredTables, regions: readonly Region[], { sizes, made }: MeasuredBodies) {
    this.#edit = edit
    this.#stored = stored
    this.#regions = regions
    this.#bodies = sizes
    this.#made = made
    this.#offsets = regions.map((region) => region.start)
    for (const { entry, start } of regions) if (entry !== undefined) this.#places.set(entry, start)
  }

  /** Writes tables and moves regions until nothing moves. */
  settle(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.#writeTables()
      let at = 0
      let moved = false
      this.#regions.forEach((region, i) => {
        if (this.#offsets[i] !== at) moved = true
        this.#offsets[i] = at
        if (region.kind === 'body' && region.entry !== undefined) this.#places.set(region.entry, at)
        at += this.#lengthOf(region)
      })
      if (at > MAX_LENGTH) {
        throw new PackageError(
          'limit',
          `expected a package of at most ${MAX_LENGTH} bytes, found ${at}: offsets reach no further`,
        )
      }
      if (!moved) return
    }
    throw new Error('the layout does not become stable')
  }

  /** The bytes; bodies are made when they are read. */
  image(): ByteSource {
    const { image } = this.#edit.package
    const places: BodyPlace[] = []
    const segments: (ByteSource | Uint8Array | number)[] = []
    this.#regions.forEach((region, i) => {
      if (region.kind === 'body') {
        const size = this.#lengthOf(region)
        if (region.entry === undefined || size === 0) return
        segments.push(places.length)
        places.push({ entry: region.entry, offset: this.#offsets[i] ?? 0, size })
        return
      }
      const table = this.#tables.get(region)
      if (table !== undefined) segments.push(table)
      else if (region.kind !== 'picture' || region.rows?.length !== 0)
        segments.push(sectionSource(image, region.start, region.end))
    })
    const bodies = placeBodies(this.#edit, places, this.#made)
    // Bodies that are side by side are one source.
    const parts: (ByteSource | Uint8Array)[] = []
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]
      if (typeof segment !== 'number') {
        if (segment !== undefined) parts.push(segment)
        continue
      }
      let end = i
      while (typeof segments[end + 1] === 'number') end++
      parts.push(...bodies.between(segment, segment + end - i + 1))
      i = end
    }
    return segmentsSource(parts)
  }

  #lengthOf(region: Region): number {
    if (region.kind === 'body') return region.entry === undefined ? 0 : (this.#bodies.get(region.entry) ?? 0)
    if (region.kind === 'picture' && region.rows?.length === 0) return 0
    return this.#tables.get(region)?.length ?? region.end - region.start
  }

  #offsetOf(kind: Region['kind']): number | undefined {
    const index = this.#regions.findIndex((region) => region.kind === kind)
    return index < 0 ? undefined : this.#offsets[index]
  }

  #writeTables(): void {
    const edit = this.#edit
    const { context, layout } = edit.package
    const { depends, guids, thumbnails } = this.#stored
    const guidTable = guids === undefined ? undefined : writeGuids(edit, guids.table)
    this.#summary = this.#fillSummary(guidTable)
    const pictures = new Map<number, number>()
    this.#regions.forEach((region, i) => {
      for (const row of region.rows ?? []) pictures.set(row, this.#offsets[i] ?? 0)
    })
    for (const region of this.#regions) {
      // These hold no offset: they are as they were in the round before.
      if (WITHOUT_OFFSETS.has(region.kind) && this.#tables.has(region)) continue
      const bytes = (() => {
        switch (region.kind) {
          case 'summary':
            return uncompressedSummary(this.#summary, context, layout)
          case 'heritage':
            return this.#writeHeritage()
          case 'names':
            return writeTable(
              edit.nameTable.map((name) => name.entry),
              context,
              (ar, row) => row.serialize(ar, layout),
            )
          case 'imports':
            return writeTable(edit.imports.map(importRow), context, (ar, row) => row.serialize(ar, layout))
          case 'exports': {
            const rows = edit.exports.map((entry) => this.#rowOf(entry))
            return writeTable(rows, context, (ar, row, index) => row.serialize(ar, layout, index))
          }
          case 'depends':
            return depends === undefined ? undefined : writeDepends(edit, depends.table)
          case 'guids':
            return guidTable?.bytes
          case 'thumbnails':
            return thumbnails === undefined
              ? undefined
              : writeThumbnails(edit, thumbnails.table, (row) => pictures.get(row) ?? 0)
          default:
            return undefined
        }
      })()
      if (bytes !== undefined) this.#tables.set(region, bytes)
    }
  }

  #rowOf(entry: EditExport): ExportEntry {
    const size = this.#bodies.get(entry) ?? 0
    let made = this.#rows.get(entry)
    if (made === undefined) {
      const row = exportRow(entry, size, entry.entry.offset)
      made = { row, verbatim: row.verbatim }
      this.#rows.set(entry, made)
    }
    const { row, verbatim } = made
    const hasOffset = size > 0 || this.#edit.package.context.since(Version.ExportOffsetAlways)
    const place = this.#places.get(entry) ?? entry.entry.offset
    const isEmptyAsBefore = size === 0 && entry.entry.size === 0 && entry.origin !== undefined
    row.offset = isEmptyAsBefore ? entry.entry.offset : hasOffset ? place : 0
    row.verbatim = row.offset === entry.entry.offset ? verbatim : undefined
    return row
  }

  #fillSummary(guidTable: { imports: number; exports: number } | undefined): Summary {
    const edit = this.#edit
    const { summary: before, context } = edit.package
    const offset = (kind: Region['kind'], old: number) => this.#offsetOf(kind) ?? old
    const summary = Object.assign(new Summary(), edit.summary, {
      nameCount: edit.nameTable.length,
      importCount: edit.imports.length,
      exportCount: edit.exports.length,
      nameOffset: offset('names', before.nameOffset),
      importOffset: offset('imports', before.importOffset),
      exportOffset: offset('exports', before.exportOffset),
      heritageOffset: offset('heritage', before.heritageOffset),
      heritageCount: edit.heritage.length,
      dependsOffset: offset('depends', before.dependsOffset),
      importExportGuidsOffset: offset('guids', before.importExportGuidsOffset),
      thumbnailOffset: offset('thumbnails', before.thumbnailOffset),
      // The engine compresses again; what is built here is not compressed.
      chunks: before.chunks,
    })
    if (guidTable !== undefined) {
      summary.importGuidsCount = guidTable.imports
      summary.exportGuidsCount = guidTable.exports
    }
    if (context.since(Version.HeaderSize)) summary.headerSize = this.#headerSize(before.headerSize)
    const { generations } = edit.summary
    const last = generations.at(-1)
    if (last !== undefined) summary.generations = [...generations.slice(0, -1), this.#lastGeneration(last)]
    summary.textureAllocations = edit.summary.textureAllocations.map((allocation) =>
      Object.assign(new TextureAllocation(), allocation, {
        exports: allocation.exports.flatMap((index) => {
          const entry = edit.objectAt(index + 1)
          return entry === undefined ? [index] : entry.isRemoved ? [] : [entry.position]
        }),
      }),
    )
    return summary
  }

  /**
   * The counts of the tables; one that was not so (Body_Octane_SF_exported.upk) is kept while its table is.
   */
  #lastGeneration(last: Generation): Generation {
    const { exports, nameTable, package: stored } = this.#edit
    const was = stored.summary.generations.at(-1)
    const keepsExports = was?.exportCount === last.exportCount && exports.length === stored.exports.length
    const keepsNames = was?.nameCount === last.nameCount && nameTable.length === stored.nameTable.length
    const exportCount = keepsExports ? last.exportCount : exports.length
    const nameCount = keepsNames ? last.nameCount : nameTable.length
    // Uncooked packages count all their objects as ones that the network knows (19 of 19).
    const netObjectCount = last.netObjectCount === last.exportCount ? exportCount : last.netObjectCount
    return Object.assign(new Generation(), last, { exportCount, nameCount, netObjectCount })
  }

  /** The position of the first body, or what was there in its place. */
  #headerSize(before: number): number {
    const first = this.#regions.findIndex((region) => region.kind === 'body' && this.#lengthOf(region) > 0)
    const found = this.#offsets[first]
    const was = this.#regions.find((region) => region.kind === 'body')
    if (found !== undefined && (was === undefined || was.start === before)) return found
    // Not where bodies begin: then it keeps its distance to the region that it was in.
    const index = lastIndex(this.#regions, (region) => region.start <= before)
    const region = this.#regions[index]
    return region === undefined
      ? before
      : (this.#offsets[index] ?? 0) + Math.min(before - region.start, this.#lengthOf(region))
  }

  #writeHeritage(): Uint8Array {
    const ar = Archive.save(this.#edit.package.context)
    this.#edit.heritage.forEach((guid, i) => {
      ar.guid(guid, `heritage[${i}]`)
    })
    return ar.written()
  }
}
