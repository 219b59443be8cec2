import type { ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { MeshLod } from '../model/mesh.js'
import { type StoredTriangles, sectionsOf } from '../model/triangles.js'
import type { OrderedSkeleton } from './bones.js'
import { Influences } from './influences.js'
import { readSkinning, readSkinPoints } from './skinning-stream.js'

/** Size of a wedge: point (16 bits), U, V (floats). */
const WEDGE = 10
/** Size of an influence: weight (float), point, bone (16 bits each). */
const INFLUENCE = 8
/** Floats of a rigid vertex: position, normal, U, V. */
const RIGID = 8

/** What the levels of one mesh have in common. */
export interface LodContext {
  readonly skeleton: OrderedSkeleton
  /** Number of materials. */
  readonly slots: number
  readonly littleEndian: boolean
  readonly notes: string[]
}

/** The editor's arrays of a level of detail, or of the mesh as imported. */
export interface EditorArrays {
  /** X, Y, Z each. */
  readonly points: Float32Array
  readonly wedges: Uint8Array
  readonly influences: Uint8Array
  readonly triangles: StoredTriangles
}

/**
 * *A level of detail from the editor's arrays*; `undefined` when they were stripped.
 *
 * @param lod the renderer's form of the same level, which has the normals; the editor's arrays contain none.
 */
export function lodOfEditorArrays(
  { points: places, wedges, influences: stored, triangles }: EditorArrays,
  { skeleton, slots, littleEndian, notes }: LodContext,
  lod?: ue2.SkeletalLod,
): MeshLod | undefined {
  const count = Math.floor(wedges.length / WEDGE)
  if (count === 0 || places.length === 0 || triangles.count === 0 || stored.length === 0) return undefined
  const view = new DataView(wedges.buffer, wedges.byteOffset, wedges.byteLength)
  const points = new Uint32Array(count)
  const uv = new Float32Array(count * 2)
  const positions = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) {
    const point = view.getUint16(i * WEDGE, littleEndian)
    if (point * 3 >= places.length)
      throw new MediaError('broken', `expected wedges of ${plural(places.length / 3, 'point')}, found point ${point}`)
    points[i] = point
    uv[i * 2] = view.getFloat32(i * WEDGE + 2, littleEndian)
    uv[i * 2 + 1] = view.getFloat32(i * WEDGE + 6, littleEndian)
    positions.set(places.subarray(point * 3, point * 3 + 3), i * 3)
  }
  const influences = new Influences(places.length / 3, skeleton.numbers)
  const weights = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  for (let at = 0; at + INFLUENCE <= stored.length; at += INFLUENCE)
    influences.add(
      weights.getUint16(at + 4, littleEndian),
      weights.getUint16(at + 6, littleEndian),
      weights.getFloat32(at, littleEndian),
    )
  const normals = lod === undefined ? undefined : normalsOf(lod, count, littleEndian)
  return {
    positions,
    ...(normals === undefined ? {} : { normals }),
    uvs: [uv],
    points,
    ...sectionsOf(triangles, count, slots, true, notes),
    skin: influences.skin(points, notes),
  }
}

/**
 * The normal of each wedge: soft ones first, then rigid ones; `undefined` when the renderer's form does not
 * match.
 */
function normalsOf(lod: ue2.SkeletalLod, count: number, littleEndian: boolean): Float32Array | undefined {
  const rigid = lod.vertices.vertices
  if (lod.numSoftWedges + rigid.length / RIGID !== count) return undefined
  const normals = new Float32Array(count * 3)
  if (lod.numSoftWedges > 0) {
    const soft = readSkinPoints(lod.skinPoints, littleEndian).normals
    const { points } = readSkinning(lod.skinning, lod.numSoftWedges, () => undefined)
    for (const [i, point] of points.entries()) normals.set(soft.subarray(point * 3, point * 3 + 3), i * 3)
  }
  for (let i = 0; i * RIGID < rigid.length; i++)
    normals.set(rigid.subarray(i * RIGID + 3, i * RIGID + 6), (lod.numSoftWedges + i) * 3)
  return normals
}
