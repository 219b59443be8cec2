import { Archive } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'

/**
 * The bytes of a table; an entry that was not stored in the engine's form gives back the bytes it was read
 * from.
 */
export function writeTable<T extends { verbatim: Uint8Array | undefined }>(
  entries: readonly T[],
  context: FormatContext,
  serialize: (ar: Archive, entry: T, index: number) => void,
  base = 0,
): Uint8Array {
  const ar = Archive.save(context, { base, capacity: 64 + entries.length * 32 })
  entries.forEach((entry, index) => {
    if (entry.verbatim === undefined) serialize(ar, entry, index)
    else ar.bytes(entry.verbatim, entry.verbatim.length, 'verbatim')
  })
  return ar.written()
}
