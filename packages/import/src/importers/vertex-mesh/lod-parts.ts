import type { ModelTriangle, VertexModel } from '../../models/vertex-model.js'
import { Collapse, type CollapseOptions, type CollapseStep } from './collapse.js'
import { unpacked } from './frame-bounds.js'

/** How to make a mesh that loses detail. */
export interface LodPartsOptions {
  /** `LODSTYLE`: 8 only considers the lengths of edges, 4 keeps texture seams longer; 0 is the default. */
  readonly style?: number | undefined
  /** Number of the frame that decides. */
  readonly frame: number
  /** Textures do not count. */
  readonly withoutTextures: boolean
  /** Treats the points as being in their final order, whatever it costs. */
  readonly keepOrder?: boolean | undefined
}

/** *What a LodMesh has in addition to its frames*, in the engine's form; see `ue1.LodMesh`. */
export interface LodParts {
  /** For each point of the new frames, its number in the model: special points first. */
  readonly order: Uint32Array
  readonly specialCount: number
  readonly collapsePointThus: Uint16Array
  readonly faceLevel: Uint16Array
  /** Three wedges and a material for each face. */
  readonly faces: Uint16Array
  readonly collapseWedgeThus: Uint16Array
  /** Point (counted without the special ones), U, V. */
  readonly wedges: readonly Wedge[]
  /** Poly flags and texture number for each material. */
  readonly materials: Int32Array
  /** Like `faces`, of special points. */
  readonly specialFaces: Uint16Array
  /** Whether the model's own order of points was kept. */
  readonly keptOrder: boolean
}

/** A point with texture coordinates. */
export interface Wedge {
  readonly point: number
  readonly u: number
  readonly v: number
}

/** Styles by which a model in its final order may have been sorted, tried if none is given. */
const STYLES = [0, 12, 8]

/**
 * *Makes the parts of a LodMesh*: points in the order in which they are kept, wedges by point, faces in the
 * order of the file, and for each of them when it is removed and what it collapses onto.
 *
 * A model whose points are already in such an order, because it was extracted from a package, keeps it.
 */
export function lodPartsOf(model: VertexModel, options: LodPartsOptions): LodParts {
  const special = model.triangles.filter(({ isWeapon }) => isWeapon)
  const drawn = model.triangles.filter(({ isWeapon }) => !isWeapon)
  const shown = new Set(drawn.flatMap(({ points }) => points))
  // A point that is also drawn occurs twice: special points are not among those that wedges name.
  const specialPoints = [...new Set(special.flatMap(({ points }) => points))]
  const apart = new Set(specialPoints.filter((point) => !shown.has(point)))
  const own = Array.from({ length: model.pointCount }, (_, i) => i).filter((point) => !apart.has(point))
  const place = new Map(own.map((point, i) => [point, i]))
  const list = new WedgeList()
  const cornerWedges = drawn.map(({ points, uv }) =>
    points.map((point, k) => list.find({ point: place.get(point) ?? 0, u: uv[2 * k] ?? 0, v: uv[2 * k + 1] ?? 0 })),
  )
  const mesh = {
    positions: positionsOf(model, own, options.frame),
    faces: Uint32Array.from(drawn.flatMap(({ points }) => points.map((point) => place.get(point) ?? 0))),
    wedges: Uint32Array.from(cornerWedges.flat()),
  }
  const { steps, keptOrder } = stepsOf(mesh, options)
  const collapse = followSteps(steps, mesh.faces, mesh.wedges, list)
  const { materials, materialOf } = materialsOf(drawn)
  const renumbered = renumberWedges(list.wedges, collapse.number, collapse.wedgeOnto)
  return {
    order: Uint32Array.from([...specialPoints, ...steps.map(({ point }) => own[point] ?? 0).reverse()]),
    specialCount: specialPoints.length,
    collapsePointThus: collapse.pointOnto,
    faceLevel: collapse.faceLevel,
    faces: Uint16Array.from(
      cornerWedges.flatMap((corners, i) => [
        ...corners.map((wedge) => renumbered.number[wedge] ?? 0),
        materialOf[i] ?? 0,
      ]),
    ),
    collapseWedgeThus: renumbered.onto,
    wedges: renumbered.wedges,
    materials,
    specialFaces: Uint16Array.from(
      special.flatMap(({ points }) => [...points.map((p) => specialPoints.indexOf(p)), 0]),
    ),
    keptOrder,
  }
}

function positionsOf(model: VertexModel, points: readonly number[], frame: number): Float64Array {
  const positions = new Float64Array(3 * points.length)
  for (const [i, point] of points.entries()) positions.set(unpacked(model, frame, point), 3 * i)
  return positions
}

function stepsOf(
  mesh: ConstructorParameters<typeof Collapse>[0],
  { style, withoutTextures, keepOrder }: LodPartsOptions,
): { steps: CollapseStep[]; keptOrder: boolean } {
  const begin = (number: number) => new Collapse(mesh, collapseOptions(number, withoutTextures))
  // A random order agrees with the lowest cost for only a few per cent of the points.
  for (const tried of style === undefined ? STYLES : [style])
    if (begin(tried).isInOrder(0.5)) return { steps: begin(tried).stepsInOrder(), keptOrder: true }
  if (keepOrder === true) return { steps: begin(style ?? 0).stepsInOrder(), keptOrder: true }
  return { steps: begin(style ?? 0).steps(), keptOrder: false }
}

function collapseOptions(style: number, withoutTextures: boolean): CollapseOptions {
  return { byLength: (style & 8) !== 0, keepSeams: (style & 4) !== 0, withoutTextures }
}

/** A list of wedges without duplicates. */
class WedgeList {
  readonly wedges: Wedge[] = []
  readonly #numbers = new Map<string, number>()

  /** The number of a wedge, which is added if it is missing. */
  find(wedge: Wedge): number {
    const key = `${wedge.point} ${wedge.u} ${wedge.v}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.wedges.push(wedge) - 1
      this.#numbers.set(key, number)
    }
    return number
  }
}

/** What happens to points, wedges and faces as points are removed. */
interface Followed {
  /** The new number of each point. */
  readonly number: Uint32Array
  /** By new point numbers. */
  readonly pointOnto: Uint16Array
  readonly faceLevel: Uint16Array
  /** By old wedge numbers; the wedge itself if no face has it when its point is removed. */
  readonly wedgeOnto: number[]
}

/**
 * A wedge moves with its point, onto the wedge that the other point has in a face of both. If there is no
 * such face, it moves onto one with the same texture coordinates, which is added if needed (365 of 365 and 62
 * of 62 in three meshes).
 */
function followSteps(
  steps: readonly CollapseStep[],
  faces: Uint32Array,
  startWedges: Uint32Array,
  list: WedgeList,
): Followed {
  const count = steps.length
  const number = new Uint32Array(count)
  for (const [i, { point }] of steps.entries()) number[point] = count - 1 - i
  const pointOnto = new Uint16Array(count)
  const faceLevel = new Uint16Array(faces.length / 3)
  const wedgeOnto = list.wedges.map((_, i) => i)
  const points = faces.slice()
  const wedges = startWedges.slice()
  const around: number[][] = Array.from({ length: count }, () => [])
  for (const [corner, point] of points.entries()) around[point]?.push(corner)
  const lost = new Set<number>()
  for (const [i, { point, onto, lost: gone }] of steps.entries()) {
    const level = count - i
    if (onto >= 0) pointOnto[level - 1] = number[onto] ?? 0
    const corners = (around[point] ?? []).filter((corner) => !lost.has(Math.floor(corner / 3)))
    const both = new Map<number, number>()
    for (const corner of corners) {
      const face = 3 * Math.floor(corner / 3)
      const other = [face, face + 1, face + 2].find((at) => points[at] === onto)
      const from = wedges[corner] ?? 0
      if (other !== undefined && !both.has(from)) both.set(from, wedges[other] ?? 0)
    }
    for (const face of gone) {
      faceLevel[face] = level
      lost.add(face)
    }
    for (const corner of corners) {
      if (onto < 0 || lost.has(Math.floor(corner / 3))) continue
      const from = wedges[corner] ?? 0
      const { u = 0, v = 0 } = list.wedges[from] ?? {}
      const to = both.get(from) ?? list.find({ point: onto, u, v })
      while (wedgeOnto.length < list.wedges.length) wedgeOnto.push(wedgeOnto.length)
      wedgeOnto[from] = to
      wedges[corner] = to
      points[corner] = onto
      around[onto]?.push(corner)
    }
  }
  return { number, pointOnto, faceLevel, wedgeOnto }
}

/** Sorts wedges by their points, then by V and U (all wedges of 14 meshes). */
function renumberWedges(
  list: readonly Wedge[],
  pointNumber: Uint32Array,
  wedgeOnto: readonly number[],
): { wedges: Wedge[]; number: number[]; onto: Uint16Array } {
  const sorted = list.map(({ point, u, v }, old) => ({ point: pointNumber[point] ?? 0, u, v, old }))
  sorted.sort((a, b) => a.point - b.point || a.v - b.v || a.u - b.u)
  const number: number[] = []
  for (const [i, { old }] of sorted.entries()) number[old] = i
  return {
    wedges: sorted.map(({ point, u, v }) => ({ point, u, v })),
    number,
    onto: Uint16Array.from(sorted, ({ old }) => number[wedgeOnto[old] ?? old] ?? 0),
  }
}

/** Materials in the order in which faces first use them. */
function materialsOf(triangles: readonly ModelTriangle[]): { materials: Int32Array; materialOf: number[] } {
  const numbers = new Map<string, number>()
  const materials: number[] = []
  const materialOf = triangles.map(({ polyFlags, texture }) => {
    const key = `${polyFlags} ${texture}`
    let number = numbers.get(key)
    if (number === undefined) {
      number = materials.push(polyFlags, texture) / 2 - 1
      numbers.set(key, number)
    }
    return number
  })
  return { materials: Int32Array.from(materials), materialOf }
}
