import type { RecordLayout } from './record-block.js'

/**
 * The fields of the records in blocks of meshes, fonts and models; see `recordsOf`. UE1 and UE2 are
 * little-endian; blocks of UE3 are in the package's byte order.
 */

/**
 * UE1, `LodMesh.wedges`: a vertex (add `specialVerts` to find it in a frame) and its place in a texture of
 * 256 × 256.
 */
export const UE1_WEDGE = { vertex: 'u16', u: 'u8', v: 'u8' } as const satisfies RecordLayout

/** UE1, `SkeletalMesh.extWedges`: the same with places as floats. */
export const UE1_EXT_WEDGE = { vertex: 'u16', flags: 'u16', u: 'f32', v: 'f32' } as const satisfies RecordLayout

/**
 * UE2, `LodMesh.wedges`, `SkeletalMesh.importedWedges`, `SkeletalLod.wedges`: a vertex and its place in the
 * texture, 1 for all of it.
 */
export const LOD_WEDGE = { vertex: 'u16', u: 'f32', v: 'f32' } as const satisfies RecordLayout

/** UE2, `SkeletalMesh.triangles`: as imported. */
export const LOD_TRIANGLE = {
  wedges: 'u16x3',
  material: 'u8',
  secondMaterial: 'u8',
  smoothing: 'u32',
} as const satisfies RecordLayout

/** UE2, `SkeletalMesh.influences`, `SkeletalLod.influences`: how much a bone moves a point. */
export const INFLUENCE = { weight: 'f32', point: 'u16', bone: 'u16' } as const satisfies RecordLayout

/** UE2, `SkeletalLod.skinPoints`: position, and the normal as three times 10 bits, 512 for 0. */
export const SKIN_POINT = { position: 'f32x3', normal: 'u32' } as const satisfies RecordLayout

/** UE2 and UE3 before `Version.BulkArrays`, `Font.characters`: left, top and size in pixels of a texture. */
export const FONT_CHARACTER = {
  left: 'i32',
  top: 'i32',
  width: 'i32',
  height: 'i32',
  texture: 'u8',
} as const satisfies RecordLayout

/**
 * `StaticMeshCollision.kdopNodes` (UE2), `KDopTree.nodes` where they have 32 bytes (UE3): a box; of a leaf
 * the number of triangles and the first one, else two children.
 */
export const KDOP_NODE = {
  least: 'f32x3',
  greatest: 'f32x3',
  isLeaf: 'i32',
  first: 'u16',
  second: 'u16',
} as const satisfies RecordLayout

/** The standard line's `StaticMeshCollision.boxTriangles` (UE2). */
export const BOX_TRIANGLE = { vertices: 'u16x3', material: 'u8' } as const satisfies RecordLayout

/** UE3, compact `KDopTree.nodes` of 6 bytes: the box in 255ths of the parent's. */
export const COMPACT_KDOP_NODE = { least: 'u8x3', greatest: 'u8x3' } as const satisfies RecordLayout

/** UE3, `Model.verts` where they have 24 bytes: a corner of a polygon. */
export const MODEL_VERT = {
  point: 'i32',
  side: 'i32',
  shadow: 'f32x2',
  backShadow: 'f32x2',
} as const satisfies RecordLayout

/** UE3, `Model.nodes` where they have 64 bytes. */
export const MODEL_NODE = {
  plane: 'f32x4',
  firstVertex: 'i32',
  surface: 'i32',
  firstBufferVertex: 'i32',
  component: 'u16',
  componentNode: 'u16',
  element: 'i32',
  back: 'i32',
  front: 'i32',
  coplanar: 'i32',
  collisionBound: 'i32',
  zones: 'u8x2',
  vertexCount: 'u8',
  flags: 'u8',
  leaves: 'i32x2',
} as const satisfies RecordLayout

/** UE3, `Model.vertexBuffer` where vertices have 36 bytes. Tangents: X, Y, Z, W in bytes, 128 for 0. */
export const MODEL_VERTEX = {
  position: 'f32x3',
  tangentX: 'u8x4',
  tangentZ: 'u8x4',
  coordinates: 'f32x2',
  shadow: 'f32x2',
} as const satisfies RecordLayout

/**
 * UE3, `StaticMeshVertexBuffer.vertices` with `uvSets` sets of coordinates, where no colours are among them.
 * Tangents: X, Y, Z, W in bytes, 128 for 0.
 */
export function staticMeshVertex(uvSets: number, useFullPrecisionUVs: boolean) {
  const coordinates: `f32x${number}` | `f16x${number}` = `${useFullPrecisionUVs ? 'f32' : 'f16'}x${2 * uvSets}`
  return { tangentX: 'u8x4', tangentZ: 'u8x4', coordinates } as const satisfies RecordLayout
}
