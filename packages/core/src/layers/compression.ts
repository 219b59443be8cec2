import type { Codec, CodecSet, CompressionName } from '@ukit/codecs'
import { hex, PackageError } from '@ukit/files'

/** Codec by the compression flags of a package (in a few games the same number means something else). */
const BY_FLAG: ReadonlyMap<number, string> = new Map([
  [0x1, 'zlib'],
  [0x2, 'lzo'],
  [0x4, 'lzx'],
  [0x8, 'lzma'],
  [0x400, 'oodle'],
])

/** The flag of each codec, for writing. */
export const COMPRESSION_FLAGS: Readonly<Record<Codec['name'], number>> = {
  /** Deflate in a zlib stream. */
  zlib: 0x1,
  /** LZO1X. */
  lzo: 0x2,
  /** LZX, of Xbox 360. */
  lzx: 0x4,
  /** LZMA. */
  lzma: 0x8,
  /** Oodle, for which the user supplies a decoder. */
  oodle: 0x400,
}

/**
 * Name of the compression that a package's flags mean: one of ukit's codecs, `oodle`, or the flags themselves
 * as `0x…`.
 *
 * @param own the numbers that a game uses instead of the engine's.
 */
export function compressionName(flags: number, own?: ReadonlyMap<number, string>): string {
  return own?.get(flags) ?? BY_FLAG.get(flags) ?? hex(flags)
}

/**
 * Loads a codec by name.
 *
 * @throws {PackageError} `compression` when there is none: Oodle is proprietary and needs a decoder that the
 *   user supplies, and some flags are unknown.
 */
export async function loadCodec(name: string, codecs: CodecSet): Promise<Codec> {
  if (isCompressionName(name)) return codecs[name]()
  if (name === 'oodle') return loadOodle(codecs)
  throw new PackageError(
    'compression',
    `expected compression by zlib, LZO, LZX or LZMA, found ${name}, for which ukit has no codec`,
  )
}

async function loadOodle({ oodle }: CodecSet): Promise<Codec> {
  if (oodle === undefined) {
    throw new PackageError(
      'compression',
      'the package is compressed with Oodle, which is proprietary: ukit has no decoder for it; with ' +
        'one of your own (UKIT_OODLE, or codecs.oodle in the library) the tables and objects inside can be read',
    )
  }
  return oodle().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PackageError('compression', `the decoder for Oodle cannot be loaded: ${reason}`, { cause })
  })
}

/** True for a codec that ukit has. */
function isCompressionName(name: string): name is CompressionName {
  return name !== 'oodle' && Object.hasOwn(COMPRESSION_FLAGS, name)
}
