import { join } from 'node:path'
import type { Input } from '@ukit/batch'
import { statOf } from '@ukit/batch/internal'
import { sanitizePath } from '@ukit/files'

/** Whether OUT names a folder: it is one, or ends with a slash. */
export function isFolderName(out: string): boolean {
  if (/[/\\]$/.test(out)) return true
  const stats = statOf(out)
  return stats !== undefined && !('reason' in stats) && stats.isDirectory()
}

/**
 * The path below the folder OUT to which an input is written. A path in a container is untrusted: only its
 * safe parts are used, so that no `..`, drive, absolute path or device ever leads out of the folder, nor into
 * the folders that ukit reserves for itself.
 */
export function targetIn(out: string, input: Input): string {
  return join(out, ...(input.inner.length === 0 ? input.below.split('/') : sanitizePath(input.below)))
}
