import { isDownloadName } from './extensions.js'
import type { Inputs } from './input.js'

/** A file in a folder or an archive that was left out, and why. */
export interface SkippedFile {
  /** Its path, as it is shown. */
  readonly path: string
  /**
   * `archive`: an archive or installer, which `archives` opens, and `path!` names. `download`: a compressed
   * download, which is opened when it is named. `backup`: a copy of another file in the folder, made before
   * that one was changed. `other`: neither its name nor its first bytes are those of what is searched for.
   */
  readonly why: 'archive' | 'download' | 'backup' | 'other'
}

/** The files that were left out of a search, and why. */
export function skippedFiles({ skipped, archives = [], backups = [] }: Inputs): SkippedFile[] {
  const isArchive = new Set(archives)
  const whyOf = (path: string) => (isArchive.has(path) ? 'archive' : isDownloadName(path) ? 'download' : 'other')
  return [
    ...skipped.map((path): SkippedFile => ({ path, why: whyOf(path) })),
    ...backups.map((path): SkippedFile => ({ path, why: 'backup' })),
  ]
}
