// The move-to-front stage of .uz: a byte becomes the place it has in a list of all bytes, and moves to the
// list's front. What was seen last becomes small numbers. The list starts in the order of the bytes, and
// lives through the whole file.

/**
 * The list in parts of so many bytes: what moves to the front moves one byte from each part to the next, not
 * every byte before it.
 */
const PART = 16
const PARTS = 256 / PART
/** Of a place in a part that is counted on past the part's end. */
const IN_PART = PART - 1

/** *Bytes to places*: the list of all bytes, the last seen first. */
export class FrontEncoder {
  /**
   * The parts one after the other. All but the first are rings: what comes in at the front takes the slot of
   * what goes out at the back.
   */
  readonly #order = Uint8Array.from({ length: 256 }, (_, i) => i)
  /** The slot that is the front of each ring. */
  readonly #fronts = new Uint8Array(PARTS)
  /** The part that each byte is in. */
  readonly #partOf = Uint8Array.from({ length: 256 }, (_, i) => Math.floor(i / PART))

  /** Turns bytes into their places, where they are. */
  encode(bytes: Uint8Array): void {
    const order = this.#order
    const partOf = this.#partOf
    let front = order[0] as number
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte === front) {
        bytes[i] = 0
        continue
      }
      const part = partOf[byte] as number
      let place = 0
      let moved = front
      if (part === 0) {
        do {
          place++
          const here = order[place] as number
          order[place] = moved
          moved = here
        } while (moved !== byte)
        bytes[i] = place
      } else {
        while (place < IN_PART) {
          place++
          const here = order[place] as number
          order[place] = moved
          moved = here
        }
        bytes[i] = part * PART + this.#takeOut(part, byte, moved)
        partOf[byte] = 0
      }
      order[0] = byte
      front = byte
    }
  }

  /**
   * Takes a byte out of a ring, whose rest closes up; `moved` comes from the first part. Gives the byte's
   * place in the ring.
   */
  #takeOut(part: number, byte: number, moved: number): number {
    const order = this.#order
    const fronts = this.#fronts
    const partOf = this.#partOf
    let coming = moved
    for (let ring = 1; ring < part; ring++) {
      const front = ((fronts[ring] as number) - 1) & IN_PART
      const slot = ring * PART + front
      const going = order[slot] as number
      order[slot] = coming
      partOf[coming] = ring
      fronts[ring] = front
      coming = going
    }
    const base = part * PART
    partOf[coming] = part
    let at = fronts[part] as number
    for (let place = 0; ; place++) {
      const slot = base + (at & IN_PART)
      const going = order[slot] as number
      order[slot] = coming
      if (going === byte) return place
      coming = going
      at++
    }
  }
}

/** From this place on, one call moves the list faster than a loop does. */
const LONG_MOVE = 24

/** *Places to bytes*: the same list, plain, since the place need not be searched for. */
export class FrontDecoder {
  readonly #order = Uint8Array.from({ length: 256 }, (_, i) => i)

  /** Turns places into their bytes, where they are. */
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
