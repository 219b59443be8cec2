import type { Codec } from '@ukit/codecs'
import type { Archive } from '../archive/archive.js'
import type { Threshold } from '../versions.js'
import type { CompressedChunk } from './compressed-chunk.js'
import type { ExportEntry } from './export-entry.js'
import type { ImportEntry } from './import-entry.js'
import type { NameEntry } from './name-entry.js'
import type { Summary } from './summary.js'

/** A place in the summary after which a game may have fields of its own: the name of the field (or group) in front of it. */
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
 * *How one game deviates from the engine's container.* Data and small functions in the game's own folder; what is left out is as in the engine.
 *
 * Extra fields go into the record's `extra`, so that they are written back.
 */
export interface Layout {
  /** Thresholds that the game takes at another version, or `NEVER`. */
  readonly moved?: ReadonlyMap<Threshold, number>
  /** File version whose layout everything has, where the version word says another (Mass Effect 3 on Wii U). */
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
