import type { Archive } from '@ukit/container'
import { UString } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { NO_BYTES } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'

/** A text as a zlib stream of 8-bit characters. */
export interface PackedText {
  /** The text as stored. */
  readonly bytes: Uint8Array
  /** Bytes before packing. */
  readonly size: number
}

/**
 * *TextBuffer: the source text of a class, or any other text.*
 *
 * 1,161 of the corpus, 3,129 of UE1 and 9,780 of UE3 in a wider collection. 40 of UE1 are not texts at all:
 * an obfuscator wrote `20` eight times and `01 00` over them. As an object they would begin with a property
 * of a type that does not exist, so no text is mistaken for them.
 */
export class TextBuffer extends UnrealObject {
  /** Position of the caret, in characters. */
  position = 0
  /** First line shown. */
  top = 0
  /** A class's text up to its `defaultproperties`; every line ends in CR LF. */
  text = UString.EMPTY
  /** UE1: what an obfuscator wrote over the whole object; nothing else is stored then. */
  overwritten: Uint8Array = NO_BYTES

  /** The text of games that pack it, instead of `text`. */
  get packedText(): PackedText | undefined {
    return undefined
  }

  /** Tells whether there is no text. */
  get isEmpty(): boolean {
    return this.text.length === 0
  }

  /** Takes the text away. */
  clear(): void {
    this.text = UString.EMPTY
    this.position = 0
    this.top = 0
    this.overwritten = NO_BYTES
  }

  override serialize(ar: Archive): void {
    const length = OVERWRITTEN.length
    if (!ar.isLoading) {
      if (this.overwritten.length > 0) ar.bytes(this.overwritten, length, 'overwritten')
      else super.serialize(ar)
      return
    }
    const isCandidate = ar.context.engine === 1 && ar.remaining === length
    this.overwritten = (isCandidate ? ar.attempt(length, () => overwrittenBytes(ar)) : undefined) ?? NO_BYTES
    if (this.overwritten.length === 0) super.serialize(ar)
  }

  override check(report: CheckReport): void {
    super.check(report)
    if (this.overwritten.length > 0)
      report.warning('overwritten', 'expected a text, found what an obfuscator writes over them: the text is lost')
  }

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.position = ar.u32(this.position, 'position')
    this.top = ar.u32(this.top, 'top')
    this.serializeText(ar)
  }

  /** The text as it is stored. */
  protected serializeText(ar: Archive): void {
    this.text = ar.string(this.text, 'text')
  }
}

/** What the obfuscator writes. */
const OVERWRITTEN = [0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 1, 0]

/** Reads these bytes, and fails when they are others. */
function overwrittenBytes(ar: Archive): Uint8Array {
  const bytes = ar.bytes(NO_BYTES, OVERWRITTEN.length, 'overwritten')
  if (OVERWRITTEN.every((byte, i) => bytes[i] === byte)) return bytes
  throw ar.error('bad-value', 'overwritten', 'expected the bytes of an obfuscator, found others')
}
