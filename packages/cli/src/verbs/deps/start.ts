import type { Package } from '@ukit/core'
import type { PackageTables } from '@ukit/game'
import type { FileProblem } from '../../batch/batch-verb.js'

/** A package that was asked about. */
export interface Start {
  /** As the user named it. */
  readonly label: string
  readonly tables: PackageTables | undefined
  /** Why it cannot be read. */
  readonly error: FileProblem | undefined
  /** Whether it is a separate file, not inside an archive or a compressed download. */
  readonly isFile: boolean
  /** Opens it again, to read its bodies. */
  open(): Promise<{ pkg: Package; close(): Promise<void> }>
}
