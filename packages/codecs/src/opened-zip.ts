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
  /** True if it needs a password; such a file is listed but cannot be read. */
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
   * @throws {ZipError} of a kind that says why it cannot be read: see `ZipErrorKind`.
   */
  read(name: string, limit?: number): Promise<Uint8Array>
}
