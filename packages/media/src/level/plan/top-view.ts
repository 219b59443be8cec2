import type { Level } from '../level.js'
import { BACKGROUND, floorColor, SHADES } from './colors.js'
import { areaOf, type DrawingItem, type Points } from './drawing.js'
import { FLAT, type Frame } from './frame.js'
import { markItems, type Project } from './mark-items.js'
import type { Mark } from './marks.js'
import type { View, ViewOptions } from './view.js'
import { clipped, cutAt, normalAt, worldShapes } from './world-shapes.js'

/** Floors that are not this flat are drawn darker. */
const LEVEL = 0.75
/** What a floor and a wall of a mesh must have at least, in square pixels and pixels. */
const LEAST_AREA = 0.4
const LEAST_LINE = 3
/** Floors and walls that are drawn; of more, the largest. */
const MOST = 150_000

interface Floor {
  readonly points: Points
  readonly area: number
}

/** *A level from above*: X to the right, Y down, higher floors over lower ones. */
export function topView(level: Level, frame: Frame, marks: readonly Mark[], options: ViewOptions): View {
  const { height, size, paths, isSmall } = options
  const scale = size / Math.max(frame.right - frame.left, frame.bottom - frame.top, 1)
  const to = (x: number, y: number) => [(x - frame.left) * scale, (y - frame.top) * scale] as const
  const { floors, walls, cuts } = shapesIn(level, frame, height, scale)
  const items: DrawingItem[] = []
  for (let shade = 0; shade < SHADES; shade++) {
    for (const isFluid of [false, true]) {
      for (const isSlope of [true, false]) {
        const polygons = floors.get(floorKey(shade, isFluid, isSlope)) ?? []
        const color = floorColor(shade / (SHADES - 1), isFluid, isSlope ? 0.8 : 1)
        if (polygons.length > 0) items.push({ kind: 'area', polygons, color, edge: 0.6 })
      }
    }
    const lines = walls.get(shade)
    if (lines !== undefined)
      items.push({ kind: 'lines', lines, color: '#0a0d10', width: isSmall ? 0.5 : 1, opacity: 0.6 })
  }
  // Walls that are cut are what a plan is about.
  if (cuts.length > 0)
    items.push({ kind: 'lines', lines: cuts, color: '#f5f7fa', width: isSmall ? 0.8 : 1.6, opacity: 0.9 })
  const project: Project = (x, y) =>
    x < frame.left || x > frame.right || y < frame.top || y > frame.bottom ? undefined : to(x, y)
  if (paths) items.push(...pathItems(level, project, height))
  items.push(...markItems(marks, project, isSmall ? 2.6 : 4.6, !isSmall))
  return {
    width: (frame.right - frame.left) * scale,
    height: (frame.bottom - frame.top) * scale,
    scale,
    items,
    background: BACKGROUND,
  }
}

/** The ways of bots, each once. */
export function pathItems(level: Level, project: Project, height: number): DrawingItem[] {
  const places = new Map(level.actors.map(({ index, sublevel, location }) => [`${sublevel ?? ''}/${index}`, location]))
  const seen = new Set<string>()
  const lines: Points[] = []
  for (const { from, to, sublevel } of level.paths) {
    const key = `${sublevel ?? ''}/${Math.min(from, to)}/${Math.max(from, to)}`
    const [a, b] = [
      places.get(`${sublevel ?? ''}/${Math.min(from, to)}`),
      places.get(`${sublevel ?? ''}/${Math.max(from, to)}`),
    ]
    if (seen.has(key) || a === undefined || b === undefined || a[2] > height || b[2] > height) continue
    seen.add(key)
    const [p, q] = [project(...a), project(...b)]
    if (p !== undefined && q !== undefined) lines.push([...p, ...q])
  }
  return lines.length === 0 ? [] : [{ kind: 'lines', lines, color: '#ffd166', width: 0.8, opacity: 0.3 }]
}

function floorKey(shade: number, isFluid: boolean, isSlope: boolean): number {
  return shade * 4 + (isFluid ? 2 : 0) + (isSlope ? 1 : 0)
}

/** Floors and walls by shade, and where walls are cut. */
function shapesIn(level: Level, frame: Frame, height: number, scale: number) {
  const floors: (Floor & { readonly key: number })[] = []
  const walls: (Floor & { readonly key: number })[] = []
  const cuts: Points[] = []
  const shadeOf = (z: number) =>
    Math.min(SHADES - 1, Math.max(0, Math.floor(((z - frame.low) / Math.max(1, frame.high - frame.low)) * SHADES)))
  const shown = (x: number, y: number) => [(x - frame.left) * scale, (y - frame.top) * scale] as const
  for (const { kind, positions, indices, side, isFluid } of worldShapes(level)) {
    const isMesh = kind === 'mesh' || kind === 'mover'
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const [a, b, c] = [3 * (indices[i] ?? 0), 3 * (indices[i + 1] ?? 0), 3 * (indices[i + 2] ?? 0)]
      const normal = normalAt(positions, a, b, c)
      const length = Math.hypot(...normal)
      if (!(length > 0)) continue
      const up = (side * normal[2]) / length
      const isWall = Math.abs(up) <= FLAT && !(kind === 'terrain' && up > 0)
      if (!isWall && up <= 0) continue
      if (isMesh && !isWall && (length / 2) * scale * scale < LEAST_AREA) continue
      const all = [...positions.subarray(a, a + 3), ...positions.subarray(b, b + 3), ...positions.subarray(c, c + 3)]
      const kept = inside(cutAt(all, height), frame)
      if (kept.length === 0 || (kind !== 'terrain' && isAbove(kept, frame.roof))) continue
      let low = Infinity
      for (let k = 2; k < kept.length; k += 3) low = Math.min(low, kept[k] ?? low)
      const key = shadeOf(low)
      if (isWall) {
        const line = longest(kept, shown)
        const size = Math.hypot((line[2] ?? 0) - (line[0] ?? 0), (line[3] ?? 0) - (line[1] ?? 0))
        if (size < (isMesh ? LEAST_LINE : 1)) continue
        walls.push({ points: line, area: size, key })
        const cut = cutLine(kept, height, shown)
        if (cut !== undefined) cuts.push(cut)
      } else {
        const points: number[] = []
        for (let k = 0; k + 2 < kept.length; k += 3) points.push(...shown(kept[k] ?? 0, kept[k + 1] ?? 0))
        floors.push({ points, area: Math.abs(areaOf(points)), key: floorKey(key, isFluid, up < LEVEL) })
      }
    }
  }
  return { floors: byKey(floors), walls: byKey(walls), cuts }
}

/** Whether all of a polygon is above a height. */
function isAbove(corners: readonly number[], height: number): boolean {
  for (let i = 2; i < corners.length; i += 3) if ((corners[i] ?? 0) <= height) return false
  return true
}

/** What is left of a polygon in the frame. */
function inside(corners: readonly number[], { left, right, top, bottom }: Frame): readonly number[] {
  let kept = corners
  for (const [axis, limit, sign] of [
    [0, right, 1],
    [0, left, -1],
    [1, bottom, 1],
    [1, top, -1],
  ] as const)
    if (kept.length > 0) kept = clipped(kept, 3, axis, limit, sign)
  return kept
}

type Shown = (x: number, y: number) => readonly [number, number]

/** A steep polygon is a line from above: from one of its corners to the one that is farthest away. */
function longest(corners: readonly number[], shown: Shown): Points {
  let best: Points = []
  let most = -1
  for (let i = 0; i < corners.length; i += 3) {
    for (let j = i + 3; j < corners.length; j += 3) {
      const [ax, ay] = shown(corners[i] ?? 0, corners[i + 1] ?? 0)
      const [bx, by] = shown(corners[j] ?? 0, corners[j + 1] ?? 0)
      const size = (bx - ax) ** 2 + (by - ay) ** 2
      if (size <= most) continue
      most = size
      best = [ax, ay, bx, by]
    }
  }
  return best
}

/** The side of a cut polygon that is at the height of the cut. */
function cutLine(corners: readonly number[], height: number, shown: Shown): Points | undefined {
  if (!Number.isFinite(height)) return undefined
  const top: number[] = []
  for (let i = 0; i + 2 < corners.length; i += 3)
    if (Math.abs((corners[i + 2] ?? 0) - height) < 0.01) top.push(...shown(corners[i] ?? 0, corners[i + 1] ?? 0))
  return top.length === 4 ? top : undefined
}

function byKey(shapes: (Floor & { readonly key: number })[]): Map<number, Points[]> {
  const kept = shapes.length > MOST ? shapes.sort((a, b) => b.area - a.area).slice(0, MOST) : shapes
  const found = new Map<number, Points[]>()
  for (const { key, points } of kept) {
    const list = found.get(key)
    if (list === undefined) found.set(key, [points])
    else list.push(points)
  }
  return found
}
