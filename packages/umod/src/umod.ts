import { memCrc } from '@ukit/codecs'
import { Archive, FormatContext, MoreBytesNeeded, type UString } from '@ukit/container'
import { type AbortSignalLike, type ByteSource, foldName, hex, PackageError, sectionSource } from '@ukit/files'
import { reusedPiecesOf } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { Directory, TRAILER_SIZE, Trailer, UMOD_MAGIC, UMOD_VERSION } from './layout.js'

/** A file in an installer. */
export interface UmodEntry {
  /** Path as stored. It is untrusted: see `safePath`. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** From the start of the installer, in bytes. */
  readonly offset: number
  /** See `UmodFlag`. */
  readonly flags: number
  /** The name as it is stored, for writing it again. */
  readonly stored: UString
}

/** Settings of functions that read a whole installer. */
export interface ReadThroughOptions {
  /** Stops reading, which then fails with the signal's reason. */
  readonly signal?: AbortSignalLike | undefined
  /** Called with the number of bytes read so far. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** *An installer, open*: its directory is in memory, and its files are read on request. */
export class Umod {
  /** The installer's bytes. */
  readonly source: ByteSource
  /** The last 20 bytes: where the directory is, and the checksum. */
  readonly trailer: Trailer
  /** In the order of the directory. */
  readonly entries: readonly UmodEntry[]
  /** Position after the directory; the trailer follows in every installer seen. */
  readonly directoryEnd: number
  #byName: Map<string, UmodEntry> | undefined

  /** Use `openUmod`. */
  constructor(source: ByteSource, trailer: Trailer, entries: readonly UmodEntry[], directoryEnd: number) {
    this.source = source
    this.trailer = trailer
    this.entries = entries
    this.directoryEnd = directoryEnd
  }

  /** Finds a file by its name as the engine does: the first match, ignoring case and the kind of slash. */
  find(name: string): UmodEntry | undefined {
    if (this.#byName === undefined) {
      this.#byName = new Map()
      for (const entry of this.entries) {
        const key = foldName(entry.name)
        if (!this.#byName.has(key)) this.#byName.set(key, entry)
      }
    }
    return this.#byName.get(foldName(name))
  }

  /** @throws {PackageError} `bad-offset` when the file does not end before the trailer. */
  open(entry: UmodEntry): ByteSource {
    const limit = this.source.byteLength - TRAILER_SIZE
    if (entry.offset + entry.size > limit) {
      const message =
        `expected a file that ends at ${hex(limit)} at the latest, found ${plural(entry.size, 'byte')} from ` +
        `${hex(entry.offset)}`
      throw new PackageError('bad-offset', message, { offset: entry.offset, object: entry.name })
    }
    return sectionSource(this.source, entry.offset, entry.offset + entry.size)
  }

  /** The checksum of everything before the trailer: reads the whole file, a piece at a time. */
  async computeCrc({ signal, onProgress }: ReadThroughOptions = {}): Promise<number> {
    const body = sectionSource(this.source, 0, this.source.byteLength - TRAILER_SIZE)
    let crc = 0
    let done = 0
    for await (const piece of reusedPiecesOf(body)) {
      if (signal?.aborted === true) throw signal.reason
      crc = memCrc(piece, crc)
      done += piece.byteLength
      onProgress?.(done, body.byteLength)
    }
    return crc
  }
}

/**
 * Tells whether a source is an installer. The trailer decides, since the format has many extensions,
 * including `.exe`.
 */
export async function isUmod(source: ByteSource): Promise<boolean> {
  if (source.byteLength < TRAILER_SIZE + 1) return false
  const start = source.byteLength - TRAILER_SIZE
  const bytes = await source.slice(start, start + 4)
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === UMOD_MAGIC
}

/**
 * *Opens an installer* of any extension, also inside a self-extracting program. Reads trailer and directory,
 * nothing else.
 *
 * @throws {PackageError} when it is not an installer, has a version or length that the engine would refuse
 *   too, or has a damaged directory.
 */
export async function openUmod(source: ByteSource): Promise<Umod> {
  const umod = await readUmod(source)
  const [problem] = trailerProblems(umod)
  if (problem !== undefined) throw problem
  return umod
}

/**
 * Like `openUmod`, but reads as much as it can of a damaged installer; `trailerProblems` says what is wrong.
 */
export async function readUmod(source: ByteSource): Promise<Umod> {
  const trailer = await readTrailer(source)
  const start = trailer.directoryOffset
  const end = source.byteLength - TRAILER_SIZE
  if (start < 0 || start >= end) {
    const message = `expected the directory between 0 and ${hex(end)}, found it at ${hex(start)}`
    throw new PackageError('bad-offset', message, { offset: end + 4, field: 'trailer.directoryOffset' })
  }
  // A wrong offset must not make us read the whole file: only as much as is needed is read.
  for (let length = FIRST_READ; ; length *= 4) {
    const stop = Math.min(end, start + length)
    const ar = Archive.load(await source.slice(start, stop), FormatContext.DEFAULT, { base: start, limit: end })
    const directory = new Directory()
    try {
      directory.serialize(ar)
    } catch (error) {
      if (error instanceof MoreBytesNeeded && length < MOST_DIRECTORY) continue
      throw error instanceof MoreBytesNeeded ? tooLong(start) : error
    }
    const entries = directory.entries.map(({ name, size, offset, flags }) => ({
      name: name.text,
      size,
      offset,
      flags,
      stored: name,
    }))
    return new Umod(source, trailer, entries, ar.position)
  }
}

function tooLong(offset: number): PackageError {
  return new PackageError('limit', `expected a directory of at most ${MOST_DIRECTORY} bytes, found a longer one`, {
    offset,
  })
}

/** Bytes of the directory that are read at first, and at most. */
const FIRST_READ = 0x1_0000
const MOST_DIRECTORY = 0x400_0000

async function readTrailer(source: ByteSource): Promise<Trailer> {
  const start = source.byteLength - TRAILER_SIZE
  if (start < 1) {
    const found = source.byteLength === 0 ? 'an empty file' : plural(source.byteLength, 'byte')
    throw new PackageError(
      'truncated',
      `expected an installer (.umod), which has more than ${TRAILER_SIZE} bytes, found ${found}`,
      { offset: 0 },
    )
  }
  const trailer = new Trailer()
  trailer.serialize(Archive.load(await source.slice(start, source.byteLength), FormatContext.DEFAULT, { base: start }))
  if (trailer.magic !== UMOD_MAGIC) {
    const message =
      `expected an installer (.umod), whose last ${TRAILER_SIZE} bytes start with ${hex(UMOD_MAGIC)}; ` +
      `found ${hex(trailer.magic)}: it is another kind of file, or was cut off`
    throw new PackageError('bad-value', message, { offset: start, field: 'trailer.magic' })
  }
  return trailer
}

/** Reasons for which the engine refuses an installer, except for its checksum. */
export function trailerProblems({ trailer, source }: Umod): PackageError[] {
  const start = source.byteLength - TRAILER_SIZE
  const found: PackageError[] = []
  if (trailer.fileSize !== source.byteLength) {
    const message =
      `expected a length of ${plural(source.byteLength, 'byte')}, which the file has, found ` +
      `${trailer.fileSize}: it was cut off or added to`
    found.push(new PackageError('bad-value', message, { offset: start + 8, field: 'trailer.fileSize' }))
  }
  if (trailer.version !== UMOD_VERSION) {
    const message = `expected version ${UMOD_VERSION}, found ${trailer.version}`
    found.push(new PackageError('unsupported', message, { offset: start + 12, field: 'trailer.version' }))
  }
  return found
}
