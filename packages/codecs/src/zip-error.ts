import { UkitError } from './ukit-error.js'

/**
 * Why a zip, or a file in it, cannot be read: `format` (not a zip, or its directory is damaged), `missing`
 * (no file of that name), `encrypted` (it needs a password), `method` (compressed by something other than
 * deflate), `size` (the sizes in the directory are impossible, or not what the data gives), `corrupt` (the
 * data does not decode, or lies outside the archive), `checksum` (it decodes, but its CRC-32 disagrees).
 */
export type ZipErrorKind = 'format' | 'missing' | 'encrypted' | 'method' | 'size' | 'corrupt' | 'checksum'

/**
 * *A zip that cannot be read.* Thrown by everything in this entry; errors of the source itself pass through
 * unchanged.
 */
export class ZipError extends UkitError {
  /** The name of the class. */
  override readonly name = 'ZipError'
  /** What is wrong with the archive. */
  readonly kind: ZipErrorKind
  /** The file inside the archive; undefined when the archive as a whole is meant. */
  readonly entry: string | undefined

  constructor(kind: ZipErrorKind, entry: string | undefined, message: string, options?: ErrorOptions) {
    super(entry === undefined ? `zip: ${message}` : `zip: "${entry}": ${message}`, options)
    this.kind = kind
    this.entry = entry
  }
}
