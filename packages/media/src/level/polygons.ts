import type { MaterialSlot, Mesh } from '../mesh/model/mesh.js'
import { NO_PLACEMENT } from '../mesh/model/placement.js'
import { finite } from '../mesh/model/vectors.js'

/** *Polygons as they are collected for one mesh*: a fan of triangles each, vertices not shared. */
export class Polygons {
  readonly #positions: number[] = []
  readonly #normals: number[] = []
  readonly #uvs: number[] = []
  readonly #light: number[] = []
  /** Triangles by the number of their slot. */
  readonly #triangles: { readonly indices: number[]; readonly surfaces: number[] }[] = []
  readonly #slots: MaterialSlot[] = []
  readonly #slotOf = new Map<string, number>()

  /** Adds a corner; gives nothing, since corners are numbered in order. */
  corner(x: number, y: number, z: number, normal: ArrayLike<number>, u: number, v: number): void {
    this.#positions.push(finite(x), finite(y), finite(z))
    this.#normals.push(finite(normal[0] ?? 0), finite(normal[1] ?? 0), finite(normal[2] ?? 0))
    this.#uvs.push(finite(u), finite(v))
  }

  /** Adds the second texture coordinates of the corner that was added last. */
  light(u: number, v: number): void {
    this.#light.push(finite(u), finite(v))
  }

  /** Makes triangles of the last corners; `(b − a) × (c − a)` points to where they are seen from. */
  polygon(corners: number, slot: MaterialSlot, surface: number): void {
    const first = this.#positions.length / 3 - corners
    const triangles = this.#trianglesOf(slot)
    for (let i = 2; i < corners; i++) {
      triangles.indices.push(first, first + i - 1, first + i)
      triangles.surfaces.push(surface)
    }
  }

  #trianglesOf(slot: MaterialSlot): { readonly indices: number[]; readonly surfaces: number[] } {
    const key = `${slot.path ?? ''}/${slot.polyFlags}`
    let number = this.#slotOf.get(key)
    if (number === undefined) {
      number = this.#slots.push(slot) - 1
      this.#slotOf.set(key, number)
      this.#triangles.push({ indices: [], surfaces: [] })
    }
    return this.#triangles[number] ?? { indices: [], surfaces: [] }
  }

  /** The mesh, and the surface of each of its triangles. */
  mesh(notes: readonly string[] = []): { readonly mesh: Mesh; readonly surfaces: Uint32Array } {
    const sections: { slot: number; first: number; count: number }[] = []
    let first = 0
    for (const [slot, { indices }] of this.#triangles.entries()) {
      sections.push({ slot, first, count: indices.length })
      first += indices.length
    }
    const uvs = [Float32Array.from(this.#uvs)]
    if (this.#light.length > 0) uvs.push(Float32Array.from(this.#light))
    const count = this.#positions.length / 3
    const lod = {
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      uvs,
      points: Uint32Array.from({ length: count }, (_, i) => i),
      indices: Uint32Array.from(this.#triangles.flatMap(({ indices }) => indices)),
      sections,
    }
    const mesh: Mesh = {
      kind: 'static',
      placement: NO_PLACEMENT,
      lods: [lod],
      materials: this.#slots,
      sockets: [],
      notes,
    }
    return { mesh, surfaces: Uint32Array.from(this.#triangles.flatMap(({ surfaces }) => surfaces)) }
  }
}
