import type { Archive, Serializable } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import { NO_BYTES } from '../common/arrays.js'
import { lazyArray } from '../common/lazy-array.js'

/** *A triangle as it was imported.* */
export interface RawTriangle {
  /** Three corners of three floats. */
  readonly vertices: Float32Array
  /** Sets of coordinates: U, V of each corner, six floats a set. */
  readonly uvs: readonly Float32Array[]
  /** R, G, B, A of each corner. */
  readonly colors: Uint8Array
  /** Number of the section. */
  readonly material: number
  /** Bit n: smooth with other triangles of group n. */
  readonly smoothing: number
}

/** Bytes up to the number of sets of coordinates, of a set, and of what follows. */
const CORNERS_SIZE = 36
const UV_SIZE = 24
const TAIL_SIZE = 20
const LEAST_SIZE = CORNERS_SIZE + 4 + TAIL_SIZE
/** The engine has room for so many sets of coordinates. */
const MAX_UVS = 8

/**
 * *The triangles that a static mesh was made from*, for the editor; a lazy array.
 *
 * Kept as the block that they are in the file, because they are most of a mesh: `at` and the iterator decode.
 * Each takes 60 bytes and 24 for each set of coordinates.
 */
export class RawTriangles implements Serializable {
  /** Triangles. */
  count = 0
  /** The triangles as they are in the file, one after the other. */
  block = NO_BYTES

  serialize(ar: Archive): void {
    lazyArray(ar, 'rawTriangles', (end) => {
      this.count = ar.indexCount(this.count, 'count', LEAST_SIZE)
      const length = ar.isLoading ? end - ar.position : this.block.length
      if (length > ar.remaining && ar.isLoading) {
        throw ar.error('bad-value', 'end', `expected an end within the object, found ${plural(length, 'byte')} to it`)
      }
      this.block = ar.bytes(this.block, length, 'triangles')
      if (ar.isLoading && !this.#fits()) {
        throw ar.error(
          'bad-value',
          'triangles',
          `expected ${plural(this.count, 'triangle')} in ${plural(length, 'byte')}, found other sizes`,
        )
      }
    })
  }

  /** The triangles one after another. Views, not copies, where addresses allow. */
  *[Symbol.iterator](): Generator<RawTriangle> {
    let at = 0
    for (let i = 0; i < this.count; i++) {
      const sets = this.#sets(at)
      yield this.#read(at, sets)
      at += LEAST_SIZE + UV_SIZE * sets
    }
  }

  #fits(): boolean {
    let at = 0
    for (let i = 0; i < this.count; i++) {
      if (at + LEAST_SIZE > this.block.length) return false
      const sets = this.#sets(at)
      if (sets < 0 || sets > MAX_UVS) return false
      at += LEAST_SIZE + UV_SIZE * sets
    }
    return at === this.block.length
  }

  #sets(at: number): number {
    return viewOf(this.block).getInt32(at + CORNERS_SIZE, true)
  }

  #read(at: number, sets: number): RawTriangle {
    const tail = at + CORNERS_SIZE + 4 + UV_SIZE * sets
    const view = viewOf(this.block)
    return {
      vertices: floatsOf(this.block, at, 9),
      uvs: Array.from({ length: sets }, (_, i) => floatsOf(this.block, at + CORNERS_SIZE + 4 + UV_SIZE * i, 6)),
      colors: this.block.subarray(tail, tail + 12),
      material: view.getInt32(tail + 12, true),
      smoothing: view.getUint32(tail + 16, true),
    }
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** UE2 packages are little-endian, and so are the machines that have typed arrays. */
function floatsOf(bytes: Uint8Array, at: number, count: number): Float32Array {
  return new Float32Array(bytes.slice(at, at + 4 * count).buffer)
}
