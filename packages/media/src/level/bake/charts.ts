import type { MeshLod, Vector } from '../../mesh/model/mesh.js'
import { cross, dot, minus, plus, scaled, vectorAt } from '../../mesh/model/vectors.js'

/** *How a picture lies on a plane*: what one unit along each axis, and the origin, are in its coordinates. */
export interface Lay {
  readonly along: readonly [u: number, v: number]
  readonly down: readonly [u: number, v: number]
  readonly origin: readonly [u: number, v: number]
}

/** *Triangles in one plane on which texture and light lie in one way*: they get one rectangle of a page. */
export interface Chart {
  /** Numbers of the triangles. */
  readonly triangles: readonly number[]
  /** Number of their material. */
  readonly slot: number
  readonly origin: Vector
  /** Axes of the plane, of length 1; the first one is that of the texture. */
  readonly across: Vector
  readonly down: Vector
  /** The least place along both axes, and how far it goes from there, in units. */
  readonly low: readonly [number, number]
  readonly size: readonly [number, number]
  readonly texture: Lay
  readonly light: Lay
}

/** Units that a corner may be out of the plane: the editor rounds. */
const OUT_OF_PLANE = 1
/** Parts of a texture by which its place may differ within a chart. */
const SAME_PLACE = 0.02
/** Charts of a surface that are compared with a triangle. */
const MOST_COMPARED = 8

/** A chart that still grows. */
interface Growing extends Omit<Chart, 'low' | 'size'> {
  readonly triangles: number[]
  readonly normal: Vector
  readonly low: [number, number]
  readonly high: [number, number]
}

/**
 * The charts of a part: for each surface as many as lights lie on it differently.
 *
 * @param surfaces the surface of each triangle.
 * @param isWanted whether triangles with a material are to be in charts.
 * @param lightSize pixels of the page of light, across and down.
 */
export function chartsOf(
  lod: MeshLod,
  surfaces: Uint32Array,
  isWanted: (slot: number) => boolean,
  lightSize: readonly [number, number],
): Chart[] {
  const groups = new Map<string, { readonly slot: number; readonly triangles: number[] }>()
  for (const { slot, first, count } of lod.sections) {
    if (!isWanted(slot)) continue
    for (let triangle = first / 3; triangle < (first + count) / 3; triangle++) {
      const key = `${slot}/${surfaces[triangle] ?? 0}`
      const group = groups.get(key) ?? { slot, triangles: [] }
      group.triangles.push(triangle)
      groups.set(key, group)
    }
  }
  const same = [0.5 / lightSize[0], 0.5 / lightSize[1]] as const
  const charts: Chart[] = []
  for (const { slot, triangles } of groups.values()) {
    // The largest triangle says best how pictures lie.
    const areas = new Map(triangles.map((one) => [one, areaOf(lod, one)]))
    triangles.sort((a, b) => (areas.get(b) ?? 0) - (areas.get(a) ?? 0) || a - b)
    const grown: Growing[] = []
    for (const triangle of triangles) {
      const known = grown.slice(0, MOST_COMPARED).find((chart) => isOn(chart, lod, triangle, same))
      const chart = known ?? chartFrom(lod, triangle, slot)
      if (chart === undefined) continue
      if (known === undefined) grown.push(chart)
      add(chart, lod, triangle)
    }
    for (const { normal: _, high, ...chart } of grown)
      charts.push({ ...chart, size: [high[0] - chart.low[0], high[1] - chart.low[1]] })
  }
  return charts
}

function cornersOf({ indices }: MeshLod, triangle: number): readonly [number, number, number] {
  return [indices[3 * triangle] ?? 0, indices[3 * triangle + 1] ?? 0, indices[3 * triangle + 2] ?? 0]
}

function areaOf(lod: MeshLod, triangle: number): number {
  const [a, b, c] = cornersOf(lod, triangle).map((corner) => vectorAt(lod.positions, corner))
  if (a === undefined || b === undefined || c === undefined) return 0
  return Math.hypot(...cross(minus(b, a), minus(c, a)))
}

/** A chart with the plane of a triangle; `undefined` for one without an area. */
function chartFrom(lod: MeshLod, triangle: number, slot: number): Growing | undefined {
  const corners = cornersOf(lod, triangle)
  const [a, b, c] = [
    vectorAt(lod.positions, corners[0]),
    vectorAt(lod.positions, corners[1]),
    vectorAt(lod.positions, corners[2]),
  ]
  const normal = unit(cross(minus(b, a), minus(c, a)))
  const first = unit(minus(b, a))
  if (normal === undefined || first === undefined) return undefined
  const layIn = (set: number, across: Vector, down: Vector) =>
    layOf(
      lod.uvs[set],
      corners,
      [b, c].map((corner) => [dot(minus(corner, a), across), dot(minus(corner, a), down)]),
    )
  const bare = layIn(0, first, cross(normal, first))
  const across =
    unit(plus(scaled(first, bare?.along[0] ?? 1), scaled(cross(normal, first), bare?.down[0] ?? 0))) ?? first
  const down = cross(normal, across)
  const texture = layIn(0, across, down)
  const light = layIn(1, across, down)
  if (texture === undefined || light === undefined) return undefined
  return {
    triangles: [],
    slot,
    origin: a,
    across,
    down,
    normal,
    texture,
    light,
    low: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    high: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  }
}

/** How a picture lies on a triangle whose first corner is the origin of the plane. */
function layOf(
  uvs: Float32Array | undefined,
  corners: readonly [number, number, number],
  places: readonly (readonly number[])[],
): Lay | undefined {
  const [[bx = 0, by = 0] = [], [cx = 0, cy = 0] = []] = places
  const det = bx * cy - by * cx
  if (uvs === undefined || Math.abs(det) < 1e-6) return undefined
  const lay = [0, 1].map((k) => {
    const [a, b, c] = corners.map((corner) => uvs[2 * corner + k] ?? 0)
    const [db, dc] = [(b ?? 0) - (a ?? 0), (c ?? 0) - (a ?? 0)]
    return [(db * cy - dc * by) / det, (dc * bx - db * cx) / det, a ?? 0] as const
  })
  const [u = [0, 0, 0], v = [0, 0, 0]] = lay
  return { along: [u[0], v[0]], down: [u[1], v[1]], origin: [u[2], v[2]] }
}

/** Whether a triangle is in the plane of a chart, with texture and light where the chart has them. */
function isOn(chart: Growing, lod: MeshLod, triangle: number, same: readonly [number, number]): boolean {
  return cornersOf(lod, triangle).every((corner) => {
    const from = minus(vectorAt(lod.positions, corner), chart.origin)
    if (Math.abs(dot(from, chart.normal)) > OUT_OF_PLANE) return false
    const [x, y] = [dot(from, chart.across), dot(from, chart.down)]
    return [0, 1].every((k) => {
      const offLight = (lod.uvs[1]?.[2 * corner + k] ?? 0) - at(chart.light, k, x, y)
      // Textures repeat: nodes of one surface may be whole textures apart.
      const off = (lod.uvs[0]?.[2 * corner + k] ?? 0) - at(chart.texture, k, x, y)
      return Math.abs(offLight) <= (same[k] ?? 0) && Math.abs(off - Math.round(off)) <= SAME_PLACE
    })
  })
}

function at({ along, down, origin }: Lay, k: number, x: number, y: number): number {
  return (along[k] ?? 0) * x + (down[k] ?? 0) * y + (origin[k] ?? 0)
}

function add(chart: Growing, lod: MeshLod, triangle: number): void {
  chart.triangles.push(triangle)
  for (const corner of cornersOf(lod, triangle)) {
    const [x, y] = placeOn(chart, vectorAt(lod.positions, corner))
    chart.low[0] = Math.min(chart.low[0], x)
    chart.low[1] = Math.min(chart.low[1], y)
    chart.high[0] = Math.max(chart.high[0], x)
    chart.high[1] = Math.max(chart.high[1], y)
  }
}

/** Where a point is along the axes of a chart. */
export function placeOn(chart: Pick<Chart, 'origin' | 'across' | 'down'>, point: Vector): readonly [number, number] {
  const from = minus(point, chart.origin)
  return [dot(from, chart.across), dot(from, chart.down)]
}

function unit(vector: Vector): Vector | undefined {
  const length = Math.hypot(...vector)
  return length > 1e-6 && Number.isFinite(length) ? scaled(vector, 1 / length) : undefined
}
