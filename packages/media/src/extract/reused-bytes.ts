import type { ByteSource } from '@ukit/files'
import { readInto } from '@ukit/files/internal'

/** Larger objects, of which there are few, get their own memory. */
const LARGEST = 4 << 20

/**
 * *The bytes of one object after the other in the same memory*: they are only valid until the next are read.
 * Allocating new memory for each of a thousand sounds takes longer than filling it.
 */
export class ReusedBytes implements ByteSource {
  readonly #image: ByteSource
  #memory = new Uint8Array(0)

  constructor(image: ByteSource) {
    this.#image = image
  }

  get byteLength(): number {
    return this.#image.byteLength
  }

  slice(start: number, end: number): Uint8Array | Promise<Uint8Array> {
    const length = end - start
    if (length > LARGEST) return this.#image.slice(start, end)
    if (length > this.#memory.length) this.#memory = new Uint8Array(Math.min(LARGEST, 2 * length))
    const bytes = this.#memory.subarray(0, length)
    const reading = readInto(this.#image, bytes, start)
    return reading === undefined ? bytes : reading.then(() => bytes)
  }
}
