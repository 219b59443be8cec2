export { ZipError, type ZipErrorKind } from './zip-error.js'
export { type WriteZipOptions, writeZip, type ZipInput } from './zip-write.js'

/** Bytes that can be read anywhere; core's `ByteSource` is one. */
export interface ZipSource {
  /** Length in bytes. */
  readonly byteLength: number
  /** The bytes from `start` up to, not including, `end`, both inside the source. */
  slice(start: number, end: number): Uint8Array | Promise<Uint8Array>
}

/**
 * What the archive's directory says of one file. Untrusted: `name` may be any text, such as `../x` or one
 * that is there twice.
 */
export interface ZipEntry {
  /** Path inside the archive, as it is stored; usually with `/` between folders. */
  readonly name: string
  /** Length of the file in bytes. */
  readonly size: number
  /** Length in bytes of what is stored for it in the archive. */
  readonly compressedSize: number
  /** Whether it needs a password; such a file is listed but cannot be read. */
  readonly encrypted: boolean
}

/** An opened zip: its directory, and access to each file without reading the others. */
export interface ZipArchive {
  /** All files in the order of the directory, without the entries that represent folders. */
  readonly entries: readonly ZipEntry[]
  /**
   * Reads and checks one file: the last of that name, when there are several, as extracting them all would
   * leave that one.
   *
   * @param limit most bytes that it may have; none unless given.
   * @throws {ZipError} of a kind that says why it cannot be read: see {@link ZipErrorKind}.
   */
  read(name: string, limit?: number): Promise<Uint8Array>
}

/**
 * Opens a zip (also zip64, and with other bytes before it), reading only its directory.
 *
 * The library that understands zip is loaded when this is first called.
 *
 * @throws {ZipError} when the bytes are not a zip, or its directory is damaged.
 */
export async function openZip(source: ZipSource): Promise<ZipArchive> {
  const { openArchive } = await import('./zip-archive.js')
  return openArchive(source)
}
