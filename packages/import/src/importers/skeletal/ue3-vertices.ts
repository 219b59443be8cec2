import type { MeshLod } from '@ukit/media'
import { halfBits, smoothNormals, smoothTangents } from '@ukit/media/internal'
import { quantised } from './skeletal-parts.js'
import type { SkinChunk } from './skin-chunks.js'

/** How vertices are stored. */
export interface VertexForm {
  /** See `LodForm`. */
  readonly hasOwnLayout: boolean
  readonly isPositionLast: boolean
  readonly fullPrecisionUVs: boolean
  readonly hasWideVertices: boolean
  readonly hasVertexColour: boolean
  readonly uvSets: number
}

/** The weight 1. */
const FULL = 255

/**
 * *Writes the vertices of a level of detail as UE3 stores them*, little-endian; `readVertices` reads them.
 */
export class VertexWriter {
  readonly #lod: MeshLod
  readonly #form: VertexForm
  readonly #normals: Float32Array
  readonly #tangents: Float32Array

  constructor(lod: MeshLod, form: VertexForm) {
    this.#lod = lod
    this.#form = form
    this.#normals = lod.normals ?? smoothNormals(lod.positions, lod.points, lod.indices)
    this.#tangents = lod.tangents ?? smoothTangents({ ...lod, normals: this.#normals })
  }

  /** Bytes per vertex in the buffer for the graphics card. */
  get bufferSize(): number {
    const { hasOwnLayout, uvSets, fullPrecisionUVs } = this.#form
    return hasOwnLayout ? 28 + uvSets * (fullPrecisionUVs ? 8 : 4) : 40
  }

  /**
   * The vertices of the chunks for the graphics card: two directions, bones, weights, position, coordinates.
   */
  bufferVertices(chunks: readonly SkinChunk[]): Uint8Array {
    const { hasOwnLayout, isPositionLast, fullPrecisionUVs, uvSets } = this.#form
    const size = this.bufferSize
    const count = chunks.reduce((sum, { rigid, soft }) => sum + rigid.length + soft.length, 0)
    const view = new DataView(new ArrayBuffer(count * size))
    let at = 0
    for (const { rigid, soft, boneMap } of chunks) {
      for (const vertex of [...rigid, ...soft]) {
        if (hasOwnLayout) {
          const first = isPositionLast ? at : at + 12
          this.#place(view, isPositionLast ? at + 16 : at, vertex)
          this.#direction(view, first, vertex, 'tangent')
          this.#direction(view, first + 4, vertex, 'normal')
          this.#influences(view, first + 8, vertex, boneMap)
          for (let set = 0; set < uvSets; set++) this.#uv(view, at + 28 + set * (fullPrecisionUVs ? 8 : 4), vertex, set)
        } else {
          this.#editorHead(view, at, vertex, 1)
          this.#influences(view, at + 32, vertex, boneMap)
        }
        at += size
      }
    }
    return new Uint8Array(view.buffer)
  }

  /**
   * Vertices of a chunk for the editor: position, three directions, coordinates, colour, then one bone, or
   * four with their weights.
   */
  editorVertices(vertices: readonly number[], boneMap: readonly number[], isRigid: boolean): Uint8Array {
    const { hasWideVertices, hasVertexColour } = this.#form
    const sets = hasWideVertices ? 4 : 1
    const head = 24 + sets * 8 + (hasVertexColour ? 4 : 0)
    const size = head + (isRigid ? 1 : 8)
    const view = new DataView(new ArrayBuffer(vertices.length * size))
    for (const [i, vertex] of vertices.entries()) {
      this.#editorHead(view, i * size, vertex, sets)
      if (hasVertexColour) view.setUint32(i * size + head - 4, this.#colour(vertex), true)
      if (isRigid) view.setUint8(i * size + head, Math.max(0, boneMap.indexOf(this.#bones(vertex)[0]?.bone ?? 0)))
      else this.#influences(view, i * size + head, vertex, boneMap)
    }
    return new Uint8Array(view.buffer)
  }

  /** Blue, green, red, alpha of each vertex: white when the mesh has none. */
  colours(vertices: Uint32Array): Uint8Array {
    const view = new DataView(new ArrayBuffer(vertices.length * 4))
    for (const [i, vertex] of vertices.entries()) view.setUint32(i * 4, this.#colour(vertex), true)
    return new Uint8Array(view.buffer)
  }

  #colour(vertex: number): number {
    const [r = 255, g = 255, b = 255, a = 255] = this.#lod.colors?.subarray(vertex * 4, vertex * 4 + 4) ?? []
    return (b | (g << 8) | (r << 16) | (a << 24)) >>> 0
  }

  #editorHead(view: DataView, at: number, vertex: number, sets: number): void {
    this.#place(view, at, vertex)
    this.#direction(view, at + 12, vertex, 'tangent')
    this.#direction(view, at + 16, vertex, 'binormal')
    this.#direction(view, at + 20, vertex, 'normal')
    for (let set = 0; set < sets; set++)
      for (const k of [0, 1])
        view.setFloat32(at + 24 + set * 8 + k * 4, this.#lod.uvs[set]?.[vertex * 2 + k] ?? 0, true)
  }

  #place(view: DataView, at: number, vertex: number): void {
    for (const k of [0, 1, 2]) view.setFloat32(at + k * 4, this.#lod.positions[vertex * 3 + k] ?? 0, true)
  }

  #uv(view: DataView, at: number, vertex: number, set: number): void {
    for (const k of [0, 1]) {
      const value = this.#lod.uvs[set]?.[vertex * 2 + k] ?? 0
      if (this.#form.fullPrecisionUVs) view.setFloat32(at + k * 4, value, true)
      else view.setUint16(at + k * 2, halfBits(value), true)
    }
  }

  /** X, Y, Z in one byte each, 255 for 1; a normal's fourth byte is the sign of the binormal. */
  #direction(view: DataView, at: number, vertex: number, which: 'tangent' | 'binormal' | 'normal'): void {
    const [nx = 0, ny = 0, nz = 0] = this.#normals.subarray(vertex * 3, vertex * 3 + 3)
    const [x = 0, y = 0, z = 0, sign = 1] = this.#tangents.subarray(vertex * 4, vertex * 4 + 4)
    const binormal = [sign * (ny * z - nz * y), sign * (nz * x - nx * z), sign * (nx * y - ny * x)]
    const direction = { tangent: [x, y, z, 0], binormal: [...binormal, 0], normal: [nx, ny, nz, sign < 0 ? -1 : 1] }[
      which
    ]
    for (const [k, value] of direction.entries())
      view.setUint8(at + k, Math.min(255, Math.max(0, Math.round((value + 1) * 127.5))))
  }

  #influences(view: DataView, at: number, vertex: number, boneMap: readonly number[]): void {
    const list = this.#bones(vertex)
    const weights = quantised(list, FULL)
    for (const [k, { bone }] of list.entries()) {
      view.setUint8(at + k, Math.max(0, boneMap.indexOf(bone)))
      view.setUint8(at + 4 + k, weights[k] ?? 0)
    }
  }

  #bones(vertex: number): { bone: number; weight: number }[] {
    const { skin } = this.#lod
    const list: { bone: number; weight: number }[] = []
    if (skin === undefined) return list
    for (let k = vertex * skin.width; k < (vertex + 1) * skin.width; k++) {
      const weight = skin.weights[k] ?? 0
      if (weight > 0) list.push({ bone: skin.bones[k] ?? 0, weight })
    }
    return list
  }
}
