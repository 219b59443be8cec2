import type { Vector } from '@ukit/media'
import { type Quaternion, quaternionOfAxes } from '@ukit/media/internal'

/** Four columns of four numbers, as in glTF. */
export type Matrix4 = readonly number[]

/** The identity matrix. */
export const UNCHANGED: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** The product: applies `b` first, then `a`. */
export function combined(a: Matrix4, b: Matrix4): Matrix4 {
  const product: number[] = []
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += (a[4 * k + row] ?? 0) * (b[4 * column + k] ?? 0)
      product.push(sum)
    }
  return product
}

/** A translation, a quaternion and a scale as one matrix. */
export function matrixOf(place: readonly number[], turn: readonly number[], scale: readonly number[]): Matrix4 {
  const [x = 0, y = 0, z = 0, w = 1] = turn
  const [sx = 1, sy = 1, sz = 1] = scale
  return [
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
    place[0] ?? 0,
    place[1] ?? 0,
    place[2] ?? 0,
    1,
  ]
}

/** A point transformed by a matrix. */
export function transformed(matrix: Matrix4, [x, y, z]: Vector): Vector {
  const along = (axis: number) =>
    (matrix[axis] ?? 0) * x + (matrix[4 + axis] ?? 0) * y + (matrix[8 + axis] ?? 0) * z + (matrix[12 + axis] ?? 0)
  return [along(0), along(1), along(2)]
}

/** A direction transformed by a matrix. */
export function turned(matrix: Matrix4, [x, y, z]: Vector): Vector {
  const along = (axis: number) => (matrix[axis] ?? 0) * x + (matrix[4 + axis] ?? 0) * y + (matrix[8 + axis] ?? 0) * z
  return [along(0), along(1), along(2)]
}

/** One of the axes (column 0, 1 or 2), or the translation (column 3). */
export function columnOf(matrix: Matrix4, column: number): Vector {
  return [matrix[4 * column] ?? 0, matrix[4 * column + 1] ?? 0, matrix[4 * column + 2] ?? 0]
}

/** The lengths of the axes. */
export function scaleOf(matrix: Matrix4): Vector {
  const length = (column: number) => Math.hypot(...columnOf(matrix, column))
  return [length(0), length(1), length(2)]
}

/**
 * The rotation without scale. For a matrix that mirrors, the rotation of the negated axes; `undefined` for a
 * matrix that flattens.
 */
export function turnOf(matrix: Matrix4): Quaternion | undefined {
  const [x, y, z] = [columnOf(matrix, 0), columnOf(matrix, 1), columnOf(matrix, 2)]
  if (determinantOf(matrix) >= 0) return quaternionOfAxes(x, y, z)
  return quaternionOfAxes(negated(x), negated(y), negated(z))
}

/** The factor by which volumes grow; negative when the matrix mirrors. */
export function determinantOf(matrix: Matrix4): number {
  const [ax, ay, az] = columnOf(matrix, 0)
  const [bx, by, bz] = columnOf(matrix, 1)
  const [cx, cy, cz] = columnOf(matrix, 2)
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

/** The inverse; `undefined` for a matrix that flattens. */
export function inverse(matrix: Matrix4): Matrix4 | undefined {
  const determinant = determinantOf(matrix)
  if (!(Math.abs(determinant) > 1e-30)) return undefined
  const [ax, ay, az] = columnOf(matrix, 0)
  const [bx, by, bz] = columnOf(matrix, 1)
  const [cx, cy, cz] = columnOf(matrix, 2)
  const rows = [
    [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx],
    [cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax],
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx],
  ].map((row) => row.map((value) => value / determinant))
  const linear: number[] = []
  for (let column = 0; column < 3; column++) linear.push(...rows.map((row) => row[column] ?? 0), 0)
  const [x, y, z] = turned(linear, columnOf(matrix, 3))
  return [...linear, -x, -y, -z, 1]
}

/** The matrix for normals. Transformed normals do not have length 1. */
export function normalMatrix(matrix: Matrix4): Matrix4 {
  const back = inverse(matrix)
  if (back === undefined) return UNCHANGED
  const at = (i: number) => back[i] ?? 0
  return [at(0), at(4), at(8), 0, at(1), at(5), at(9), 0, at(2), at(6), at(10), 0, 0, 0, 0, 1]
}

/** Whether two matrices are the same up to the precision of 32-bit numbers. */
export function isAlmost(a: Matrix4, b: Matrix4): boolean {
  return a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= 2e-5 * Math.max(1, Math.abs(value)))
}

function negated([x, y, z]: Vector): Vector {
  return [-x, -y, -z]
}
