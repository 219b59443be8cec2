import type { Level } from '../level.js'
import { type Mark, OF_PLAYERS } from './marks.js'
import { normalAt, worldShapes } from './world-shapes.js'

/** *What of a level is drawn*: from where to where, in Unreal units. */
export interface Frame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Heights of its lowest and highest floors, but for the few that are far off. */
  readonly low: number
  readonly high: number
  /** What is all above this is a roof over what players use, and not drawn; infinite where unknown. */
  readonly roof: number
  /** Walls are not drawn higher. */
  readonly ceiling: number
  /** Whether geometry lies outside. */
  readonly isPart: boolean
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A floor is flatter than this, and a wall steeper: the Z of the normal. */
export const FLAT = 0.25
/** Unreal units around what players use. */
const AROUND = 1024
/** Unreal units above the highest place that players use. */
const HEADROOM = 256
/** Marks by which the part that players use is known. */
const ENOUGH = 4
/** Geometry is cut when the part that players use is less than this of it. */
const SMALL = 0.6
/** Triangles of meshes that are asked for their heights. */
const MOST_ASKED = 200_000

/**
 * The part of a level that is worth drawing: all of it, unless players only use a small part of it; then
 * a plan of all would be a blot in the middle of mountains.
 */
export function frameOf(level: Level, marks: readonly Mark[], height: number, whole: boolean): Frame {
  const all = emptyBox()
  for (const { kind, positions } of worldShapes(level)) {
    if (kind === 'mesh' && positions.length > 3_000_000) continue
    for (let i = 0; i + 2 < positions.length; i += 3)
      if ((positions[i + 2] ?? 0) <= height || kind === 'built') add(all, positions[i] ?? 0, positions[i + 1] ?? 0)
  }
  const used = emptyBox()
  let count = 0
  let highest = -Infinity
  for (const { kind, actor } of marks) {
    if (!OF_PLAYERS.has(kind)) continue
    add(used, actor.location[0], actor.location[1])
    count++
    highest = Math.max(highest, actor.location[2])
  }
  if (isEmpty(all)) for (const { actor } of marks) add(all, actor.location[0], actor.location[1])
  if (isEmpty(all)) Object.assign(all, { left: 0, top: 0, right: 1, bottom: 1 })
  const around = Math.max(AROUND, 0.15 * Math.max(used.right - used.left, used.bottom - used.top))
  const near = {
    left: Math.max(all.left, used.left - around),
    top: Math.max(all.top, used.top - around),
    right: Math.min(all.right, used.right + around),
    bottom: Math.min(all.bottom, used.bottom + around),
  }
  const isPart =
    !whole && count >= ENOUGH && near.right > near.left && near.bottom > near.top && sizeOf(near) < SMALL * sizeOf(all)
  const box = isPart ? near : all
  const roof = !whole && count >= ENOUGH ? highest + HEADROOM : Infinity
  const heights = heightsIn(level, box, height, roof)
  const ceiling = Math.min(roof, heights.high + 0.35 * (heights.high - heights.low) + HEADROOM)
  return { ...box, ...heights, roof, ceiling, isPart }
}

function emptyBox(): Box {
  return { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
}

function isEmpty({ left, right }: Box): boolean {
  return left > right
}

function sizeOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top)
}

function add(box: Box, x: number, y: number): void {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return
  box.left = Math.min(box.left, x)
  box.right = Math.max(box.right, x)
  box.top = Math.min(box.top, y)
  box.bottom = Math.max(box.bottom, y)
}

/** Heights between which all floors are but 2 % of their area at both ends. */
function heightsIn(
  level: Level,
  box: Box,
  height: number,
  roof: number,
): { readonly low: number; readonly high: number } {
  const floors: { readonly z: number; readonly area: number }[] = []
  for (const { kind, positions, indices, side } of worldShapes(level)) {
    const most = kind === 'terrain' ? height : Math.min(height, roof)
    for (let i = 0; i + 2 < indices.length && floors.length < MOST_ASKED; i += 3) {
      const [a, b, c] = [3 * (indices[i] ?? 0), 3 * (indices[i + 1] ?? 0), 3 * (indices[i + 2] ?? 0)]
      const normal = normalAt(positions, a, b, c)
      const area = side * normal[2]
      if (area <= FLAT * Math.hypot(...normal)) continue
      const [x = 0, y = 0, z = 0] = positions.subarray(a, a + 3)
      if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom && z <= most) floors.push({ z, area })
    }
  }
  floors.sort((a, b) => a.z - b.z)
  const total = floors.reduce((sum, { area }) => sum + area, 0)
  let sum = 0
  let low: number | undefined
  let high: number | undefined
  for (const { z, area } of floors) {
    sum += area
    if (low === undefined && sum >= 0.02 * total) low = z
    if (sum <= 0.98 * total || high === undefined) high = z
  }
  return { low: low ?? 0, high: Math.max(high ?? 0, low ?? 0) }
}
