/** Maximum number of claims: more than any game has textures. */
const SLOTS = 1 << 20

/**
 * *Decides which thread writes a file that several threads refer to*: the first one that asks. The memory is
 * shared by all threads of a run; the system only allocates the parts that are used.
 */
export class Claims {
  /** What other threads need to share the claims. */
  readonly memory: SharedArrayBuffer
  readonly #slots: BigUint64Array

  constructor(memory = new SharedArrayBuffer(SLOTS * BigUint64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#slots = new BigUint64Array(memory)
  }

  /**
   * True for the first request for a name in any thread; also true for every new name when there is no room
   * left.
   */
  take(name: string): boolean {
    // Loaded here, when a package refers to textures of another one: most runs never need it.
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
