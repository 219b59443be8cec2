// The move-to-front stage of .uz: a byte becomes the place it has in a list of all bytes, and moves to the
// list's front. Bytes that were seen recently become small numbers. The list starts in the order of the
// bytes, and is kept for the whole file.

/** How many values a byte has. */
const BYTES = 256
/** Appearances that are noted before those that are not the last of any byte are dropped. */
const SLOTS = 1024
/** Slots in a word of bits. */
const WORD = 32

/**
 * *Bytes to places*: the list of all bytes, the last seen first.
 *
 * Nothing is moved: each appearance takes the next slot, with a bit for the last one of each byte. So the
 * place of a byte is the number of bits after its own, and few are counted one by one.
 */
export class FrontEncoder {
  /** The bytes as they appeared. */
  readonly #log = Uint8Array.from({ length: SLOTS }, (_, slot) => BYTES - 1 - slot)
  /** The slot in which each byte appeared last. */
  readonly #slotOf = Uint16Array.from({ length: BYTES }, (_, byte) => BYTES - 1 - byte)
  /** A bit for each slot: set where a byte appeared last. */
  readonly #bits = Int32Array.from({ length: SLOTS / WORD }, (_, word) => (word < BYTES / WORD ? -1 : 0))
  /** Bits that are set in each word. */
  readonly #counts = Uint8Array.from({ length: SLOTS / WORD }, (_, word) => (word < BYTES / WORD ? WORD : 0))
  #next = BYTES

  /** Replaces bytes with their places in the list. */
  encode(bytes: Uint8Array): void {
    const log = this.#log
    const slotOf = this.#slotOf
    const bits = this.#bits
    const counts = this.#counts
    let next = this.#next
    let front = log[next - 1] as number
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte === front) {
        bytes[i] = 0
        continue
      }
      if (next === SLOTS) next = this.#dropOld()
      const slot = slotOf[byte] as number
      const own = slot >> 5
      const word = bits[own] as number
      // The bits above its own, and all of the later words.
      let place = countBits(word >>> (slot & 31)) - 1
      const last = next >> 5
      for (let at = own + 1; at <= last; at++) place += counts[at] as number
      bytes[i] = place
      bits[own] = word & ~(1 << (slot & 31))
      counts[own] = (counts[own] as number) - 1
      bits[last] = (bits[last] as number) | (1 << (next & 31))
      counts[last] = (counts[last] as number) + 1
      slotOf[byte] = next
      log[next++] = byte
      front = byte
    }
    this.#next = next
  }

  /** Moves the last appearances together, from the first slot on; gives the first free slot. */
  #dropOld(): number {
    const log = this.#log
    const slotOf = this.#slotOf
    let to = 0
    for (let slot = 0; slot < SLOTS; slot++) {
      const byte = log[slot] as number
      if (slotOf[byte] !== slot) continue
      log[to] = byte
      slotOf[byte] = to++
    }
    this.#bits.fill(0).fill(-1, 0, BYTES / WORD)
    this.#counts.fill(0).fill(WORD, 0, BYTES / WORD)
    return to
  }
}

/** How many of the 32 bits are set. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** From this place on, one call moves the list faster than a loop does. */
const LONG_MOVE = 24

/** *Places to bytes*: the same list, plain, since the place need not be searched for. */
export class FrontDecoder {
  readonly #order = Uint8Array.from({ length: 256 }, (_, i) => i)

  /** Replaces places with their bytes. */
  decode(places: Uint8Array): void {
    const order = this.#order
    let front = order[0] as number
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number
      if (place === 0) {
        places[i] = front
        continue
      }
      const byte = order[place] as number
      if (place < LONG_MOVE) for (let at = place; at > 0; at--) order[at] = order[at - 1] as number
      else order.copyWithin(1, 0, place)
      order[0] = byte
      front = byte
      places[i] = byte
    }
  }
}
