import type { Codec } from '@ukit/codecs'
import type { Archive } from '../archive/archive.js'
import { FormatContext } from '../archive/context.js'
import type { Dialect } from '../archive/dialect.js'
import type { CompressedChunk } from './compressed-chunk.js'
import type { ExportEntry } from './export-entry.js'
import type { ImportEntry } from './import-entry.js'
import type { NameEntry } from './name-entry.js'
import type { Summary } from './summary.js'

/**
 * A place in the summary after which a game may have fields of its own: the name of the field (or group) in
 * front of it.
 */
export type SummaryPlace =
  | 'tag'
  | 'version'
  | 'headerSize'
  | 'folder'
  | 'flags'
  | 'names'
  | 'exports'
  | 'imports'
  | 'depends'
  | 'guids'
  | 'thumbnails'
  | 'guid'
  | 'generationCount'
  | 'generations'
  | 'engineVersion'
  | 'cookerVersion'
  | 'chunks'
  | 'packageSource'
  | 'additionalPackages'
  | 'end'

/**
 * *How one game deviates from the engine*: in its container, and in its objects (`Dialect`). Data and small
 * functions in the game's own folder; what is left out is as in the engine.
 *
 * Extra fields go into the record's `extra`, so that they are written back.
 */
export interface Layout extends Dialect {
  /**
   * File version whose layout everything has, where the version word says another (Mass Effect 3 on Wii U).
   */
  readonly asVersion?: number
  /** Names of compressions by flags, where they are not the engine's. */
  readonly compression?: ReadonlyMap<number, string>
  /** Fields of the game's own, after the place named. */
  summary?(ar: Archive, summary: Summary, after: SummaryPlace): void
  /** Lets a codec pass that the game changed, as by an encryption of the compressed bytes. */
  codec?(codec: Codec, compressionFlags: number): Codec
  /** The whole of an entry of the chunk table, which then takes `chunkSize` bytes. */
  chunk?(ar: Archive, chunk: CompressedChunk): void
  /** Bytes of an entry of the chunk table where they are not 16. */
  readonly chunkSize?: number
  /** The whole of a name entry. */
  name?(ar: Archive, entry: NameEntry): void
  /** The whole of an import entry. */
  import?(ar: Archive, entry: ImportEntry): void
  /** The whole of an export entry; `index` is its place in the table, since some games scramble by it. */
  export?(ar: Archive, entry: ExportEntry, index: number): void
}

/**
 * The context of packages of a layout: their own versions, or the version that the layout says they are
 * stored as.
 */
export function formatContext(layout: Layout, version: number, licensee: number, bigEndian: boolean): FormatContext {
  return new FormatContext(layout.asVersion ?? version, licensee, bigEndian, layout)
}

/**
 * Tells whether a layout has tables of its own: then the file shows whether it fits. Otherwise it deviates in
 * objects alone, or not at all.
 */
export function hasOwnTables(layout: Layout): boolean {
  const { asVersion, compression, summary, codec, chunk, name, line, moved } = layout
  const hooks = [asVersion, compression, summary, codec, chunk, name, layout.import, layout.export]
  return hooks.some((hook) => hook !== undefined) || (line === undefined && moved !== undefined && moved.size > 0)
}
