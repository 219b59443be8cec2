import type { Mesh, Vector } from '../../mesh/model/mesh.js'
import { placedPoints } from '../../mesh/model/placement.js'
import { cross, dot, minus } from '../../mesh/model/vectors.js'
import type { Level, LevelActor } from '../level.js'
import { type ShownShape, shownShapes } from '../shown-shapes.js'

/** *Something that is seen in a level, as triangles in world space.* */
export interface WorldShape {
  readonly kind: 'built' | 'terrain' | 'mesh' | 'mover'
  /** X, Y and Z of each vertex. */
  readonly positions: Float32Array
  /** Three vertices each, so that `(b − a) × (c − a)` points to where they are seen from. */
  readonly indices: ArrayLike<number>
  /** 1, or −1 for triangles that wind the other way. */
  readonly side: 1 | -1
  /** In water, slime or lava. */
  readonly isFluid: boolean
}

/** Kinds of actors that show nothing in the game, or only for a while. */
const NOT_SHOWN: ReadonlySet<LevelActor['kind']> = new Set(['brush', 'volume', 'decal', 'emitter', 'sprite'])

/** Everything that is seen from inside: not the sky's room, and not what is hidden. */
export function* worldShapes(level: Level): Generator<WorldShape> {
  const { zones, parts, actors } = level
  for (const { kind, zone, mesh } of parts) {
    const [lod] = mesh.lods
    if (kind !== 'world' || lod === undefined || zones[zone]?.isSky === true) continue
    const isFluid = zones[zone]?.isFluid === true
    yield { kind: 'built', positions: lod.positions, indices: lod.indices, side: 1, isFluid }
  }
  for (const actor of actors) {
    // A TerrainInfo is hidden as all infos are; its ground is not.
    if (
      (actor.isHidden && actor.kind !== 'terrain') ||
      NOT_SHOWN.has(actor.kind) ||
      zones[actor.zone ?? -1]?.isSky === true
    )
      continue
    const kind = actor.kind === 'terrain' || actor.kind === 'mover' ? actor.kind : 'mesh'
    for (const shown of shownShapes(level, actor)) {
      const shape = placed(shown)
      if (shape !== undefined) yield { ...shape, kind, isFluid: false }
    }
  }
}

function placed({ mesh, toWorld }: ShownShape): Omit<WorldShape, 'kind' | 'isFluid'> | undefined {
  const [lod] = mesh.lods
  if (lod === undefined || lod.positions.length === 0) return undefined
  const own = placedPoints(lod.positions, mesh.placement)
  // It moves straight lines to straight lines: four points tell all others.
  const origin = toWorld([0, 0, 0])
  const along = (axis: Vector) => minus(toWorld(axis), origin)
  const [x, y, z] = [along([1, 0, 0]), along([0, 1, 0]), along([0, 0, 1])]
  const positions = new Float32Array(own.length)
  for (let i = 0; i + 2 < own.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [own[i], own[i + 1], own[i + 2]]
    positions[i] = origin[0] + a * x[0] + b * y[0] + c * z[0]
    positions[i + 1] = origin[1] + a * x[1] + b * y[1] + c * z[1]
    positions[i + 2] = origin[2] + a * x[2] + b * y[2] + c * z[2]
  }
  const mirrors = dot(x, cross(y, z)) < 0
  const { scale } = mesh.placement
  const isTurned = mirrors !== scale[0] * scale[1] * scale[2] < 0
  return { positions, indices: lod.indices, side: (windingOf(mesh) === -1) !== isTurned ? -1 : 1 }
}

const windings = new WeakMap<Mesh, 1 | -1>()
/** Triangles that are asked which way they wind. */
const ASKED = 200

/** 1 when triangles wind as their normals say; meshes of some engines wind the other way. */
function windingOf(mesh: Mesh): 1 | -1 {
  const known = windings.get(mesh)
  if (known !== undefined) return known
  const [lod] = mesh.lods
  let sum = 0
  if (lod?.normals !== undefined) {
    const { positions, normals, indices } = lod
    const step = 3 * Math.max(1, Math.floor(indices.length / 3 / ASKED))
    for (let i = 0; i + 2 < indices.length; i += step) {
      const [a, b, c] = [3 * (indices[i] ?? 0), 3 * (indices[i + 1] ?? 0), 3 * (indices[i + 2] ?? 0)]
      const [x, y, z] = normalAt(positions, a, b, c)
      const size = Math.hypot(x, y, z)
      if (size > 0) sum += (x * (normals[a] ?? 0) + y * (normals[a + 1] ?? 0) + z * (normals[a + 2] ?? 0)) / size
    }
  }
  const winding = sum < 0 ? -1 : 1
  windings.set(mesh, winding)
  return winding
}

/** The normal of three points, as long as twice their area. */
export function normalAt(positions: ArrayLike<number>, a: number, b: number, c: number): Vector {
  const ux = (positions[b] ?? 0) - (positions[a] ?? 0)
  const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0)
  const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0)
  const vx = (positions[c] ?? 0) - (positions[a] ?? 0)
  const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0)
  const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0)
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

/** A triangle below a height, as X, Y and Z of its corners, from what is left of it when it is cut there. */
export function cutAt(corners: readonly number[], height: number): readonly number[] {
  return clipped(corners, 3, 2, height, 1)
}

/**
 * The part of a convex polygon on one side: where a coordinate is at most a limit (`sign` 1), or at least
 * (−1).
 *
 * @param size numbers for each corner, and `axis` which of them is meant.
 */
export function clipped(
  corners: readonly number[],
  size: number,
  axis: number,
  limit: number,
  sign: 1 | -1,
): readonly number[] {
  let isInside = true
  for (let i = axis; i < corners.length; i += size) if (sign * ((corners[i] ?? 0) - limit) > 0) isInside = false
  if (isInside) return corners
  const kept: number[] = []
  for (let i = 0, j = corners.length - size; i < corners.length; j = i, i += size) {
    const from = sign * ((corners[j + axis] ?? 0) - limit)
    const to = sign * ((corners[i + axis] ?? 0) - limit)
    if (from > 0 !== to > 0) {
      const part = from / (from - to)
      for (let k = 0; k < size; k++)
        kept.push((corners[j + k] ?? 0) + part * ((corners[i + k] ?? 0) - (corners[j + k] ?? 0)))
    }
    if (to <= 0) for (let k = 0; k < size; k++) kept.push(corners[i + k] ?? 0)
  }
  return kept.length < 3 * size ? [] : kept
}
