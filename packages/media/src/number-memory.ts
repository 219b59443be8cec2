/** *Memory for the numbers of a mesh and its file.* It may contain anything before it is filled. */
export interface NumberMemory {
  /** Memory for this many bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>
  /** Memory for this many 32-bit floats. */
  floats(length: number): Float32Array<ArrayBuffer>
  /** Memory for this many unsigned numbers of 16 bits. */
  ushorts(length: number): Uint16Array<ArrayBuffer>
  /** Memory for this many unsigned numbers of 32 bits. */
  uints(length: number): Uint32Array<ArrayBuffer>
}

/** New memory for every request. */
export const OWN_MEMORY: NumberMemory = {
  bytes: (length) => new Uint8Array(length),
  floats: (length) => new Float32Array(length),
  ushorts: (length) => new Uint16Array(length),
  uints: (length) => new Uint32Array(length),
}

/** Maximum number of bytes of a mesh in the memory that meshes share; few need more. */
const LARGEST = 16 << 20

/**
 * *The same memory for one mesh after the other*: allocating and collecting a dozen arrays for each of
 * thousands of meshes takes longer than filling them.
 */
export class ReusedMemory implements NumberMemory {
  #buffer = new ArrayBuffer(1 << 16)
  #used = 0

  /** Forgets the previous mesh: the next one uses its memory again. */
  restart(): void {
    this.#used = 0
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    const at = this.#take(length)
    return at < 0 ? new Uint8Array(length) : new Uint8Array(this.#buffer, at, length)
  }

  floats(length: number): Float32Array<ArrayBuffer> {
    const at = this.#take(4 * length)
    return at < 0 ? new Float32Array(length) : new Float32Array(this.#buffer, at, length)
  }

  ushorts(length: number): Uint16Array<ArrayBuffer> {
    const at = this.#take(2 * length)
    return at < 0 ? new Uint16Array(length) : new Uint16Array(this.#buffer, at, length)
  }

  uints(length: number): Uint32Array<ArrayBuffer> {
    const at = this.#take(4 * length)
    return at < 0 ? new Uint32Array(length) : new Uint32Array(this.#buffer, at, length)
  }

  /** Takes memory at a multiple of 4 and returns its offset; −1 if it would be too much. */
  #take(bytes: number): number {
    const at = this.#used
    const end = at + Math.ceil(bytes / 4) * 4
    if (end > LARGEST) return -1
    if (end > this.#buffer.byteLength) {
      // The arrays handed out so far keep the old buffer.
      this.#buffer = new ArrayBuffer(Math.min(LARGEST, 2 * end))
    }
    this.#used = end
    return at
  }
}
