/** A matrix of 4 × 4 numbers, column after column, as glTF and WebGL have them. */
export type Matrix = Float32Array

/** The matrix that changes nothing. */
export function identity(): Matrix {
  return Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
}

/** First `b`, then `a`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const out = new Float32Array(16)
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += at(a, 4 * k + row) * at(b, 4 * column + k)
      out[4 * column + row] = sum
    }
  }
  return out
}

/** Scale, rotation (a quaternion X, Y, Z, W) and translation as one matrix. */
export function compose(translation: readonly number[], rotation: readonly number[], scale: readonly number[]): Matrix {
  const [x = 0, y = 0, z = 0, w = 1] = rotation
  const [sx = 1, sy = 1, sz = 1] = scale
  const [tx = 0, ty = 0, tz = 0] = translation
  return Float32Array.of(
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  )
}

/** What a camera sees: `fov` is the vertical angle in radians. */
export function perspective(fov: number, aspect: number, near: number, far: number): Matrix {
  const f = 1 / Math.tan(fov / 2)
  const out = new Float32Array(16)
  out[0] = f / aspect
  out[5] = f
  out[10] = (far + near) / (near - far)
  out[11] = -1
  out[14] = (2 * far * near) / (near - far)
  return out
}

/** The space of a camera at `eye` that looks at `target`; Y is up. */
export function lookAt(eye: readonly number[], target: readonly number[]): Matrix {
  const [ex = 0, ey = 0, ez = 0] = eye
  const [tx = 0, ty = 0, tz = 0] = target
  const back = normalized([ex - tx, ey - ty, ez - tz])
  const right = normalized(cross([0, 1, 0], back))
  const up = cross(back, right)
  const dot = (axis: readonly number[]) => -((axis[0] ?? 0) * ex + (axis[1] ?? 0) * ey + (axis[2] ?? 0) * ez)
  const out = identity()
  for (const [row, axis] of [right, up, back].entries()) {
    for (let k = 0; k < 3; k++) out[4 * k + row] = axis[k] ?? 0
    out[12 + row] = dot(axis)
  }
  return out
}

/** The cross product of two vectors. */
export function cross(a: readonly number[], b: readonly number[]): number[] {
  const [ax = 0, ay = 0, az = 0] = a
  const [bx = 0, by = 0, bz = 0] = b
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

/** The vector with length 1. */
export function normalized(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => (length > 0 ? value / length : 0))
}

function at(matrix: Matrix, index: number): number {
  return matrix[index] ?? 0
}
