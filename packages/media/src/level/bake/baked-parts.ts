import type { Material } from '../../material/material.js'
import type { MaterialSlot, MeshLod, Vector } from '../../mesh/model/mesh.js'
import { NO_PLACEMENT } from '../../mesh/model/placement.js'
import { vectorAt } from '../../mesh/model/vectors.js'
import type { LevelPart, LightPage } from '../level.js'
import { type Chart, placeOn } from './charts.js'

/** A chart, and how many pixels it gets. */
export interface SizedChart {
  readonly part: LevelPart
  readonly lod: MeshLod
  readonly page: LightPage
  readonly chart: Chart
  readonly material: Material | undefined
  readonly width: number
  readonly height: number
}

/** *Polygons with baked pictures*, by zone. */
export class BakedParts {
  readonly #parts = new Map<string, { readonly part: LevelPart; readonly slots: Map<string, SlotOfPart> }>()

  /** Adds the triangles of a chart. */
  add(
    { part, lod, chart, width, height, x, y }: SizedChart & { readonly x: number; readonly y: number },
    slot: MaterialSlot,
    page: readonly [number, number],
  ): void {
    const key = `${part.sublevel ?? ''}/${part.zone}/${part.kind}`
    const own = this.#parts.get(key) ?? { part, slots: new Map<string, SlotOfPart>() }
    this.#parts.set(key, own)
    const name = slot.path ?? ''
    const to = own.slots.get(name) ?? { slot, positions: [], normals: [], uvs: [], indices: [], surfaces: [] }
    own.slots.set(name, to)
    const numbers = new Map<number, number>()
    const number = (vertex: number) => {
      const known = numbers.get(vertex)
      if (known !== undefined) return known
      const point = vectorAt(lod.positions, vertex)
      const [along, down] = placeOn(chart, point)
      const pixels = (place: number, k: 0 | 1, count: number) =>
        chart.size[k] > 0 ? ((place - chart.low[k]) / chart.size[k]) * (count - 1) : 0
      to.uvs.push((x + pixels(along, 0, width) + 0.5) / page[0], (y + pixels(down, 1, height) + 0.5) / page[1])
      to.normals.push(...normalOf(lod, vertex))
      const made = to.positions.push(...point) / 3 - 1
      numbers.set(vertex, made)
      return made
    }
    for (const triangle of chart.triangles) {
      for (let k = 0; k < 3; k++) to.indices.push(number(lod.indices[3 * triangle + k] ?? 0))
      to.surfaces.push(part.surfaces[triangle] ?? 0)
    }
  }

  /** All of them, each with a section for each page. */
  finish(): LevelPart[] {
    return [...this.#parts.values()].map(({ part, slots }) => {
      const { lightPage: _, brightness: __, ...rest } = part
      const all = [...slots.values()]
      const sections: { slot: number; first: number; count: number }[] = []
      const indices: number[] = []
      let base = 0
      for (const [slot, { indices: own, positions }] of all.entries()) {
        sections.push({ slot, first: indices.length, count: own.length })
        for (const index of own) indices.push(base + index)
        base += positions.length / 3
      }
      const lod: MeshLod = {
        positions: Float32Array.from(all.flatMap(({ positions }) => positions)),
        normals: Float32Array.from(all.flatMap(({ normals }) => normals)),
        uvs: [Float32Array.from(all.flatMap(({ uvs }) => uvs))],
        points: Uint32Array.from({ length: base }, (___, i) => i),
        indices: Uint32Array.from(indices),
        sections,
      }
      const mesh = {
        kind: 'static' as const,
        placement: NO_PLACEMENT,
        lods: [lod],
        materials: all.map(({ slot }) => slot),
        sockets: [],
        notes: [],
      }
      return { ...rest, mesh, surfaces: Uint32Array.from(all.flatMap(({ surfaces }) => surfaces)) }
    })
  }
}

interface SlotOfPart {
  readonly slot: MaterialSlot
  readonly positions: number[]
  readonly normals: number[]
  readonly uvs: number[]
  readonly indices: number[]
  readonly surfaces: number[]
}

function normalOf({ normals }: MeshLod, vertex: number): Vector {
  return normals === undefined ? [0, 0, 1] : vectorAt(normals, vertex)
}
