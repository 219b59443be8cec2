import { UkitError } from '@ukit/codecs/internal'
/**
 * *Why an object gives no file.*
 *
 * `no-form`: its class has no file format (JSON can show it). `no-data`: it is empty, or painted while the
 * game runs. `elsewhere`: its data is in another file. `unsupported`: a format that ukit does not know.
 * `broken`: its bytes are not what they should be.
 */
export type SkipReason = 'no-form' | 'no-data' | 'elsewhere' | 'unsupported' | 'broken'

/**
 * *An object that does not become a file*: a texture without texels, a pixel format that ukit does not know.
 */
export class MediaError extends UkitError {
  /** The name of the class. */
  override readonly name = 'MediaError'
  /** Why there is no file. */
  readonly reason: SkipReason

  constructor(reason: SkipReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
