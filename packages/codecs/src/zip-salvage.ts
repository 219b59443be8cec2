import type { ZipArchive, ZipSource } from './opened-zip.js'
import { archiveOf, LOCAL_HEADER, LOCAL_SIGNATURE, SIZES_FOLLOW, type Stored } from './zip-archive.js'

/** A zip without its directory: the files in it that are whole. */
export interface SalvagedZip {
  /** The whole files, in the order in which they are stored. */
  readonly archive: ZipArchive
  /** The name of the file that the end of the bytes cuts off, or that cannot be followed; if there is one. */
  readonly broken: string | undefined
}

/** Starts the record that follows a file whose sizes were not known before it was written (APPNOTE 4.3.9). */
const DESCRIPTOR = [0x50, 0x4b, 0x07, 0x08]
const DESCRIPTOR_BYTES = 16
const ENCRYPTED = 1
const UTF8 = 0x800
/** Bytes read at a time while the record after a file is searched for. */
const WINDOW = 0x1_0000
/** Maximum number of files: a name and a header take some forty bytes each. */
const MOST_FILES = 1_000_000

/** See `salvageZip`. */
export async function salvage(source: ZipSource): Promise<SalvagedZip | undefined> {
  const entries: Stored[] = []
  let offset = 0
  let broken: string | undefined
  while (entries.length < MOST_FILES) {
    const found = await entryAt(source, offset)
    if (found === undefined) break
    if (typeof found === 'string') {
      broken = found
      break
    }
    if (!found.entry.name.endsWith('/')) entries.push(found.entry)
    offset = found.next
  }
  if (offset === 0 && broken === undefined) return undefined
  return { archive: archiveOf(source, entries), broken }
}

/**
 * The file whose local header is at an offset, and where the next one starts; its name if it is not whole;
 * `undefined` if there is no header.
 */
async function entryAt(
  source: ZipSource,
  offset: number,
): Promise<{ readonly entry: Stored; readonly next: number } | string | undefined> {
  const { byteLength } = source
  if (offset + LOCAL_HEADER > byteLength) return undefined
  const view = viewOf(await source.slice(offset, offset + LOCAL_HEADER))
  if (view.getUint32(0, true) !== LOCAL_SIGNATURE) return undefined
  const flags = view.getUint16(6, true)
  const nameLength = view.getUint16(26, true)
  const start = offset + LOCAL_HEADER + nameLength + view.getUint16(28, true)
  const stored = await source.slice(
    Math.min(offset + LOCAL_HEADER, byteLength),
    Math.min(offset + LOCAL_HEADER + nameLength, byteLength),
  )
  const name = nameOf(stored, (flags & UTF8) !== 0)
  if (start > byteLength) return name
  const inHeader = {
    crc: view.getUint32(14, true),
    compressed: view.getUint32(18, true),
    size: view.getUint32(22, true),
  }
  const sizesFollow = (flags & SIZES_FOLLOW) !== 0 && inHeader.compressed === 0
  const found = sizesFollow ? await descriptorAfter(source, start) : inHeader
  if (found === undefined || start + found.compressed > byteLength) return name
  const entry: Stored = {
    name,
    size: found.size,
    compressedSize: found.compressed,
    encrypted: (flags & ENCRYPTED) !== 0,
    compressionMethod: view.getUint16(8, true),
    crc: found.crc,
    offset,
    nameLength,
  }
  const end = start + found.compressed
  return { entry, next: (flags & SIZES_FOLLOW) === 0 ? end : end + (await descriptorLength(source, end)) }
}

interface Sizes {
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

/** The sizes in the record after a file: the first record that states the length of what is before it. */
async function descriptorAfter(source: ZipSource, start: number): Promise<Sizes | undefined> {
  for (let at = start; at + DESCRIPTOR_BYTES <= source.byteLength; at += WINDOW) {
    const bytes = await source.slice(at, Math.min(at + WINDOW + DESCRIPTOR_BYTES, source.byteLength))
    const view = viewOf(bytes)
    for (let i = 0; i + DESCRIPTOR_BYTES <= bytes.length; i++) {
      if (!DESCRIPTOR.every((byte, j) => bytes[i + j] === byte)) continue
      const compressed = view.getUint32(i + 8, true)
      if (compressed !== at + i - start) continue
      return { crc: view.getUint32(i + 4, true), compressed, size: view.getUint32(i + 12, true) }
    }
  }
  return undefined
}

/** Length of the record after a file; it may lack its first four bytes. */
async function descriptorLength(source: ZipSource, end: number): Promise<number> {
  const bytes = await source.slice(end, Math.min(end + 4, source.byteLength))
  return DESCRIPTOR.every((byte, i) => bytes[i] === byte) ? DESCRIPTOR_BYTES : DESCRIPTOR_BYTES - 4
}

/** A name as stored: UTF-8 if it says so or is valid, otherwise one character per byte. */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
