import { FormatContext, PackageTag } from '@ukit/container'
import type { ByteSource } from '@ukit/files'

/** Bytes of a package up to and including its versions. */
const HEAD = 8

/** The generation of the engine that a package is of; `undefined` for a file that is not a plain package. */
export async function packageEngine(source: ByteSource): Promise<number | undefined> {
  if (source.byteLength < HEAD) return undefined
  const head = await source.slice(0, HEAD)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (view.getUint32(0, true) !== PackageTag.Standard) return undefined
  return new FormatContext(view.getUint16(4, true), view.getUint16(6, true), false).engine
}
