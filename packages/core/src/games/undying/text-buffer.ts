import type { Archive, Threshold } from '@ukit/container'
import { type PackedText, script } from '@ukit/objects'
import { NO_BYTES } from '@ukit/objects/common'

const PACKED: Threshold = { version: 85, evidence: 'readers' }

/** *TextBuffer of Undying*, whose text is compressed. */
export class UndyingTextBuffer extends script.TextBuffer {
  /** Length of the text before compression. */
  plainSize = 0
  /** The text as a zlib stream; `undefined` for no text. */
  packed: Uint8Array | undefined = undefined

  override get packedText(): PackedText | undefined {
    return this.packed === undefined ? undefined : { bytes: this.packed, size: this.plainSize }
  }

  /** True if there is no text, compressed or plain. */
  override get isEmpty(): boolean {
    return super.isEmpty && (this.packed === undefined || this.packed.length === 0)
  }

  override clear(): void {
    super.clear()
    this.packed = this.packed === undefined ? undefined : NO_BYTES
    this.plainSize = 0
  }

  protected override serializeText(ar: Archive): void {
    if (!ar.since(PACKED)) {
      super.serializeText(ar)
      return
    }
    this.plainSize = ar.index(this.plainSize, 'plainSize')
    const size = ar.indexCount(this.packed?.length ?? 0, 'packedSize', 1)
    this.packed = ar.bytes(this.packed ?? NO_BYTES, size, 'packed')
  }
}
