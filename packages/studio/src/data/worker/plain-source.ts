import { type ByteSource, blobSource, httpSource } from '@ukit/core'
import { cachedSource } from '@ukit/files'
import type { FileToOpen } from '../package-calls.js'

/** The bytes of a file that is in no archive: only what is needed is read. */
export async function plainSource({ file, address, name }: FileToOpen): Promise<ByteSource> {
  if (file !== undefined) return cachedSource(blobSource(file))
  if (address !== undefined) return httpSource(address)
  throw new Error(`${name} is neither a file nor at an address`)
}
