import { plural } from '@ukit/text/internal'
import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { crc32 } from './crc.js'
import { CodecError } from './error.js'
import { inflateRaw } from './inflate.js'
import type { ZipArchive, ZipEntry, ZipSource } from './opened-zip.js'
import { ZipError } from './zip-error.js'
import { DEFLATE_RATIO } from './zlib-limits.js'

const STORED = 0
const DEFLATED = 8

/** What an encoder may add to a small file; a size in a directory that is larger than it can be is a lie. */
const SLACK = 0x10000

// zip.js is used for what it knows best, the many forms of a directory. The data is read and inflated here,
// into exactly the declared size, so that neither workers nor a decoder that lets its output grow are
// involved; and nothing is kept of a file that was read. (Its own way to the data costs streams for each, and
// the memory of a run over thousands of files grew by 40 to 90 kB a file.)
const OPTIONS = { useWebWorkers: false, filenameValidation: 'tolerant' } as const

/** zip.js's view of a source. Remembers the errors of the source, to tell them from zip.js's own. */
class SourceReader extends Reader<ZipSource> {
  readonly source: ZipSource
  readonly failures = new Set<unknown>()

  constructor(source: ZipSource) {
    super(source)
    this.source = source
    this.size = source.byteLength
  }

  override async readUint8Array(start: number, length: number): Promise<Uint8Array> {
    const from = Math.min(Math.max(0, start), this.size)
    const to = Math.min(from + Math.max(0, length), this.size)
    try {
      // A copy: zip.js may hand the buffer on, and a source may give a view of memory that it shares.
      return Uint8Array.from(await this.source.slice(from, to))
    } catch (error) {
      this.failures.add(error)
      throw error
    }
  }
}

/** What zip.js threw, as the error to be seen: the source's own, or a typed one. */
function translate(
  error: unknown,
  reader: SourceReader,
  kind: 'format' | 'corrupt',
  entry: string | undefined,
): unknown {
  if (reader.failures.has(error)) return error
  const reason = error instanceof Error ? error.message : 'it cannot be read'
  return new ZipError(kind, entry, reason, { cause: error })
}

/** A file of the directory with what is needed to read it: of many files little may be kept. */
export interface Stored extends ZipEntry {
  readonly compressionMethod: number
  readonly crc: number
  /** Where its local header is. */
  readonly offset: number
  /** Bytes of its name as stored. */
  readonly nameLength: number
  /** A file that has some of the same bytes: many files over the same bytes are a trap. */
  overlaps?: string
}

/** Notes which files begin inside another one; the first of them has the bytes. */
function findOverlaps(files: readonly Stored[]): void {
  const ordered = [...files].sort((a, b) => a.offset - b.offset)
  let owner: Stored | undefined
  let end = 0
  for (const file of ordered) {
    if (owner !== undefined && file.offset < end) file.overlaps = owner.name
    const own = file.offset + LOCAL_HEADER + file.nameLength + file.compressedSize
    if (own <= end) continue
    end = own
    owner = file
  }
}

/** Refuses what cannot be read, or what would allocate more than the stored data can give. */
function checkEntry(entry: Stored, archiveSize: number): void {
  const { name, size, compressedSize, compressionMethod, overlaps } = entry
  if (overlaps !== undefined)
    throw new ZipError('format', name, `expected bytes of its own, found those of "${overlaps}"`)
  if (entry.encrypted) throw new ZipError('encrypted', name, 'the file is encrypted; ukit does not open such files')
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw new ZipError('method', name, `expected compression method 0 or 8, found ${compressionMethod}`)
  }
  if (compressedSize > archiveSize) {
    throw new ZipError('size', name, `${compressedSize} stored bytes are declared, the archive has ${archiveSize}`)
  }
  const most = compressionMethod === STORED ? compressedSize : compressedSize * DEFLATE_RATIO + SLACK
  if (size > most || (compressionMethod === STORED && size !== compressedSize)) {
    throw new ZipError(
      'size',
      name,
      `${plural(size, 'byte is', 'bytes are')} declared, ${compressedSize} stored ones cannot contain that`,
    )
  }
}

/** An error of the decoder, as one of the archive. */
function translateInflate(error: unknown, entry: Stored): unknown {
  if (!(error instanceof CodecError)) return error
  return new ZipError(error.kind === 'size' ? 'size' : 'corrupt', entry.name, error.message, { cause: error })
}

function inflate(entry: Stored, data: Uint8Array): Uint8Array {
  // A copy: a source may give a view of memory that it shares.
  if (entry.compressionMethod === STORED) return Uint8Array.from(data)
  const output = new Uint8Array(entry.size)
  let end: number
  try {
    end = inflateRaw(data, 0, output)
  } catch (error) {
    throw translateInflate(error, entry)
  }
  if (end === data.length) return output
  throw new ZipError(
    'corrupt',
    entry.name,
    `${plural(data.length - end, 'byte follows', 'bytes follow')} the end of the compressed data`,
  )
}

/** Before the name in a local header (APPNOTE 4.3.7). */
export const LOCAL_HEADER = 30
export const LOCAL_SIGNATURE = 0x0403_4b50
/** Sizes and sum follow the data, and need not be in the local header. */
export const SIZES_FOLLOW = 8
/** The size is in a field of zip64. */
const ZIP64 = 0xffff_ffff
/** What may be between the name and the data for one read to be enough. */
const USUAL_EXTRA = 64

/** The data of a file as it is stored. */
async function readStored(entry: Stored, source: ZipSource): Promise<Uint8Array> {
  const { offset, nameLength, compressedSize, name } = entry
  const corrupt = (message: string) => new ZipError('corrupt', name, message)
  const bytes = await source.slice(
    Math.min(offset, source.byteLength),
    Math.min(offset + LOCAL_HEADER + nameLength + USUAL_EXTRA + compressedSize, source.byteLength),
  )
  if (bytes.length < LOCAL_HEADER) throw corrupt(`expected its local header at ${offset}, found the end of the archive`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== LOCAL_SIGNATURE) throw corrupt(`there is no local header at ${offset}`)
  const method = view.getUint16(8, true)
  if (method !== entry.compressionMethod)
    throw corrupt(`expected compression method ${entry.compressionMethod} in its local header, found ${method}`)
  if ((view.getUint16(6, true) & SIZES_FOLLOW) === 0) {
    for (const [at, want] of [
      [18, compressedSize],
      [22, entry.size],
    ] as const) {
      const found = view.getUint32(at, true)
      if (found !== want && found !== ZIP64)
        throw corrupt(`expected the size ${want} in its local header, found ${found}`)
    }
  }
  const skip = LOCAL_HEADER + view.getUint16(26, true) + view.getUint16(28, true)
  const start = offset + skip
  const end = start + compressedSize
  if (end > source.byteLength)
    throw corrupt(`expected ${compressedSize} stored bytes, found ${Math.max(0, source.byteLength - start)}`)
  if (skip + compressedSize <= bytes.length) return bytes.subarray(skip, skip + compressedSize)
  return source.slice(start, end)
}

async function readEntry(entry: Stored, source: ZipSource): Promise<Uint8Array> {
  checkEntry(entry, source.byteLength)
  const data = await readStored(entry, source)
  const output = inflate(entry, data)
  const computed = crc32(output)
  if (computed !== entry.crc) {
    const [want, got] = [entry.crc, computed].map((sum) => sum.toString(16).padStart(8, '0'))
    throw new ZipError('checksum', entry.name, `the CRC-32 should be ${want}, computed ${got}`)
  }
  return output
}

/** See `openZip`. */
export async function openArchive(source: ZipSource): Promise<ZipArchive> {
  const reader = new SourceReader(source)
  const entries: Stored[] = []
  try {
    const zip = new ZipReader(reader, OPTIONS)
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) entries.push(storedOf(entry))
    }
  } catch (error) {
    throw translate(error, reader, 'format', undefined)
  }
  return archiveOf(source, entries)
}

/** An archive of these files. */
export function archiveOf(source: ZipSource, entries: readonly Stored[]): ZipArchive {
  findOverlaps(entries)
  // The last one of a name counts.
  const files = new Map(entries.map((entry) => [entry.name, entry]))
  return {
    entries,
    async read(name, limit = Number.POSITIVE_INFINITY) {
      const entry = files.get(name)
      if (!entry) throw new ZipError('missing', name, 'the archive has no file of that name')
      if (entry.size > limit)
        throw new ZipError('size', name, `expected a file of at most ${plural(limit, 'byte')}, found ${entry.size}`)
      return readEntry(entry, source)
    },
  }
}

function storedOf(entry: FileEntry): Stored {
  return {
    name: entry.filename,
    size: entry.uncompressedSize,
    compressedSize: entry.compressedSize,
    encrypted: entry.encrypted,
    compressionMethod: entry.compressionMethod,
    // The directory always has one; the type allows for encrypted files, which are refused.
    crc: (entry.signature ?? 0) >>> 0,
    offset: entry.offset,
    nameLength: entry.rawFilename.length,
  }
}
