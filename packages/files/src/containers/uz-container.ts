import { type Codec, CodecError, type CodecErrorKind, type CodecSet, portableCodecs } from '@ukit/codecs'
import { concat } from '@ukit/codecs/internal'
import type { ErrorKind } from '../error.js'
import { PackageError } from '../error.js'
import { memorySource } from '../source/memory-source.js'
import { piecesOf } from '../source/pieces.js'
import type { ByteSource } from '../source/source.js'
import type { Container, ContainerKind } from './container.js'
import { type DownloadKind, downloadKind } from './file-kind.js'

/**
 * What unpacks into memory as a whole (`.uz`, `.uz3`) may grow so far: sixty-four times, which no real
 * package does, and by 64 MB where that is more. A stream made to harm makes thousands of bytes out of one.
 */
const MOST_GROWTH = 64
const SMALL = 0x400_0000

/** Where the name of the file inside is neither in the download nor known from outside. */
const NO_NAME = 'file'

/**
 * Compressed downloads, `.uz`, `.uz2` and `.uz3`, as containers of one file. `kind` of what is opened says
 * which of them it is.
 *
 * The file's name is in a `.uz`; for the others it is the name of the download without its extension. Opening
 * a `.uz` unpacks it, because nothing less tells its length; of a `.uz2` and `.uz3` only heads are read.
 */
export function uzKind(codecs: CodecSet = portableCodecs): ContainerKind {
  return {
    kind: 'uz',
    recognises: async (source) => (await downloadKind(source)) !== undefined,
    async open(source, fileName = '') {
      const kind = (await downloadKind(source)) ?? 'uz'
      try {
        return await OPENERS[kind](source, fileName, codecs)
      } catch (error) {
        throw translate(error)
      }
    },
  }
}

type Opener = (source: ByteSource, fileName: string, codecs: CodecSet) => Promise<Container>

const OPENERS: Readonly<Record<DownloadKind, Opener>> = {
  async uz(source, fileName) {
    const { UzReader } = await import('@ukit/codecs/uz')
    const reader = new UzReader({ limit: mostBytes(source) })
    const pieces: Uint8Array[] = []
    for await (const piece of piecesOf(source)) pieces.push(...reader.read(piece))
    pieces.push(...reader.end())
    const bytes = concat(pieces.splice(0))
    return oneFile('uz', reader.name || stem(fileName), bytes.length, async () => memorySource(bytes))
  },

  async uz2(source, fileName, codecs) {
    const { openUz2 } = await import('./uz2-source.js')
    const plain = await openUz2(source, await codecs.zlib())
    const checked = withErrors(plain)
    return oneFile('uz2', stem(fileName), plain.byteLength, async () => checked)
  },

  async uz3(source, fileName, codecs) {
    const { readUz3Length, UZ3_HEAD } = await import('@ukit/codecs/uz')
    const length = readUz3Length(await source.slice(0, Math.min(UZ3_HEAD, source.byteLength)))
    return oneFile('uz3', stem(fileName), length, async () => unpackUz3(source, await codecs.zlib()))
  },
}

async function unpackUz3(source: ByteSource, zlib: Codec): Promise<ByteSource> {
  const { decompressUz3 } = await import('@ukit/codecs/uz')
  const file = await source.slice(0, source.byteLength)
  try {
    return memorySource(decompressUz3(file, zlib, { limit: mostBytes(source) }))
  } catch (error) {
    throw translate(error)
  }
}

function oneFile(kind: string, name: string, size: number, open: () => Promise<ByteSource>): Container {
  return {
    kind,
    entries: [{ name, size }],
    async open(asked) {
      if (asked !== name) throw new PackageError('io', `there is no file "${asked}" in it, only "${name}"`)
      return open()
    },
  }
}

/** The name of a download without its extension. */
function stem(fileName: string): string {
  const name = fileName.replace(/^.*[/\\]/, '')
  return name.replace(/\.uz[23]?$/i, '') || NO_NAME
}

function mostBytes(source: ByteSource): number {
  return Math.max(SMALL, MOST_GROWTH * source.byteLength)
}

/** The same source, whose errors are those of packages. */
function withErrors(source: ByteSource): ByteSource {
  return {
    byteLength: source.byteLength,
    async slice(start, end) {
      try {
        return await source.slice(start, end)
      } catch (error) {
        throw translate(error)
      }
    },
  }
}

const KINDS: Readonly<Record<CodecErrorKind, ErrorKind>> = {
  truncated: 'truncated',
  corrupt: 'compression',
  size: 'limit',
  checksum: 'compression',
}

/** What is wrong with a download. Its message says where, in the compressed file. */
function translate(error: unknown): unknown {
  return error instanceof CodecError ? new PackageError(KINDS[error.kind], error.message, { cause: error }) : error
}
