import type { Vector } from './mesh.js'

/** Perpendicular to both; as long as the area between them. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** The product of their lengths and the cosine between them. */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** One times a factor. */
export function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by]
}

/** One and the other. */
export function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** One without the other. */
export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** Vector number `index` of a list of numbers, three each; 0 for what is not there. */
export function vectorAt(numbers: Float32Array, index: number): Vector {
  return [numbers[3 * index] ?? 0, numbers[3 * index + 1] ?? 0, numbers[3 * index + 2] ?? 0]
}

/** A vector of a damaged package, with 0 for what is not a number. */
export function finiteVector([x, y, z]: Vector): Vector {
  return [finite(x), finite(y), finite(z)]
}

/** A number of a damaged package: 0 if it is not one. A file with such a number would not open. */
export function finite(value: number): number {
  return Number.isFinite(value) ? value : 0
}
