import type { CheckedLod } from './checked-mesh.js'
import { smoothingOf } from './smoothing.js'

/**
 * Calls `use` with each triangle of a level of detail: its three vertices, its material and its smoothing
 * groups.
 */
export function eachTriangle(
  lod: CheckedLod,
  materialOf: (section: number) => number,
  use: (corners: readonly [number, number, number], material: number, smoothing: number) => void,
): void {
  const smoothing = smoothingOf(lod.indices, lod.positions, lod.normals)
  for (const [i, { first, count }] of lod.sections.entries()) {
    for (let at = first; at < first + count; at += 3) {
      const [a = 0, b = 0, c = 0] = lod.indices.subarray(at, at + 3)
      use([a, b, c], materialOf(i), smoothing[at / 3] ?? 1)
    }
  }
}

/** *The triangles of a UE2 mesh as the editor keeps them*, in the form of `ue2.RawTriangles`. */
export function rawTrianglesUE2(lod: CheckedLod, materialOf: (section: number) => number): Uint8Array {
  const { positions, uvs, colors, indices } = lod
  const size = 60 + 24 * uvs.length
  const block = new Uint8Array((size * indices.length) / 3)
  const view = new DataView(block.buffer)
  let at = 0
  eachTriangle(lod, materialOf, (corners, material, smoothing) => {
    for (const vertex of corners)
      for (let axis = 0; axis < 3; axis++, at += 4) view.setFloat32(at, positions[3 * vertex + axis] ?? 0, true)
    view.setInt32(at, uvs.length, true)
    at += 4
    for (const uv of uvs)
      for (const vertex of corners)
        for (let k = 0; k < 2; k++, at += 4) view.setFloat32(at, uv[2 * vertex + k] ?? 0, true)
    for (const vertex of corners)
      for (let k = 0; k < 4; k++, at++) block[at] = colors === undefined ? 255 : (colors[4 * vertex + k] ?? 255)
    view.setInt32(at, material, true)
    view.setUint32(at + 4, smoothing, true)
    at += 8
  })
  return block
}
