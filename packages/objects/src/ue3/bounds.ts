import type { Archive, Serializable } from '@ukit/container'

/** *BoxSphereBounds: a box about a centre, and a sphere about the same* (28 bytes). */
export class BoxSphereBounds implements Serializable {
  /** Origin X, Y, Z; half the box along X, Y, Z; radius of the sphere. */
  numbers: Float32Array = new Float32Array(7)

  /** The centre: X, Y, Z. */
  get origin(): Float32Array {
    return this.numbers.subarray(0, 3)
  }

  /** Half the length of each side. */
  get extent(): Float32Array {
    return this.numbers.subarray(3, 6)
  }

  /** Radius of the sphere, in units of the engine. */
  get radius(): number {
    return this.numbers[6] ?? 0
  }

  serialize(ar: Archive): void {
    this.numbers = ar.floats(this.numbers, 7, 'numbers')
  }
}
