import type { FormatContext } from '@ukit/container'
import { readCompactIndex, Version } from '@ukit/container'

/**
 * *Every number that bytes could hold as an index*: of a name (from 0), an export (from 1) or an import
 * (below 0). Bytes that are not understood may mean anything, at any address; these are the only indices that
 * they can mean. Most are none at all; anyone who takes them all for indices errs on the safe side.
 */
export function* indicesIn(context: FormatContext, bytes: Uint8Array): Generator<number> {
  if (!context.since(Version.PlainIndices)) {
    for (let at = 0; at < bytes.length; at++) {
      const index = readCompactIndex(bytes, at)
      if (index !== undefined) yield index.value
    }
    return
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 4 <= bytes.length; at++) yield view.getInt32(at, !context.bigEndian)
}
