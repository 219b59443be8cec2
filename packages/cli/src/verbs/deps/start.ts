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
  /** It is a file of its own, and not inside an archive or a compressed download. */
  readonly isFile: boolean
  /** Opens it once more, for its bodies. */
  open(): Promise<{ pkg: Package; close(): Promise<void> }>
}
