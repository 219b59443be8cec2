import type { Archive } from '../archive/archive.js'
import type { Threshold } from '../versions.js'
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
  /** Names of compressions by flags, where they are not the engine's. */
  readonly compression?: ReadonlyMap<number, string>
  /** Fields of the game's own, after the place named. */
  summary?(ar: Archive, summary: Summary, after: SummaryPlace): void
  /** The whole of a name entry. */
  name?(ar: Archive, entry: NameEntry): void
  /** The whole of an import entry. */
  import?(ar: Archive, entry: ImportEntry): void
  /** The whole of an export entry. */
  export?(ar: Archive, entry: ExportEntry): void
}

/** The engine's own layout. */
export const STANDARD: Layout = {}
