import { type FileEntry, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { crc32 } from './crc.js'
import { CodecError } from './error.js'
import { inflateRaw } from './inflate.js'
import type { ZipArchive, ZipEntry, ZipSource } from './zip.js'
import { ZipError } from './zip-error.js'

const STORED = 0
const DEFLATED = 8

/** Deflate's greatest expansion, and what an encoder may add to a small file; a larger size in a directory is a lie. */
const MOST_RATIO = 1032
const SLACK = 0x10000

// zip.js is used for what it knows best, the many forms of a directory. The data comes out as it is stored and is inflated here, into
// exactly the declared size, so that neither workers nor a decoder that lets its output grow are involved.
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

/** Refuses what cannot be read, or what would allocate more than the stored data can give. */
function checkEntry(entry: FileEntry, archiveSize: number): void {
  const { filename, uncompressedSize, compressedSize, compressionMethod } = entry
  if (entry.encrypted) throw new ZipError('encrypted', filename, 'the file is encrypted; ukit does not open such files')
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw new ZipError('method', filename, `expected compression method 0 or 8, found ${compressionMethod}`)
  }
  if (compressedSize > archiveSize) {
    throw new ZipError('size', filename, `${compressedSize} stored bytes are declared, the archive has ${archiveSize}`)
  }
  const most = compressionMethod === STORED ? compressedSize : compressedSize * MOST_RATIO + SLACK
  if (uncompressedSize > most || (compressionMethod === STORED && uncompressedSize !== compressedSize)) {
    throw new ZipError(
      'size',
      filename,
      `${uncompressedSize} bytes are declared, ${compressedSize} stored ones cannot give that`,
    )
  }
}

/** An error of the decoder, as one of the archive. */
function translateInflate(error: unknown, entry: FileEntry): unknown {
  if (!(error instanceof CodecError)) return error
  return new ZipError(error.kind === 'size' ? 'size' : 'corrupt', entry.filename, error.message, { cause: error })
}

function inflate(entry: FileEntry, data: Uint8Array): Uint8Array {
  if (entry.compressionMethod === STORED) return data
  const output = new Uint8Array(entry.uncompressedSize)
  let end: number
  try {
    end = inflateRaw(data, 0, output)
  } catch (error) {
    throw translateInflate(error, entry)
  }
  if (end === data.length) return output
  throw new ZipError('corrupt', entry.filename, `${data.length - end} bytes follow the end of the compressed data`)
}

async function readEntry(entry: FileEntry, reader: SourceReader): Promise<Uint8Array> {
  checkEntry(entry, reader.size)
  let data: Uint8Array
  try {
    data = await entry.getData(new Uint8ArrayWriter(), { passThrough: true })
  } catch (error) {
    throw translate(error, reader, 'corrupt', entry.filename)
  }
  if (data.length !== entry.compressedSize) {
    const message = `expected ${entry.compressedSize} stored bytes, found ${data.length}`
    throw new ZipError('corrupt', entry.filename, message)
  }
  const output = inflate(entry, data)
  const computed = crc32(output)
  // The directory always has one; the type allows for encrypted files, which were refused.
  const stored = (entry.signature ?? 0) >>> 0
  if (computed !== stored) {
    const [want, got] = [stored, computed].map((sum) => sum.toString(16).padStart(8, '0'))
    throw new ZipError('checksum', entry.filename, `the CRC-32 should be ${want}, computed ${got}`)
  }
  return output
}

/** See `openZip`. */
export async function openArchive(source: ZipSource): Promise<ZipArchive> {
  const reader = new SourceReader(source)
  const files = new Map<string, FileEntry>()
  const entries: ZipEntry[] = []
  try {
    const zip = new ZipReader(reader, OPTIONS)
    for await (const entry of zip.getEntriesGenerator()) {
      if (entry.directory) continue
      files.set(entry.filename, entry)
      const { filename: name, uncompressedSize: size, compressedSize, encrypted } = entry
      entries.push({ name, size, compressedSize, encrypted })
    }
  } catch (error) {
    throw translate(error, reader, 'format', undefined)
  }
  return {
    entries,
    async read(name) {
      const entry = files.get(name)
      if (!entry) throw new ZipError('missing', name, 'the archive has no file of that name')
      return readEntry(entry, reader)
    },
  }
}
