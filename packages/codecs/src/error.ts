import type { CodecName } from './codec.js'
import { UkitError } from './ukit-error.js'

/**
 * What is wrong with compressed bytes: `truncated` (they end too early), `corrupt` (they contradict the
 * format), `size` (they decode to a length other than the promised one), `checksum` (they decode, but their
 * checksum disagrees).
 */
export type CodecErrorKind = 'truncated' | 'corrupt' | 'size' | 'checksum'

/** *Compressed bytes that do not decode.* Thrown by every codec; nothing else is thrown for bad input. */
export class CodecError extends UkitError {
  /** The name of the class. */
  override readonly name = 'CodecError'
  /** The codec that found it. */
  readonly codec: CodecName
  /** What is wrong with the data. */
  readonly kind: CodecErrorKind
  /** Position in the compressed input where decoding stopped, in bytes. */
  readonly offset: number

  constructor(codec: CodecName, kind: CodecErrorKind, offset: number, message: string, options?: ErrorOptions) {
    super(`${codec}: ${message} (at byte ${offset} of the compressed data)`, options)
    this.codec = codec
    this.kind = kind
    this.offset = offset
  }
}
