import { type OpenOptions, openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource, PackageError } from '@ukit/files'

/** Opens bytes as a package called `Bad.u`. */
export const open = (bytes: Uint8Array, options: OpenOptions = {}) =>
  openPackage(memorySource(bytes), { codecs: nodeCodecs, fileName: 'Bad.u', ...options })

/** The error that opening throws, as data. */
export async function failure(bytes: Uint8Array, options: OpenOptions = {}): Promise<Partial<PackageError>> {
  try {
    await open(bytes, options)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    const { kind, field, offset, message } = error
    return { kind, field, offset, message }
  }
  throw new Error('the package opened, although it should not')
}

/** A copy with 32-bit words replaced. */
export function patched(bytes: Uint8Array, words: Readonly<Record<number, number>>, bigEndian = false): Uint8Array {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  for (const [at, word] of Object.entries(words)) view.setUint32(Number(at), word >>> 0, !bigEndian)
  return copy
}
