/** Claims that fit: more than the textures of any game. */
const SLOTS = 1 << 20

/**
 * *Who makes a file that several threads come across*: the first that asks. The memory is shared by all
 * threads of a run; it is only taken up as it fills.
 */
export class Claims {
  /** What a thread needs to take part. */
  readonly memory: SharedArrayBuffer
  readonly #slots: BigUint64Array

  constructor(memory = new SharedArrayBuffer(SLOTS * BigUint64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#slots = new BigUint64Array(memory)
  }

  /**
   * True for the first that asks for a name, in whichever thread; and for everyone when there is no room
   * left.
   */
  take(name: string): boolean {
    // Loaded when a package refers to textures of another: most runs never ask.
    const { createHash } = process.getBuiltinModule('node:crypto')
    // A slot of 0 is free.
    const key = createHash('sha256').update(name).digest().readBigUInt64LE() | 1n
    const first = Number(key & BigInt(SLOTS - 1))
    for (let i = 0; i < SLOTS; i++) {
      const found = Atomics.compareExchange(this.#slots, (first + i) % SLOTS, 0n, key)
      if (found === 0n) return true
      if (found === key) return false
    }
    return true
  }
}
