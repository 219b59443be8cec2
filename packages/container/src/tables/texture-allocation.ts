import type { Archive } from '../archive/archive.js'

/**
 * *Textures of one size and format*, so that a console can reserve their memory at once (cooked packages; 16
 * of 350 files hold some).
 */
export class TextureAllocation {
  /** Width in texels. */
  width = 0
  /** Height in texels. */
  height = 0
  /** Levels of detail. */
  mipCount = 0
  /** Pixel format, by the engine's number. */
  format = 0
  /** Texture creation flags. */
  flags = 0
  /** Export numbers, counted from 0 (not object references). */
  exports: number[] = []

  /** Bytes of an entry without exports. */
  static readonly MIN_SIZE = 24

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.width = ar.i32(this.width, 'width')
    this.height = ar.i32(this.height, 'height')
    this.mipCount = ar.i32(this.mipCount, 'mipCount')
    this.format = ar.i32(this.format, 'format')
    this.flags = ar.i32(this.flags, 'flags')
    const count = ar.count(this.exports.length, 'exportCount', 4)
    this.exports = ar.i32s(this.exports, count, 'exports')
  }
}
