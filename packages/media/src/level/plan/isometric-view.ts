import type { Level } from '../level.js'
import { BACKGROUND, floorColor, wallColor } from './colors.js'
import { areaOf, type DrawingItem, type Points } from './drawing.js'
import { FLAT, type Frame } from './frame.js'
import { markItems, type Project } from './mark-items.js'
import type { Mark } from './marks.js'
import { pathItems } from './top-view.js'
import type { View, ViewOptions } from './view.js'
import { clipped, cutAt, normalAt, worldShapes } from './world-shapes.js'

/** The way that is looked: across both axes, and down by this angle. */
const DOWN = Math.PI / 6
const ACROSS = Math.SQRT1_2
/** Triangles longer than this on the drawing are divided, so that they can be sorted. */
const LONGEST = 90
/** Triangles that are drawn; of more, the largest. */
const MOST = 120_000
/** Square pixels, doubled, that a triangle of a mesh must have. */
const LEAST = 1.5

interface Facet {
  readonly points: number[]
  /** Towards who looks. */
  readonly near: number
  readonly color: string
  readonly area: number
}

/**
 * *A level from one corner, from above at 30°.* What faces away is not drawn: ceilings and the walls in
 * front, so that rooms are open.
 */
export function isometricView(level: Level, frame: Frame, marks: readonly Mark[], options: ViewOptions): View {
  const { height, size, paths, isSmall } = options
  const [sin, cos] = [Math.sin(DOWN), Math.cos(DOWN)]
  const across = (x: number, y: number) => (x - y) * ACROSS
  const along = (x: number, y: number) => (x + y) * ACROSS
  const rough = size / Math.max((frame.right - frame.left + (frame.bottom - frame.top)) * ACROSS, 1)
  const flat = (x: number, y: number, z: number) => [across(x, y), along(x, y) * sin - z * cos] as const
  const facets = facetsOf(level, frame, height, rough, flat, (x, y, z) => along(x, y) * cos + z * sin)
  const { left, top, right, bottom } = boundsOf(facets, marks, flat)
  const scale = size / Math.max(right - left, bottom - top, 1)
  for (const { points } of facets)
    for (let i = 0; i < points.length; i++) points[i] = ((points[i] ?? 0) - (i % 2 === 0 ? left : top)) * scale
  facets.sort((a, b) => a.near - b.near)
  const items: DrawingItem[] = []
  let run: { readonly color: string; readonly polygons: Points[] } | undefined
  for (const { points, color } of facets) {
    // Neighbours of one colour are one path: a drawing has fewer of them.
    if (run?.color === color) run.polygons.push(points)
    else {
      run = { color, polygons: [points] }
      items.push({ kind: 'area', ...run, edge: 0.5 })
    }
  }
  const width = (right - left) * scale
  const depth = (bottom - top) * scale
  const project: Project = (x, y, z) => {
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return undefined
    const [u, v] = flat(x, y, z)
    return u < left || v < top || u > right || v > bottom ? undefined : [(u - left) * scale, (v - top) * scale]
  }
  if (paths) items.push(...pathItems(level, project, height))
  items.push(...markItems(marks, project, isSmall ? 2.4 : 4.2, !isSmall))
  return { width, height: depth, scale, items, background: BACKGROUND }
}

/** Where everything is on the drawing; where marks are, if there is nothing else. */
function boundsOf(facets: readonly Facet[], marks: readonly Mark[], flat: (x: number, y: number, z: number) => Points) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const all = facets.length > 0 ? facets.map(({ points }) => points) : marks.map(({ actor }) => flat(...actor.location))
  for (const points of all) {
    for (let i = 0; i + 1 < points.length; i += 2) {
      left = Math.min(left, points[i] ?? left)
      right = Math.max(right, points[i] ?? right)
      top = Math.min(top, points[i + 1] ?? top)
      bottom = Math.max(bottom, points[i + 1] ?? bottom)
    }
  }
  return left <= right ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 }
}

function facetsOf(
  level: Level,
  frame: Frame,
  height: number,
  scale: number,
  place: (x: number, y: number, z: number) => readonly [number, number],
  nearness: (x: number, y: number, z: number) => number,
): Facet[] {
  const [sin, cos] = [Math.sin(DOWN), Math.cos(DOWN)]
  const found: Facet[] = []
  const limits = [
    [0, frame.right, 1],
    [0, frame.left, -1],
    [1, frame.bottom, 1],
    [1, frame.top, -1],
  ] as const
  for (const { kind, positions, indices, side, isFluid } of worldShapes(level)) {
    const isMesh = kind === 'mesh' || kind === 'mover'
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const [a, b, c] = [3 * (indices[i] ?? 0), 3 * (indices[i + 1] ?? 0), 3 * (indices[i + 2] ?? 0)]
      const normal = normalAt(positions, a, b, c)
      const length = Math.hypot(...normal) * side
      if (length === 0 || !Number.isFinite(length)) continue
      const [nx, ny, nz] = [normal[0] / length, normal[1] / length, normal[2] / length]
      const facing = (nx + ny) * ACROSS * cos + nz * sin
      if (facing <= 0.01) continue
      if (isMesh && Math.abs(length) * facing * scale * scale < LEAST) continue
      let kept = cutAt(
        [...positions.subarray(a, a + 3), ...positions.subarray(b, b + 3), ...positions.subarray(c, c + 3)],
        height,
      )
      for (const [axis, limit, sign] of limits) if (kept.length > 0) kept = clipped(kept, 3, axis, limit, sign)
      // Hills are not roofs.
      if (kind !== 'terrain' && kept.length > 0) kept = cutAt(kept, frame.ceiling)
      // Light from the right and from above.
      const light = 0.72 + 0.28 * Math.max(0, nx * 0.8 - ny * 0.3 + nz * 0.5)
      for (const piece of pieces(kept, LONGEST / scale)) {
        const points: number[] = []
        let [x, y, z] = [0, 0, 0]
        for (let k = 0; k + 2 < piece.length; k += 3) {
          points.push(...place(piece[k] ?? 0, piece[k + 1] ?? 0, piece[k + 2] ?? 0))
          x += (piece[k] ?? 0) * (3 / piece.length)
          y += (piece[k + 1] ?? 0) * (3 / piece.length)
          z += (piece[k + 2] ?? 0) * (3 / piece.length)
        }
        const part =
          Math.round(16 * Math.min(1, Math.max(0, (z - frame.low) / Math.max(1, frame.high - frame.low)))) / 16
        const color = nz > FLAT ? floorColor(part, isFluid, 0.85 + 0.15 * nz) : wallColor(part, light)
        found.push({ points, near: nearness(x, y, z), color, area: Math.abs(areaOf(points)) })
      }
    }
  }
  return found.length > MOST ? found.sort((a, b) => b.area - a.area).slice(0, MOST) : found
}

/** A polygon in pieces whose sides are no longer than a length; fans of triangles, halved. */
function* pieces(corners: readonly number[], length: number): Generator<readonly number[]> {
  for (let i = 3; i + 5 < corners.length; i += 3)
    yield* halves([...corners.slice(0, 3), ...corners.slice(i, i + 6)], length, 10)
}

function* halves(triangle: readonly number[], length: number, depth: number): Generator<readonly number[]> {
  const side = (i: number, j: number) =>
    Math.hypot(...[0, 1, 2].map((k) => (triangle[3 * i + k] ?? 0) - (triangle[3 * j + k] ?? 0)))
  const sides = [side(0, 1), side(1, 2), side(2, 0)]
  const most = Math.max(...sides)
  if (most <= length || depth === 0) {
    yield triangle
    return
  }
  const from = sides.indexOf(most)
  const corner = (k: number) => triangle.slice(3 * (k % 3), 3 * (k % 3) + 3)
  const [a, b, c] = [corner(from), corner(from + 1), corner(from + 2)]
  const middle = a.map((value, k) => (value + (b[k] ?? 0)) / 2)
  yield* halves([...a, ...middle, ...c], length, depth - 1)
  yield* halves([...middle, ...b, ...c], length, depth - 1)
}
