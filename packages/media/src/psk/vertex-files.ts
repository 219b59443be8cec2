import { ue1 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { typeOfPolyFlags, WEAPON_TYPE } from '../mesh/model/triangle-type.js'

/** The pair of files that vertex meshes of UE1 were imported from. */
export interface VertexFiles {
  /** `_d.3d`: the triangles. */
  readonly data: Uint8Array
  /** `_a.3d`: the frames. */
  readonly animation: Uint8Array
  /** What the pair of files cannot express. */
  readonly note?: string
}

/** Bytes before the triangles. */
const DATA_HEADER = 48
const TRIANGLE_SIZE = 16
/** Maximum of a count of 16 bits. */
const MAX_COUNT = 0xffff

/**
 * *A vertex mesh of UE1 as `_a.3d` and `_d.3d`*, the files that the engine imports: packed vertices,
 * triangles and texture coordinates are the same as in the package, so only names and the information of
 * `#exec` lines are lost.
 *
 * `_d.3d`: u16 triangles, u16 vertices, 44 bytes; for each triangle three u16, u8 type, u8 colour, U and V of
 * each corner, u8 texture, u8 flags. `_a.3d`: u16 frames, u16 bytes per frame, then the vertices, 4 bytes
 * each (8 in Deus Ex). ../shared/formats/media.md 8, from 15 pairs that were imported.
 *
 * @throws {MediaError} `no-data` for a mesh without frames, `unsupported` for a mesh with counts that the
 *   files cannot store.
 */
export function vertexFilesOf(mesh: ue1.Mesh): VertexFiles {
  const { frameVerts, vertexWords, verts } = mesh
  const frames = frameVerts > 0 ? Math.floor(verts.length / vertexWords / frameVerts) : 0
  if (frames < 1) throw new MediaError('no-data', 'it has no frames')
  const triangles = trianglesOf(mesh)
  const frameBytes = frameVerts * vertexWords * 4
  for (const [what, count] of Object.entries({ triangles: triangles.length, frames, 'bytes per frame': frameBytes }))
    if (count > MAX_COUNT)
      throw new MediaError('unsupported', `.3d files have at most ${MAX_COUNT} ${what}; it has ${count}`)
  const data = new Uint8Array(DATA_HEADER + triangles.length * TRIANGLE_SIZE)
  const view = new DataView(data.buffer)
  view.setUint16(0, triangles.length, true)
  view.setUint16(2, frameVerts, true)
  let unknown = 0
  for (const [i, { vertices, uv, polyFlags, texture, isWeapon }] of triangles.entries()) {
    const at = DATA_HEADER + i * TRIANGLE_SIZE
    for (const [k, vertex] of vertices.entries()) view.setUint16(at + 2 * k, vertex, true)
    const type = isWeapon ? WEAPON_TYPE : typeOfPolyFlags(polyFlags)
    if (type === undefined) unknown++
    view.setUint8(at + 6, type ?? 0)
    data.set(uv, at + 8)
    view.setUint8(at + 14, texture & 0xff)
  }
  const animation = new Uint8Array(4 + frames * frameBytes)
  const header = new DataView(animation.buffer)
  header.setUint16(0, frames, true)
  header.setUint16(2, frameBytes, true)
  for (let i = 0; i < frames * frameVerts * vertexWords; i++) header.setInt32(4 + 4 * i, verts[i] ?? 0, true)
  if (unknown === 0) return { data, animation }
  return {
    data,
    animation,
    note:
      `${plural(unknown, 'triangle has', 'triangles have')} flags that .3d files have no type for: ` +
      `written as plain`,
  }
}

interface Triangle {
  readonly vertices: readonly number[]
  readonly uv: readonly number[]
  readonly polyFlags: number
  readonly texture: number
  /** The triangle is not drawn: it marks where a weapon is held. */
  readonly isWeapon?: true
}

function trianglesOf(mesh: ue1.Mesh): Triangle[] {
  if (!(mesh instanceof ue1.LodMesh))
    return mesh.tris.map(({ vertices, uv, polyFlags, texture }) => ({
      vertices: [...vertices],
      uv: [...uv],
      polyFlags,
      texture,
    }))
  const { faces, wedges, materials, specialFaces, specialVerts } = mesh
  const found: Triangle[] = []
  for (let at = 0; at + 3 < faces.length; at += 4) {
    const corners = [0, 1, 2].map((k) => 4 * (faces[at + k] ?? 0))
    const material = 2 * (faces[at + 3] ?? 0)
    found.push({
      vertices: corners.map((wedge) => ((wedges[wedge] ?? 0) | ((wedges[wedge + 1] ?? 0) << 8)) + specialVerts),
      uv: corners.flatMap((wedge) => [wedges[wedge + 2] ?? 0, wedges[wedge + 3] ?? 0]),
      polyFlags: materials[material] ?? 0,
      texture: materials[material + 1] ?? 0,
    })
  }
  // Triangles that are not drawn: they mark where a weapon is held.
  for (let at = 0; at + 3 < specialFaces.length; at += 4)
    found.push({
      vertices: [...specialFaces.subarray(at, at + 3)],
      uv: [0, 0, 0, 0, 0, 0],
      polyFlags: 0,
      texture: 0,
      isWeapon: true,
    })
  return found
}
