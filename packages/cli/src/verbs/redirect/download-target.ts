import { basename, dirname, join } from 'node:path'
import { PackageError, sanitizePath } from '@ukit/files'
import type { Input } from '../../inputs/input.js'
import { STANDARD } from '../../inputs/standard.js'

/**
 * Where a verb writes a file called `name`: into the folder `out`, or beside the input. A redirect is one
 * flat folder, so folders below what was named are not kept. The name may be a stranger's: only what is safe
 * of its last part is used.
 *
 * @throws {PackageError} `refused` for a file inside a container when there is no `out`: nothing is beside
 *   it.
 */
export function downloadTarget(input: Input, name: string, out: string | undefined): string {
  if (out === STANDARD) return STANDARD
  if (out === undefined && (input.inner.length > 0 || input.file === STANDARD)) {
    throw new PackageError('refused', 'there is no place beside it: name a folder to write to with -o DIR')
  }
  return join(out ?? dirname(input.file), sanitizePath(name).at(-1) ?? '_')
}

/** The name of an input without folders. */
export function fileNameOf(input: Input): string {
  return basename((input.inner.at(-1) ?? input.file).replace(/\\/g, '/'))
}
