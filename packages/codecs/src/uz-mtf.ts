// The move-to-front stage of .uz: a byte becomes the place it has in a list of all bytes, and moves to the list's front. What was seen last
// becomes small numbers. The list starts in the order of the bytes, and lives through the whole file.

/** From this place on, one call moves the list faster than a loop does. */
const LONG_MOVE = 24

/** *The list of all bytes, the last seen first*, for one direction of one stream. */
export class MoveToFront {
  readonly #order = Uint8Array.from({ length: 256 }, (_, i) => i)

  /** Turns bytes into their places, where they stand. */
  encode(bytes: Uint8Array): void {
    const order = this.#order
    let front = order[0] as number
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte === front) {
        bytes[i] = 0
        continue
      }
      let moved = front
      let place = 0
      do {
        place++
        const here = order[place] as number
        order[place] = moved
        moved = here
      } while (moved !== byte)
      order[0] = byte
      front = byte
      bytes[i] = place
    }
  }

  /** Turns places into their bytes, where they stand. */
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
