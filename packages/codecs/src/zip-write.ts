import { crc32 } from './crc.js'
import { ZipError } from './zip-error.js'

/** A file to be put into a zip. */
export interface ZipInput {
  /** Path inside the archive, with `/` between folders. */
  readonly name: string
  /**
   * When it was last changed; its local time is stored, rounded to two seconds, since zips cannot store more.
   */
  readonly modified: Date
  /** The file's bytes; called when its turn comes. */
  read(): Promise<Uint8Array> | Uint8Array
}

/** Settings of {@link writeZip}. */
export interface WriteZipOptions {
  /** Raw deflate (RFC 1951) of a whole file. */
  readonly deflate: (bytes: Uint8Array) => Uint8Array
}

const LOCAL = 0x0403_4b50
const CENTRAL = 0x0201_4b50
const END = 0x0605_4b50

/** Version 2.0 (deflate and folders); names in UTF-8. */
const VERSION = 20
const UTF8 = 0x0800
const STORED = 0
const DEFLATED = 8

/** Where a zip without its 64-bit extension ends. */
const MOST_BYTES = 0xffff_ffff
const MOST_FILES = 0xffff

/** First and last time that a zip can hold. */
const FIRST_YEAR = 1980
const LAST_YEAR = 2107

/**
 * *Makes a zip*, piece by piece: one file at a time is in memory. A file that does not get smaller is stored
 * as it is.
 *
 * PKWARE's APPNOTE 6.3; old unpackers can open it too, since there is no 64-bit extension and no data
 * descriptor after the files.
 *
 * @throws {ZipError} `size` for more than 65,535 files or 4 GB, or a name of more than 65,535 bytes; whatever
 *   `read` throws.
 */
export async function* writeZip(files: Iterable<ZipInput>, { deflate }: WriteZipOptions): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, modified, read } of files) {
    const encoded = new TextEncoder().encode(name)
    if (encoded.length > 0xffff) throw new ZipError('size', name, 'the name is longer than 65,535 bytes')
    if (directory.length === MOST_FILES) throw new ZipError('size', name, 'a zip holds at most 65,535 files')
    const bytes = await read()
    const packed = deflate(bytes)
    const smaller = packed.length < bytes.length
    const data = smaller ? packed : bytes
    const fields = {
      method: smaller ? DEFLATED : STORED,
      time: dosTime(modified),
      crc: crc32(bytes),
      packed: data.length,
      size: bytes.length,
      name: encoded,
    }
    if (bytes.length > MOST_BYTES || offset + 30 + encoded.length + data.length > MOST_BYTES) {
      throw new ZipError('size', name, 'the zip would be larger than 4 GB; copy the files to a folder instead')
    }
    const header = record(LOCAL, [[VERSION, 2], ...common(fields), [0, 2]], encoded)
    directory.push(
      record(
        CENTRAL,
        [[VERSION, 2], [VERSION, 2], ...common(fields), [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]],
        encoded,
      ),
    )
    yield header
    yield data
    offset += header.length + data.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield* directory
  const count = directory.length
  yield record(
    END,
    [
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
      [size, 4],
      [offset, 4],
      [0, 2],
    ],
    new Uint8Array(0),
  )
}

type Field = readonly [value: number, bytes: 2 | 4]

/**
 * What a file's header and its line in the directory share: flags, method, time, CRC, both sizes, length of
 * the name.
 */
function common(fields: {
  readonly method: number
  readonly time: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly name: Uint8Array
}): Field[] {
  const { method, time, crc, packed, size, name } = fields
  return [
    [UTF8, 2],
    [method, 2],
    [time, 4],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
  ]
}

/** Signature, fields and a name. */
function record(signature: number, fields: readonly Field[], name: Uint8Array): Uint8Array {
  const length = fields.reduce((sum, [, bytes]) => sum + bytes, 4)
  const bytes = new Uint8Array(length + name.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  let at = 4
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  bytes.set(name, length)
  return bytes
}

/** Date in the upper half, time in the lower. */
function dosTime(date: Date): number {
  const year = Math.min(LAST_YEAR, Math.max(FIRST_YEAR, date.getFullYear()))
  const day = ((year - FIRST_YEAR) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
