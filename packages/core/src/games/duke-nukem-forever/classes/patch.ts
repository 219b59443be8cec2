import type { Archive } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { NO_BYTES } from '@ukit/objects/common'

/** Number of entries of a patch, and size of each in bytes: a byte of 1 and 32 bits of 0. */
const ENTRIES = 64
const ENTRY_SIZE = 5

/**
 * *PatchRenderData of Duke Nukem Forever: one byte for each of the 64 entries of a curved surface.* Verified
 * on 183 of 183 objects.
 */
export class PatchRenderData extends UnrealObject {
  /** Zeros in every file. */
  entries: Uint8Array = new Uint8Array(ENTRIES)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = ar.count(this.entries.length, 'entries.count', 1)
    this.entries = ar.bytes(this.entries, count, 'entries')
  }
}

/** *PatchData of Duke Nukem Forever*: no entries, or 64. Verified on 114 of 114 objects. */
export class PatchData extends UnrealObject {
  /** 5 bytes each: a byte of 1, then 32 bits of 0. Some objects have none, which only their end reveals. */
  entries = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const length = ar.isLoading ? (ar.remaining > 0 ? ENTRIES * ENTRY_SIZE : 0) : this.entries.length
    if (length > 0) this.entries = ar.bytes(this.entries, length, 'entries')
  }
}
