import { compressUz, compressUz2, compressUz3, decompressUz, decompressUz2, decompressUz3 } from '@ukit/codecs/uz'
import { nodeCodecs } from '@ukit/core/node'

/** The compressions that games ask a redirect for: a file name with one of these after it. */
export const UZ_FORMATS = ['uz', 'uz2', 'uz3'] as const

/** `uz` is Unreal Engine 1's, `uz2` is 2's, `uz3` is 3's. */
export type UzFormat = (typeof UZ_FORMATS)[number]

/** Takes a name such as `Mod.u.uz` apart; `undefined` when it has no such ending. */
export function splitUzName(name: string): { readonly name: string; readonly format: UzFormat } | undefined {
  const format = UZ_FORMATS.find((ending) => name.toLowerCase().endsWith(`.${ending}`))
  return format === undefined ? undefined : { name: name.slice(0, -format.length - 1), format }
}

/** The format that the games of an engine ask for. */
export function uzFormatOf(engine: 1 | 2 | 3): UzFormat {
  return engine === 1 ? 'uz' : engine === 2 ? 'uz2' : 'uz3'
}

/** Compresses a whole file; `name` is its name without folders, which `.uz` holds. */
export async function compressAs(format: UzFormat, bytes: Uint8Array, name: string): Promise<Uint8Array> {
  if (format === 'uz') return compressUz(bytes, { name })
  const zlib = await nodeCodecs.zlib()
  return format === 'uz2' ? compressUz2(bytes, zlib) : compressUz3(bytes, zlib)
}

/**
 * Decompresses a whole file to at most `limit` bytes; `name` is the one that a `.uz` holds.
 *
 * @throws {CodecError} for what does not decode, and for more bytes than allowed.
 */
export async function decompressAs(
  format: UzFormat,
  bytes: Uint8Array,
  limit: number,
): Promise<{ readonly bytes: Uint8Array; readonly name: string | undefined }> {
  if (format === 'uz') return decompressUz(bytes, { limit })
  const zlib = await nodeCodecs.zlib()
  const plain = format === 'uz2' ? decompressUz2(bytes, zlib, { limit }) : decompressUz3(bytes, zlib, { limit })
  return { bytes: plain, name: undefined }
}
