import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'

/**
 * *Geometry that many classes share.* Numbers are in typed arrays, not in fields of their own: files hold
 * uninitialised floats, and a NaN keeps its payload only so.
 */

/** *Box: two corners and whether they mean anything* (25 bytes). */
export class Box implements Serializable {
  /** Smallest X, Y, Z, then largest X, Y, Z. */
  corners: Float32Array = new Float32Array(6)
  /** 0 for an empty box, else 1; about 50 of the boxes stored in UE1 files hold other garbage. */
  isValid = 0

  /** Smallest X, Y, Z: a view of `corners`. */
  get min(): Float32Array {
    return this.corners.subarray(0, 3)
  }

  /** Greatest X, Y, Z: a view of `corners`. */
  get max(): Float32Array {
    return this.corners.subarray(3)
  }

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.corners = ar.floats(this.corners, 6, 'corners')
    this.isValid = ar.u8(this.isValid, 'isValid')
  }
}

/** Bytes of a `Box`. */
export const BOX_SIZE = 25

/** *Sphere: centre and radius* (16 bytes; 12 before `Version.SphereRadius`). */
export class Sphere implements Serializable {
  /** X, Y, Z and radius of the sphere; 0 for a radius that is not stored. */
  numbers: Float32Array = new Float32Array(4)

  /** X, Y, Z: a view of `numbers`. */
  get centre(): Float32Array {
    return this.numbers.subarray(0, 3)
  }

  /** Radius in units of the engine; 0 where none is stored. */
  get radius(): number {
    return this.numbers[3] ?? 0
  }

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    if (ar.since(Version.SphereRadius)) {
      this.numbers = ar.floats(this.numbers, 4, 'numbers')
      return
    }
    const centre = ar.floats(this.centre, 3, 'centre')
    if (ar.isLoading) this.numbers.set(centre)
  }
}

/** Minimum size in bytes of a `Sphere`, whatever the version. */
export const SPHERE_SIZE = 12

/** *Coords: a place and three axes* (48 bytes). */
export class Coords implements Serializable {
  /** Origin, X axis, Y axis, Z axis: three floats each. */
  numbers: Float32Array = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)

  /** The place: X, Y, Z. */
  get origin(): Float32Array {
    return this.numbers.subarray(0, 3)
  }

  /** X, Y, Z of the first axis. */
  get xAxis(): Float32Array {
    return this.numbers.subarray(3, 6)
  }

  /** X, Y, Z of the second axis. */
  get yAxis(): Float32Array {
    return this.numbers.subarray(6, 9)
  }

  /** X, Y, Z of the third axis. */
  get zAxis(): Float32Array {
    return this.numbers.subarray(9)
  }

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.numbers = ar.floats(this.numbers, 12, 'numbers')
  }
}

/** *Scale: size along the axes, and shear* (17 bytes). */
export class Scale implements Serializable {
  /** Factors of X, Y, Z, then the rate of shear. */
  numbers: Float32Array = Float32Array.of(1, 1, 1, 0)
  /** 0 none, then XY, XZ, YX, YZ, ZX, ZY. */
  sheerAxis = 0

  /** Rate of shear; 0 for none. */
  get sheerRate(): number {
    return this.numbers[3] ?? 0
  }

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.numbers = ar.floats(this.numbers, 4, 'numbers')
    this.sheerAxis = ar.u8(this.sheerAxis, 'sheerAxis')
  }
}

/** A vector: X, Y, Z. */
export function vector(ar: Archive, value: Float32Array, field: string): Float32Array {
  return ar.floats(value, 3, field)
}

/** A plane (X, Y, Z of the normal, distance) or a quaternion (X, Y, Z, W). */
export function plane(ar: Archive, value: Float32Array, field: string): Float32Array {
  return ar.floats(value, 4, field)
}

/** A rotator: pitch, yaw, roll; 65,536 make a turn. */
export function rotator(ar: Archive, value: Int32Array, field: string): Int32Array {
  return ar.ints(value, 3, field)
}
