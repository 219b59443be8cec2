/** *Bits of a packet*, the lowest of each byte first. Past the end every bit is 0, and `isOver` is set. */
export class BitReader {
  isOver = false
  readonly #bytes: Uint8Array
  readonly #end: number
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#end = bytes.length * 8
  }

  get bitsLeft(): number {
    return this.#end - this.#at
  }

  /** A number of up to 32 bits. */
  read(bits: number): number {
    if (bits > 24) return this.read(16) + this.read(bits - 16) * 0x10000
    const value = this.peek(bits)
    this.skip(bits)
    return value
  }

  flag(): boolean {
    return this.read(1) === 1
  }

  /** The next bits, up to 24, without consuming them. */
  peek(bits: number): number {
    const at = this.#at >> 3
    const bytes = this.#bytes
    const word =
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
    return (word >>> (this.#at & 7)) & ((1 << bits) - 1)
  }

  skip(bits: number): void {
    this.#at += bits
    if (this.#at > this.#end) this.isOver = true
  }
}

/** Bits that a number takes: 0 for 0, 3 for 4 to 7. */
export function bitsOf(value: number): number {
  return value <= 0 ? 0 : 32 - Math.clz32(value)
}
