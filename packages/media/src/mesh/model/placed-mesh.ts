import type { CollisionShape, Mesh, MeshLod, MeshPlacement } from './mesh.js'
import { isMirrored, NO_PLACEMENT, placedPoints } from './placement.js'

/**
 * *A static mesh moved, scaled and rotated*: its vertices, directions and collision shape. If the scale
 * mirrors it, its triangles are reversed to keep facing outward.
 *
 * @param placement missing parts change nothing.
 */
export function placedMesh(mesh: Mesh, placement: Partial<MeshPlacement>): Mesh {
  const place = { ...NO_PLACEMENT, ...placement }
  return {
    ...mesh,
    lods: mesh.lods.map((lod) => placedLod(lod, place)),
    ...(mesh.collision === undefined ? {} : { collision: placedShape(mesh.collision, place) }),
  }
}

function placedLod(lod: MeshLod, place: MeshPlacement): MeshLod {
  const { rotation } = place
  const [x, y, z] = place.scale
  // Normals stay perpendicular to stretched surfaces: they are scaled by the cofactors, whose sign is flipped
  // by a mirror.
  const side = isMirrored(place) ? -1 : 1
  const cofactors: MeshPlacement = { origin: [0, 0, 0], scale: [side * y * z, side * x * z, side * x * y], rotation }
  return {
    ...lod,
    positions: placedPoints(lod.positions, place),
    ...(lod.normals === undefined ? {} : { normals: unitVectors(placedPoints(lod.normals, cofactors)) }),
    ...(lod.tangents === undefined ? {} : { tangents: placedTangents(lod.tangents, place, side) }),
    indices: turnedRound(lod.indices, place),
  }
}

function placedShape({ positions, indices }: CollisionShape, place: MeshPlacement): CollisionShape {
  return { positions: placedPoints(positions, place), indices: turnedRound(indices, place) }
}

function turnedRound(indices: Uint32Array, place: MeshPlacement): Uint32Array {
  if (!isMirrored(place)) return indices
  const second = [0, 2, 1]
  return indices.map((_, i) => indices[i - (i % 3) + (second[i % 3] ?? 0)] ?? 0)
}

function placedTangents(tangents: Float32Array, place: MeshPlacement, side: number): Float32Array {
  const count = tangents.length / 4
  const along = Float32Array.from({ length: 3 * count }, (_, i) => tangents[4 * Math.floor(i / 3) + (i % 3)] ?? 0)
  const turned = unitVectors(placedPoints(along, { ...place, origin: [0, 0, 0] }))
  return tangents.map((value, i) => (i % 4 === 3 ? side * value : (turned[3 * Math.floor(i / 4) + (i % 4)] ?? 0)))
}

function unitVectors(vectors: Float32Array): Float32Array {
  for (let i = 0; i + 2 < vectors.length; i += 3) {
    const own = vectors.subarray(i, i + 3)
    const length = Math.hypot(...own)
    if (length > 0) for (let axis = 0; axis < 3; axis++) own[axis] = (own[axis] ?? 0) / length
  }
  return vectors
}
