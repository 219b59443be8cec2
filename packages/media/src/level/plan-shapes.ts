import type { Mesh, Vector } from '../mesh/model/mesh.js'
import { placedPoints } from '../mesh/model/placement.js'
import { cross, minus, vectorAt } from '../mesh/model/vectors.js'
import type { Level, LevelActor } from './level.js'
import { type ShownShape, shownShapes } from './shown-shapes.js'

/** A triangle of the built geometry, as a plan needs it. */
export interface PlanTriangle {
  readonly points: readonly [Vector, Vector, Vector]
  readonly normal: Vector
  /** Its lowest height. */
  readonly low: number
  /** False for what the game does not draw. */
  readonly isSeen: boolean
}

/** The triangles of all rooms but the sky's, and those of terrains. */
export function trianglesOf(level: Level): PlanTriangle[] {
  const found: PlanTriangle[] = []
  for (const { kind, zone, mesh } of level.parts)
    if (level.zones[zone]?.isSky !== true && kind !== 'backdrop') addTriangles(found, mesh, kind === 'world')
  for (const actor of level.actors)
    if (actor.kind === 'terrain')
      for (const { mesh, toWorld } of shownShapes(level, actor)) addTriangles(found, mesh, true, toWorld)
  return found
}

function addTriangles(
  found: PlanTriangle[],
  { lods }: Mesh,
  isSeen: boolean,
  toWorld: ShownShape['toWorld'] = (point) => point,
): void {
  const [lod] = lods
  if (lod === undefined) return
  const { positions, indices } = lod
  const at = (vertex: number) => toWorld(vectorAt(positions, vertex))
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const points = [at(indices[i] ?? 0), at(indices[i + 1] ?? 0), at(indices[i + 2] ?? 0)] as const
    found.push({ points, normal: normalOf(points), low: Math.min(points[0][2], points[1][2], points[2][2]), isSeen })
  }
}

function normalOf([a, b, c]: readonly [Vector, Vector, Vector]): Vector {
  const [x, y, z] = cross(minus(b, a), minus(c, a))
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

/** What a mesh covers from above. */
export interface Outline {
  readonly points: readonly (readonly [number, number])[]
  /** Its lowest height. */
  readonly low: number
}

/** Kinds of actors that are not things in the room, or whose ground is drawn as such. */
const NOT_OUTLINED: ReadonlySet<LevelActor['kind']> = new Set(['terrain', 'volume', 'brush'])

/** The outlines of what an actor shows: the hulls of its points from above. */
export function outlinesOf(level: Level, actor: LevelActor): Outline[] {
  if (actor.isHidden || NOT_OUTLINED.has(actor.kind)) return []
  return Array.from(shownShapes(level, actor)).flatMap((shown) => outlineOf(shown) ?? [])
}

function outlineOf({ mesh, toWorld }: ShownShape): Outline | undefined {
  const [lod] = mesh.lods
  if (lod === undefined) return undefined
  const own = placedPoints(lod.positions, mesh.placement)
  const points: (readonly [number, number])[] = []
  let low = Number.POSITIVE_INFINITY
  for (let i = 0; i + 2 < own.length; i += 3) {
    const [x, y, z] = toWorld([own[i] ?? 0, own[i + 1] ?? 0, own[i + 2] ?? 0])
    points.push([x, y])
    low = Math.min(low, z)
  }
  const hull = hullOf(points)
  return hull.length < 3 ? undefined : { points: hull, low }
}

/** The convex hull (Andrew's monotone chain). */
function hullOf(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly (readonly [number, number])[]) => {
    const chain: (readonly [number, number])[] = []
    for (const point of list) {
      while (chain.length > 1 && turnOf(chain.at(-2) ?? point, chain.at(-1) ?? point, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half([...sorted].reverse())]
}

function turnOf(a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
