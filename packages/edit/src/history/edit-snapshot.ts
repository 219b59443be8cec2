import type { Guid } from '@ukit/container'
import type { ObjectReader } from '@ukit/core'
import type { TablesState } from '../edit-tables.js'
import type { Memento } from './memento.js'

/** @internal What a snapshot has. */
export interface SnapshotParts {
  readonly tables: TablesState
  readonly reader: ObjectReader
  /** Fields of the header, lists as they were. */
  readonly summary: Readonly<Record<string, unknown>>
  readonly inSummary: Memento
  readonly heritage: readonly Guid[]
}

/** *A document under change as it was*: see `PackageEdit.snapshot` and `PackageEdit.restore`. */
export class EditSnapshot {
  /** @internal */
  readonly parts: SnapshotParts

  /** @internal */
  constructor(parts: SnapshotParts) {
    this.parts = parts
  }
}
