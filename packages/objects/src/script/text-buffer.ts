import type { Archive } from '@ukit/container'
import { UString } from '@ukit/container'
import { UnrealObject } from '../unreal-object.js'

const NO_BYTES = new Uint8Array(0)

/** Undying packs the text from here on. */
const UNDYING_PACKED = 85

/**
 * *TextBuffer: the source text of a class, or any other text.*
 *
 * 1,161 of the corpus, 3,129 of UE1 and 9,780 of UE3 in a wider collection. 40 of UE1 are not texts at all:
 * an obfuscator wrote `20` eight times and `01 00` over them, and what does not parse there stays unexplained
 * on purpose.
 */
export class TextBuffer extends UnrealObject {
  /** Position of the caret, in characters. */
  position = 0
  /** First line shown. */
  top = 0
  /** A class's text up to its `defaultproperties`; every line ends in CR LF. */
  text = UString.EMPTY
  /** Undying: length of the text before packing, and the text as a zlib stream. */
  plainSize = 0
  packed: Uint8Array | undefined = undefined

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.position = ar.u32(this.position, 'position')
    this.top = ar.u32(this.top, 'top')
    if (ar.context.engine !== 1 || ar.version < UNDYING_PACKED) {
      this.text = ar.string(this.text, 'text')
      return
    }
    this.plainSize = ar.index(this.plainSize, 'plainSize')
    const size = ar.indexCount(this.packed?.length ?? 0, 'packedSize', 1)
    this.packed = ar.bytes(this.packed ?? NO_BYTES, size, 'packed')
  }
}
