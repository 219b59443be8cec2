import { plural } from '@ukit/text/internal'
import { UkitError } from '../ukit-error.js'
/** Formats of picture files that ukit reads itself. */
export type ImageFormat = 'bmp' | 'pcx' | 'tga' | 'dds' | 'png' | 'jpeg'

/**
 * What is wrong with a picture file: `truncated` (it ends too early), `corrupt` (it contradicts its format),
 * `unsupported` (a form of the format that ukit does not read).
 */
export type ImageErrorKind = 'truncated' | 'corrupt' | 'unsupported'

/** *A picture file that cannot be read.* Nothing else is thrown for bad input. */
export class ImageError extends UkitError {
  /** The name of the class. */
  override readonly name = 'ImageError'
  /** The format that the file was read or written as. */
  readonly format: ImageFormat
  /** What is wrong with the file or picture. */
  readonly kind: ImageErrorKind
  /** Where reading stopped, in bytes from the start of the file. */
  readonly offset: number

  constructor(format: ImageFormat, kind: ImageErrorKind, offset: number, message: string, options?: ErrorOptions) {
    super(`${format.toUpperCase()} file: ${message} (at byte ${offset})`, options)
    this.format = format
    this.kind = kind
    this.offset = offset
  }
}

/**
 * The maximum number of pixels that a file may declare: more than any texture has, and few enough to fit in
 * memory.
 */
const MOST_PIXELS = 1 << 28

/**
 * Refuses a size that cannot be right.
 *
 * @throws {ImageError} `corrupt` for a side of 0, `unsupported` for more than 268,435,456 pixels.
 */
export function checkImageSize(format: ImageFormat, offset: number, width: number, height: number): void {
  if (width < 1 || height < 1) throw new ImageError(format, 'corrupt', offset, `${width} × ${height} pixels`)
  if (width * height > MOST_PIXELS) {
    const message = `${width} × ${height} pixels are more than the maximum of ${MOST_PIXELS}`
    throw new ImageError(format, 'unsupported', offset, message)
  }
}

/** Refuses a file that has fewer bytes than it needs. @throws {ImageError} `truncated`. */
export function checkImageBytes(format: ImageFormat, bytes: Uint8Array, needed: number, what: string): void {
  if (bytes.length >= needed) return
  const message = `expected ${plural(needed, 'byte')} for ${what}, found ${bytes.length}`
  throw new ImageError(format, 'truncated', bytes.length, message)
}
