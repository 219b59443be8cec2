import { basename, dirname, join } from 'node:path'
import type { Input } from '@ukit/batch'
import { PackageError, sanitizePath } from '@ukit/files'
import { STANDARD } from '../../inputs/standard.js'

/**
 * The path to which a verb writes a file called `name`: in the folder `out`, or beside the input. A redirect
 * is one flat folder, so subfolders are not kept. The name may be untrusted: only its last part is used, with
 * unsafe characters replaced.
 *
 * @throws {PackageError} `refused` for a file inside a container when there is no `out`: files cannot be
 *   written beside it.
 */
export function downloadTarget(input: Input, name: string, out: string | undefined): string {
  if (out === STANDARD) return STANDARD
  if (out === undefined && (input.inner.length > 0 || input.file === STANDARD)) {
    throw new PackageError('refused', 'its result cannot be written beside it: name a folder with -o DIR')
  }
  return join(out ?? dirname(input.file), sanitizePath(name).at(-1) ?? '_')
}

/** The name of an input without folders. */
export function fileNameOf(input: Input): string {
  return basename((input.inner.at(-1) ?? input.file).replace(/\\/g, '/'))
}
