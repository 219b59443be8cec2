import type { ByteSource } from '@ukit/core'
import type { FileToOpen } from '../package-calls.js'
import { plainSource } from './plain-source.js'
import type { Work } from './serve.js'

/** The bytes of a file; one in an archive is unpacked. */
export async function sourceOf(given: FileToOpen, work: Partial<Work> = {}): Promise<ByteSource> {
  // What unpacks is loaded for the first archive.
  return given.within === undefined ? plainSource(given) : (await import('./archives.js')).sourceIn(given, work)
}
