import type { ue3 } from '@ukit/objects'

/** A node of a model of UE3, as far as it is drawn. */
export interface BspNode {
  /** X, Y, Z of the normal. */
  readonly normal: readonly [number, number, number]
  /** Number of its first corner among the model's `verts`. */
  readonly vertPool: number
  /** Number of its surface. */
  readonly surface: number
  /** Number of its first vertex in the vertex buffer. */
  readonly firstVertex: number
  readonly corners: number
  /** Number of the zone in front of it. */
  readonly zone: number
}

/** Bytes of a node that is known: all 1,069 of 18 maps (648 to 868) have their corners in their planes. */
const NODE_SIZE = 64

/** *The nodes of a model*; `undefined` when they have another size than the known one, and there are some. */
export function bspNodes({ nodes }: ue3.Model, bigEndian: boolean): BspNode[] | undefined {
  const { data, elementSize } = nodes
  if (data.length === 0) return []
  if (elementSize !== NODE_SIZE) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return Array.from({ length: Math.floor(data.length / NODE_SIZE) }, (_, i) => {
    const at = i * NODE_SIZE
    const float = (k: number) => view.getFloat32(at + 4 * k, !bigEndian)
    return {
      normal: [float(0), float(1), float(2)],
      vertPool: view.getInt32(at + 16, !bigEndian),
      surface: view.getInt32(at + 20, !bigEndian),
      firstVertex: view.getInt32(at + 24, !bigEndian),
      // Zones are as in UE1: the one behind comes first.
      zone: view.getUint8(at + 53),
      corners: view.getUint8(at + 54),
    }
  })
}

/** A corner: place, texture coordinates, coordinates of shadows and light. */
export type BspCorner = readonly [x: number, y: number, z: number, u: number, v: number, lightU: number, lightV: number]

/** World units that a texture spans at scale 1 (4,788 of 4,788 corners). */
const TEXTURE_UNITS = 128

/** *The corners of a model's nodes*, from its vertex buffer, or from its points when that is not there. */
export class BspCorners {
  readonly #model: ue3.Model
  readonly #bigEndian: boolean
  readonly #verts: DataView
  readonly #buffer: DataView

  constructor(model: ue3.Model, bigEndian: boolean) {
    this.#model = model
    this.#bigEndian = bigEndian
    this.#verts = viewOf(model.verts.data)
    this.#buffer = viewOf(model.vertexBuffer.data)
  }

  /** Corner `k` of a node; `undefined` when it does not exist. */
  of(node: BspNode, k: number): BspCorner | undefined {
    const { elementSize } = this.#model.vertexBuffer
    const at = (node.firstVertex + k) * elementSize
    if (elementSize < 36 || node.firstVertex < 0 || at + elementSize > this.#buffer.byteLength)
      return this.#fromPoints(node, k)
    const float = (offset: number) => this.#buffer.getFloat32(at + offset, !this.#bigEndian)
    // Two directions of four bytes each, three before `Version.BulkArrays`.
    const uv = elementSize - 16
    return [float(0), float(4), float(8), float(uv), float(uv + 4), float(uv + 8), float(uv + 12)]
  }

  #fromPoints({ vertPool, surface }: BspNode, k: number): BspCorner | undefined {
    const { points, vectors, verts, surfs } = this.#model
    const at = (vertPool + k) * verts.elementSize
    if (vertPool < 0 || at + 16 > this.#verts.byteLength) return undefined
    const point = 3 * this.#verts.getInt32(at, !this.#bigEndian)
    const [x, y, z] = [points[point], points[point + 1], points[point + 2]]
    if (x === undefined || y === undefined || z === undefined) return undefined
    const { base = 0, textureU = 0, textureV = 0 } = surfs[surface] ?? {}
    const along = (vector: number) =>
      ((x - (points[3 * base] ?? 0)) * (vectors[3 * vector] ?? 0) +
        (y - (points[3 * base + 1] ?? 0)) * (vectors[3 * vector + 1] ?? 0) +
        (z - (points[3 * base + 2] ?? 0)) * (vectors[3 * vector + 2] ?? 0)) /
      TEXTURE_UNITS
    const light = (offset: number) => this.#verts.getFloat32(at + offset, !this.#bigEndian)
    return [x, y, z, along(textureU), along(textureV), light(8), light(12)]
  }
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}
