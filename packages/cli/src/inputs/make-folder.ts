import { mkdir } from 'node:fs/promises'
import { SourceError } from '@ukit/files'
import { reasonOf } from './reason.js'

/**
 * Creates a folder to write to, and its parent folders, unless they exist.
 *
 * @throws {SourceError} `io` when it cannot be created; the message names the folder, since the verb itself
 *   only names the file that it reads.
 */
export async function makeFolder(folder: string): Promise<void> {
  const problem = await mkdir(folder, { recursive: true }).then(() => undefined, reasonOf)
  if (problem === undefined) return
  throw new SourceError('io', `the folder "${folder}" cannot be created: ${problem}`, { path: folder })
}
