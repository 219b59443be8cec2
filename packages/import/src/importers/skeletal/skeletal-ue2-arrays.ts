import type { SkeletalParts } from './skeletal-parts.js'

/** Sizes in bytes of a wedge, an influence and an imported triangle. */
const WEDGE = 10
const INFLUENCE = 8
const TRIANGLE = 12

/** Wedges: point (16 bits), U, V (floats). */
export function wedgeBytes({ wedgePoints, uvs: [uv] }: SkeletalParts): Uint8Array {
  const bytes = new Uint8Array(wedgePoints.length * WEDGE)
  const view = new DataView(bytes.buffer)
  for (const [i, point] of wedgePoints.entries()) {
    view.setUint16(i * WEDGE, point, true)
    view.setFloat32(i * WEDGE + 2, uv?.[i * 2] ?? 0, true)
    view.setFloat32(i * WEDGE + 6, uv?.[i * 2 + 1] ?? 0, true)
  }
  return bytes
}

/** Influences: weight (float), point, bone (16 bits each). */
export function influenceBytes({ influences }: SkeletalParts): Uint8Array {
  const bytes = new Uint8Array(influences.reduce((sum, { length }) => sum + length, 0) * INFLUENCE)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [point, list] of influences.entries()) {
    for (const { bone, weight } of list) {
      view.setFloat32(at, weight, true)
      view.setUint16(at + 4, point, true)
      view.setUint16(at + 6, bone, true)
      at += INFLUENCE
    }
  }
  return bytes
}

/**
 * Three wedges (16 bits each), material and second material (one byte each), and the same smoothing group for
 * all.
 */
export function triangleBytes(faces: Uint32Array): Uint8Array {
  const count = faces.length / 4
  const bytes = new Uint8Array(count * TRIANGLE)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < count; i++) {
    for (const k of [0, 1, 2]) view.setUint16(i * TRIANGLE + k * 2, faces[i * 4 + k] ?? 0, true)
    view.setUint8(i * TRIANGLE + 6, faces[i * 4 + 3] ?? 0)
    view.setUint32(i * TRIANGLE + 8, 1, true)
  }
  return bytes
}
