import { ue1, type ue2 } from '@ukit/objects'
import type { MeshSection } from '../model/mesh.js'

/** How a mesh draws some of its triangles. */
export interface MaterialNumbers {
  readonly polyFlags: number
  /** Number among the mesh's textures. */
  readonly texture: number
}

/** *The triangles of a vertex mesh*, with a vertex for each combination of point and texture coordinates. */
export interface Corners {
  readonly points: Uint32Array
  readonly uvs: Float32Array
  readonly indices: Uint32Array
  readonly sections: readonly MeshSection[]
  readonly materials: readonly MaterialNumbers[]
  /** Number of triangles that were left out because they name wedges or points that do not exist. */
  readonly dropped: number
  /** See `StoredFrames.order`. */
  readonly order: readonly number[] | undefined
}

/**
 * Triangles of the three classes that move by frames, in the order of the file within each material.
 *
 * @param pointCount number of points in a frame.
 */
export function cornersOf(mesh: ue1.Mesh | ue2.VertMesh, pointCount: number): Corners {
  const collected = new CornerList(pointCount)
  if (mesh instanceof ue1.LodMesh) collectFaces(mesh, collected, wedgeOfUe1(mesh))
  else if (mesh instanceof ue1.Mesh) collectTriangles(mesh, collected)
  else collectFaces(mesh, collected, wedgeOfUe2(mesh))
  return collected.finish()
}

/** A corner: the point in a frame, U and V. */
type Wedge = readonly [point: number, u: number, v: number]

/**
 * Factor of texture coordinates that are bytes: 255 is the far edge. ⌊u · 256⌋, as in the importer, restores
 * the byte.
 */
const BYTE = 1 / 255

function collectTriangles({ tris }: ue1.Mesh, collected: CornerList): void {
  for (const { vertices, uv, polyFlags, texture } of tris) {
    const wedges = [0, 1, 2].map((k): Wedge => [vertices[k] ?? 0, (uv[2 * k] ?? 0) * BYTE, (uv[2 * k + 1] ?? 0) * BYTE])
    collected.add(wedges, polyFlags, texture)
  }
}

function wedgeOfUe1({ wedges, specialVerts }: ue1.LodMesh): (number: number) => Wedge | undefined {
  return (number) => {
    const at = 4 * number
    if (at + 4 > wedges.length) return undefined
    const point = (wedges[at] ?? 0) | ((wedges[at + 1] ?? 0) << 8)
    return [point + Math.max(specialVerts, 0), (wedges[at + 2] ?? 0) * BYTE, (wedges[at + 3] ?? 0) * BYTE]
  }
}

function wedgeOfUe2({ wedges }: ue2.VertMesh): (number: number) => Wedge | undefined {
  const view = new DataView(wedges.buffer, wedges.byteOffset, wedges.byteLength)
  return (number) => {
    const at = 10 * number
    if (at + 10 > wedges.length) return undefined
    return [view.getUint16(at, true), view.getFloat32(at + 2, true), view.getFloat32(at + 6, true)]
  }
}

function collectFaces(
  { faces, materials }: ue1.LodMesh | ue2.VertMesh,
  collected: CornerList,
  wedge: (number: number) => Wedge | undefined,
): void {
  for (let at = 0; at + 3 < faces.length; at += 4) {
    const material = faces[at + 3] ?? 0
    const wedges = [0, 1, 2].map((k) => wedge(faces[at + k] ?? 0))
    collected.add(wedges, materials[2 * material] ?? 0, materials[2 * material + 1] ?? 0)
  }
}

/** Collects triangles by material, and vertices without duplicates. */
class CornerList {
  readonly #vertices = new Map<string, number>()
  readonly #wedges: Wedge[] = []
  readonly #groups = new Map<string, MaterialNumbers & { number: number; indices: number[] }>()
  /** Sections and numbers of triangles, in the order of the file. */
  readonly #runs: number[] = []
  readonly #pointCount: number
  #dropped = 0

  constructor(pointCount: number) {
    this.#pointCount = pointCount
  }

  add(corners: readonly (Wedge | undefined)[], polyFlags: number, texture: number): void {
    const wedges = corners.flatMap((wedge) => (wedge !== undefined && wedge[0] < this.#pointCount ? [wedge] : []))
    if (wedges.length < 3) {
      this.#dropped++
      return
    }
    const key = `${polyFlags} ${texture}`
    const number = this.#groups.size
    const group = this.#groups.get(key) ?? { polyFlags: polyFlags >>> 0, texture, number, indices: [] }
    this.#groups.set(key, group)
    const last = this.#runs.length - 1
    if (this.#runs[last - 1] === group.number) this.#runs[last] = (this.#runs[last] ?? 0) + 1
    else this.#runs.push(group.number, 1)
    for (const wedge of wedges) group.indices.push(this.#vertex(wedge))
  }

  #vertex(wedge: Wedge): number {
    const key = wedge.join(' ')
    let vertex = this.#vertices.get(key)
    if (vertex === undefined) {
      vertex = this.#wedges.push(wedge) - 1
      this.#vertices.set(key, vertex)
    }
    return vertex
  }

  finish(): Corners {
    const groups = [...this.#groups.values()]
    const sections: MeshSection[] = []
    let first = 0
    for (const [slot, { indices }] of groups.entries()) {
      sections.push({ slot, first, count: indices.length })
      first += indices.length
    }
    return {
      points: Uint32Array.from(this.#wedges, ([point]) => point),
      uvs: Float32Array.from(this.#wedges.flatMap(([, u, v]) => [u, v])),
      indices: Uint32Array.from(groups.flatMap(({ indices }) => indices)),
      sections,
      materials: groups.map(({ polyFlags, texture }) => ({ polyFlags, texture })),
      dropped: this.#dropped,
      order: this.#runs.length > 2 * groups.length ? this.#runs : undefined,
    }
  }
}
