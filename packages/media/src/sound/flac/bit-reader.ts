import { MediaError } from '../../media-error.js'

/** *Bits of a FLAC stream*, the highest of each byte first. */
export class BitReader {
  readonly bytes: Uint8Array
  /** The byte that holds the next bit. */
  #at: number
  /** Bits of that byte that have been read. */
  #used = 0

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.#at = at
  }

  /** The offset of the next byte; only valid between bytes. */
  get position(): number {
    return this.#at
  }

  /** An unsigned number of at most 32 bits. @throws {MediaError} `broken` past the end. */
  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; ) {
      const byte = this.bytes[this.#at]
      if (byte === undefined) throw new MediaError('broken', 'the FLAC file is cut short')
      const take = Math.min(left, 8 - this.#used)
      value = value * 2 ** take + ((byte >> (8 - this.#used - take)) & ((1 << take) - 1))
      this.#used += take
      left -= take
      if (this.#used === 8) {
        this.#used = 0
        this.#at++
      }
    }
    return value
  }

  /** A signed number of at most 33 bits. */
  readSigned(count: number): number {
    if (count === 0) return 0
    const negative = this.read(1) === 1
    const rest = this.read(count - 1)
    return negative ? rest - 2 ** (count - 1) : rest
  }

  /** The number of 0 bits before the next 1, which is read too. */
  readUnary(): number {
    let zeros = 0
    for (;;) {
      const byte = this.bytes[this.#at]
      if (byte === undefined) throw new MediaError('broken', 'the FLAC file is cut short')
      const rest = (byte << this.#used) & 0xff
      if (rest !== 0) {
        const leading = Math.clz32(rest) - 24
        this.#used += leading + 1
        if (this.#used === 8) {
          this.#used = 0
          this.#at++
        }
        return zeros + leading
      }
      zeros += 8 - this.#used
      this.#used = 0
      this.#at++
    }
  }

  /** Skips the rest of a byte that has been partly read. */
  align(): void {
    if (this.#used === 0) return
    this.#used = 0
    this.#at++
  }
}
