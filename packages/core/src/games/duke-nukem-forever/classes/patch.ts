import type { Archive } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { NO_BYTES } from '@ukit/objects/common'

/** Entries of a patch, and bytes of each: 1, and 32 bits of 0. */
const ENTRIES = 64
const ENTRY_SIZE = 5

/** *PatchRenderData of Duke Nukem Forever: a byte for each of 64 entries of a curved surface.* 183 of 183. */
export class PatchRenderData extends UnrealObject {
  /** Zeros in every file. */
  entries: Uint8Array = new Uint8Array(ENTRIES)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = ar.count(this.entries.length, 'entries.count', 1)
    this.entries = ar.bytes(this.entries, count, 'entries')
  }
}

/** *PatchData of Duke Nukem Forever*: nothing, or 64 entries. 114 of 114. */
export class PatchData extends UnrealObject {
  /** 5 bytes each: 1, then 32 bits of 0. None in some objects; only their end shows that. */
  entries = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const length = ar.isLoading ? (ar.remaining > 0 ? ENTRIES * ENTRY_SIZE : 0) : this.entries.length
    if (length > 0) this.entries = ar.bytes(this.entries, length, 'entries')
  }
}
