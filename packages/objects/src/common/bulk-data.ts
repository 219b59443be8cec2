import type { Archive, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { NO_BYTES } from './arrays.js'

/** Bits of `BulkData.flags`. */
export const BulkFlag = {
  /** The payload is in another file: a texture file cache (`.tfc`), for Wwise streams an `.afc`. */
  SeparateFile: 0x01,
  /** Compressed with zlib. */
  Zlib: 0x02,
  /** Elements are written one by one; the bytes are the same. */
  SingleElements: 0x04,
  /** Read once and then dropped. */
  SingleUse: 0x08,
  /** Compressed with LZO. */
  Lzo: 0x10,
  /** There is no payload at all: count 0, size and offset −1. */
  Unused: 0x20,
  /** Public readers only. */
  PayloadOnly: 0x40,
  /** Xbox 360. */
  Lzx: 0x80,
} as const

/** Where the payload of a bulk data block is. */
export type BulkPlace = 'inline' | 'separate-file' | 'unused'

/**
 * *Bulk data (UE3): a block of numbers that may be here, in another file, or nowhere.*
 *
 * Flags, number of elements, bytes on disk, offset, payload. The offset is the position of the payload in the
 * uncompressed package; for a payload that is here it is the position after this very field (more than
 * 17,000 of 17,113 blocks; the others hold an old one), so it is computed when saving.
 */
export class BulkData implements Serializable {
  /** See `BulkFlag`. */
  flags = 0
  /** Elements, not bytes: their size belongs to the class. For a compressed payload those that come out. */
  count = 0
  /** Bytes of the payload as stored; −1 for an unused block. */
  sizeOnDisk = 0
  /**
   * Position in the other file when the payload is there, −1 for an unused block; not used for a payload that
   * is here.
   */
  externalOffset = 0
  /**
   * The payload as stored (maybe compressed: blocks after the tag 0x9E2A83C1), elements in the package's
   * byte order; empty when it is elsewhere.
   */
  payload: Uint8Array = NO_BYTES

  /**
   * An offset that did not point at its payload, and where it was: written back as it was as long as the
   * object does not move.
   */
  #stale: { readonly at: number; readonly offset: number } | undefined

  /**
   * Where the payload is: in the object, in a separate file (a texture cache), or nowhere, for a block that
   * is not used.
   */
  get place(): BulkPlace {
    if ((this.flags & BulkFlag.Unused) !== 0) return 'unused'
    return (this.flags & BulkFlag.SeparateFile) !== 0 ? 'separate-file' : 'inline'
  }

  /** How the payload is compressed; `undefined` for plain. */
  get compression(): 'zlib' | 'lzo' | 'lzx' | undefined {
    if ((this.flags & BulkFlag.Zlib) !== 0) return 'zlib'
    if ((this.flags & BulkFlag.Lzo) !== 0) return 'lzo'
    return (this.flags & BulkFlag.Lzx) !== 0 ? 'lzx' : undefined
  }

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.flags = ar.u32(this.flags, 'flags')
    this.count = ar.i32(this.count, 'count')
    if (this.place !== 'inline') {
      this.sizeOnDisk = ar.i32(this.sizeOnDisk, 'sizeOnDisk')
      this.#serializeExternalOffset(ar)
      return
    }
    this.sizeOnDisk = ar.i32(ar.isLoading ? 0 : this.payload.length, 'sizeOnDisk')
    if (!ar.since(Feature.NoInlineOffset)) this.#serializeInlineOffset(ar)
    this.payload = ar.bytes(this.payload, ar.checkCount(this.sizeOnDisk, 'sizeOnDisk', 1), 'payload')
  }

  /** Since `Feature.NoInlineOffset`: 64 bits, and none for an unused block that is not in a separate file. */
  #serializeExternalOffset(ar: Archive): void {
    if (!ar.since(Feature.NoInlineOffset)) {
      this.externalOffset = ar.i32(this.externalOffset, 'offset')
      return
    }
    if ((this.flags & BulkFlag.SeparateFile) === 0) return
    const low = ar.u32(this.externalOffset >>> 0, 'offset')
    const high = ar.i32(Math.floor(this.externalOffset / 2 ** 32), 'offset.high')
    this.externalOffset = high * 2 ** 32 + low
  }

  #serializeInlineOffset(ar: Archive): void {
    const dataStart = ar.position + 4
    const offset = ar.i32(this.#stale?.at === dataStart ? this.#stale.offset : dataStart, 'offset')
    ar.notePosition(dataStart - 4, dataStart)
    if (ar.isLoading) this.#stale = offset === dataStart ? undefined : { at: dataStart, offset }
  }
}

/** Minimum number of bytes of a bulk data block without payload. */
export const BULK_DATA_SIZE = 12
