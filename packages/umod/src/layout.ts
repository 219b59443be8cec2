import { type Archive, UString } from '@ukit/container'

/** Bytes of the trailer at the end of an installer. */
export const TRAILER_SIZE = 20

/** First word of the trailer. */
export const UMOD_MAGIC = 0x9fe3_c5a3

/** The only version that any engine writes or accepts. */
export const UMOD_VERSION = 1

/**
 * Bits of a member's flags. The flags `3` of the manifest do not prevent it from being installed; its line
 * `Copy=` does.
 */
export const UmodFlag = {
  /** Unpacked before setup starts (reported; only the self-extractor seems to look at it). */
  Bootstrap: 1,
  /** Removed after setup has ended (reported). */
  Unbootstrap: 2,
  /** Declared by the engine, but none of its readers obeys it. */
  Compressed: 4,
} as const

/** *The last 20 bytes.* Everything is found from here. All numbers little-endian. */
export class Trailer {
  /** 0x9FE3C5A3 */
  magic = UMOD_MAGIC
  /** Position of the directory, in bytes from the start of the file. */
  directoryOffset = 0
  /** Length of the whole file, trailer included, in bytes. */
  fileSize = 0
  /** 1 */
  version = UMOD_VERSION
  /** CRC-32/BZIP2 of everything before the trailer. */
  crc = 0

  /** Reads or writes the fields. */
  serialize(ar: Archive): void {
    this.magic = ar.u32(this.magic, 'magic')
    this.directoryOffset = ar.i32(this.directoryOffset, 'directoryOffset')
    this.fileSize = ar.i32(this.fileSize, 'fileSize')
    this.version = ar.i32(this.version, 'version')
    this.crc = ar.u32(this.crc, 'crc')
  }
}

/** *A member in the directory.* */
export class DirectoryEntry {
  /** Path below the game's folder, with `\` between folders. */
  name = UString.EMPTY
  /** Position of its first byte, from the start of the file. */
  offset = 0
  /** Bytes. */
  size = 0
  /** See {@link UmodFlag}. */
  flags = 0

  /** Reads or writes the fields. */
  serialize(ar: Archive): void {
    this.name = ar.string(this.name, 'name')
    this.offset = ar.u32(this.offset, 'offset')
    this.size = ar.u32(this.size, 'size')
    this.flags = ar.u32(this.flags, 'flags')
  }
}

/** Bytes of the smallest entry: a name of length 0 and three words. */
const SMALLEST_ENTRY = 13

/** *The table of members*: their number as a compact index, then each. */
export class Directory {
  /** The members, in the order of the directory. */
  entries: DirectoryEntry[] = []

  /** Reads or writes the fields. */
  serialize(ar: Archive): void {
    const count = ar.checkCount(ar.compactIndex(this.entries.length, 'count'), 'count', SMALLEST_ENTRY)
    if (ar.isLoading && count > MOST_ENTRIES) {
      throw ar.error('limit', 'count', `expected at most ${MOST_ENTRIES} members, found ${count}`)
    }
    this.entries = ar.records(this.entries, count, () => new DirectoryEntry(), 'entries')
  }
}

/** The largest known installer has some thousand members; a directory with more than this is malicious. */
const MOST_ENTRIES = 500_000
