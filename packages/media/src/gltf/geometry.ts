import type { MeshLod, MeshPlacement } from '../mesh/model/mesh.js'
import { smoothNormals } from '../mesh/model/normals.js'
import { isMirrored, NO_PLACEMENT, placedPoints } from '../mesh/model/placement.js'
import { quaternionOf, rotate } from '../mesh/model/quaternion.js'
import { pointsInGltf, turnedTriangles } from './axes.js'
import type { GlbBuilder } from './glb-builder.js'
import type { GltfMesh } from './gltf.js'

/** What all geometry of a file has in common. */
export interface Space {
  /** Metres per Unreal unit. */
  readonly unit: number
  /**
   * The placement that becomes part of the vertices; that of a skeletal mesh is on the node of its bones
   * instead.
   */
  readonly placement: MeshPlacement
}

/** Maximum number of vertices for indices of 16 bits: the greatest index is reserved for restarts. */
const MAX_SHORT_VERTICES = 0xffff

/**
 * *Writes one level of detail*: a primitive for each section, all of them with the same vertices.
 *
 * @param slots number of the material of each slot in the file.
 * @returns the mesh, to which morph targets can be added.
 */
export function writeGeometry(
  builder: GlbBuilder,
  name: string,
  lod: MeshLod,
  slots: readonly number[],
  space: Space,
): GltfMesh {
  const attributes = writeVertices(builder, lod, space)
  const isShort = lod.positions.length / 3 <= MAX_SHORT_VERTICES
  const indices = isMirrored(space.placement)
    ? isShort
      ? new Uint16Array(lod.indices)
      : lod.indices
    : turnedTriangles(lod.indices, isShort, builder.memory)
  const mesh: GltfMesh = { name, primitives: [] }
  for (const { slot, first, count } of lod.sections) {
    if (count === 0) continue
    mesh.primitives.push({
      attributes,
      indices: builder.accessor(indices.subarray(first, first + count), 'SCALAR', 'index'),
      material: slots[slot] ?? slot,
    })
  }
  return mesh
}

function writeVertices(builder: GlbBuilder, lod: MeshLod, { unit, placement }: Space): Record<string, number> {
  const { memory } = builder
  const isPlaced = placement !== NO_PLACEMENT
  const positions = isPlaced ? placedPoints(lod.positions, placement) : lod.positions
  const attributes: Record<string, number> = {
    POSITION: builder.accessor(pointsInGltf(positions, unit, memory), 'VEC3', 'vertex', { bounds: true }),
    NORMAL: builder.accessor(pointsInGltf(normalsOf(lod, positions, placement), 1, memory), 'VEC3', 'vertex'),
  }
  if (lod.tangents !== undefined)
    attributes['TANGENT'] = builder.accessor(tangentsInGltf(lod.tangents), 'VEC4', 'vertex')
  for (const [i, uv] of lod.uvs.entries()) attributes[`TEXCOORD_${i}`] = builder.accessor(uv, 'VEC2', 'vertex')
  // glTF multiplies the material by COLOR_0; an attribute with an underscore is only carried along.
  if (lod.colors !== undefined)
    attributes[lod.areColorsDrawn === false ? '_COLOR_0' : 'COLOR_0'] = builder.accessor(lod.colors, 'VEC4', 'vertex', {
      normalized: true,
    })
  if (lod.skin !== undefined) writeSkin(builder, lod.skin, attributes)
  return attributes
}

/** The stored normals, rotated with the mesh, else normals calculated from the triangles. */
function normalsOf(lod: MeshLod, positions: Float32Array, placement: MeshPlacement): Float32Array {
  if (lod.normals === undefined) {
    const normals = smoothNormals(positions, lod.points, lod.indices)
    if (isMirrored(placement)) for (let i = 0; i < normals.length; i++) normals[i] = -(normals[i] ?? 0)
    return normals
  }
  return placement === NO_PLACEMENT ? lod.normals : placedNormals(lod.normals, placement)
}

/** Normals of a placed mesh: unlike positions, they are divided by the scale. */
export function placedNormals(normals: Float32Array, { scale, rotation }: MeshPlacement): Float32Array {
  const turn = quaternionOf(rotation)
  const placed = new Float32Array(normals.length)
  for (let i = 0; i + 2 < normals.length; i += 3) {
    const [x, y, z] = rotate(turn, [
      (normals[i] ?? 0) / (scale[0] || 1),
      (normals[i + 1] ?? 0) / (scale[1] || 1),
      (normals[i + 2] ?? 0) / (scale[2] || 1),
    ])
    const length = Math.hypot(x, y, z)
    placed.set(length > 0 ? [x / length, y / length, z / length] : [0, 0, 1], i)
  }
  return placed
}

/**
 * Tangents with the sign of the binormal as glTF has it, `cross(normal, tangent) · sign`. Mirroring the axes
 * reverses the product, so the sign is reversed too: the binormal stays as in the engine, down the texture,
 * and the engine's normal maps, whose green points down, are shaded correctly without a change.
 */
function tangentsInGltf(tangents: Float32Array): Float32Array<ArrayBuffer> {
  const turned = new Float32Array(tangents.length)
  for (let i = 0; i + 3 < tangents.length; i += 4) {
    turned[i] = tangents[i] ?? 0
    turned[i + 1] = tangents[i + 2] ?? 0
    turned[i + 2] = tangents[i + 1] ?? 0
    turned[i + 3] = (tangents[i + 3] ?? 1) < 0 ? 1 : -1
  }
  return turned
}

function writeSkin(
  builder: GlbBuilder,
  { width, bones, weights }: NonNullable<MeshLod['skin']>,
  attributes: Record<string, number>,
): void {
  const isByte = bones.every((bone) => bone < 256)
  const count = weights.length / width
  for (let set = 0; set < width / 4; set++) {
    const joints = isByte ? new Uint8Array(count * 4) : new Uint16Array(count * 4)
    const parts = new Float32Array(count * 4)
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 4; k++) {
        const from = i * width + set * 4 + k
        const weight = weights[from] ?? 0
        parts[4 * i + k] = weight
        joints[4 * i + k] = weight > 0 ? (bones[from] ?? 0) : 0
      }
    }
    attributes[`JOINTS_${set}`] = builder.accessor(joints, 'VEC4', 'vertex')
    attributes[`WEIGHTS_${set}`] = builder.accessor(parts, 'VEC4', 'vertex')
  }
}
