import {
  type FrameAnimation,
  framePositions,
  MediaError,
  type Mesh,
  type MeshLod,
  type MeshPlacement,
} from '@ukit/media'
import { isMirrored, NO_PLACEMENT } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'
import { uvByte } from '../../models/packed-frames.js'
import { checkPoints, MAX_MODEL_COUNT, type ModelTriangle, type VertexModel } from '../../models/vertex-model.js'
import { packedFrames, placedAfter, placedFrames } from './frame-grid.js'
import type { ModelSlot } from './model-slots.js'
import type { ReplacedMesh } from './replaced-mesh.js'

/** How to make a model. */
export interface ModelOfMeshOptions {
  readonly engine: 1 | 2 | 3
  readonly replaced: ReplacedMesh | undefined
  readonly slots: readonly ModelSlot[]
  /** Moves, scales and rotates the whole mesh. */
  readonly placement: Partial<MeshPlacement>
}

/** A model, and the placement that shows it as the file does. */
export interface ModelOfMesh {
  readonly model: VertexModel
  readonly placement: MeshPlacement
}

/**
 * *A mesh of any file as a model that moves by frames*: of one frame if the mesh does not move.
 *
 * Points that were packed with the placement of the file or of the replaced mesh keep their bits; otherwise
 * they are packed into the box around all frames. Coordinates of textures are whole bytes in UE1.
 *
 * @throws {MediaError} `unsupported` for more points, triangles or frames than a mesh can have.
 */
export function modelOfMesh(mesh: Mesh, options: ModelOfMeshOptions): ModelOfMesh {
  const [finest] = mesh.lods
  if (finest === undefined) throw new MediaError('no-data', 'the file has no triangles')
  const lod = mesh.frames === undefined ? welded(finest) : finest
  const { replaced, engine } = options
  const notes: string[] = []
  const frames = framesOf(mesh, lod)
  const stored = mesh.frames?.stored
  const weapon = weaponOf(lod, stored?.weapon, replaced, frames, notes)
  const isWide = engine === 1 && (replaced?.isWide ?? stored?.isWide ?? false)
  const grids = [stored?.placement, replaced?.placement].filter((grid) => grid !== undefined)
  const moves = Object.keys(options.placement).length > 0
  // With a placement that no single one can express, the points themselves are moved.
  const canPlace = !moves || grids.every((grid) => placedAfter(grid, options.placement) !== undefined)
  const packed = packedFrames(
    canPlace ? frames : placedFrames(frames, options.placement),
    isWide,
    canPlace ? grids : [],
  )
  const { points } = packed
  const placement = moves && canPlace ? placedAfter(packed.placement, options.placement) : packed.placement
  if (!packed.isKept) {
    const why = grids.length === 0 ? '' : ': they do not fit those of the mesh as it was'
    notes.push(`its points were packed into ${isWide ? '16 bits each' : '11, 11 and 10 bits'}${why}`)
  }
  const isReversed =
    isMirrored(packed.placement) !== (!canPlace && isMirrored({ ...NO_PLACEMENT, ...options.placement }))
  const uvs = new ByteCoordinates(lod, engine === 2)
  const triangles = [...weapon, ...inOrder(trianglesOf(lod, options.slots, uvs, isReversed), lod, stored?.order)]
  if (uvs.outside > 0)
    notes.push(
      `${plural(uvs.outside, 'triangle has', 'triangles have')} texture coordinates across an edge of the texture: ` +
        'cut off at 0 and 1, since the engine cannot repeat it there',
    )
  return {
    model: {
      points,
      pointWords: isWide ? 2 : 1,
      pointCount: (frames[0]?.length ?? 0) / 3,
      frameCount: frames.length,
      triangles,
      sequences: [],
      notes,
    },
    placement: placement ?? packed.placement,
  }
}

/** The points of each frame, as they are shown. */
function framesOf(mesh: Mesh, lod: MeshLod): Float32Array[] {
  const frames = mesh.frames ?? stillFrame(lod)
  const { count, pointCount } = frames
  for (const [what, number] of [
    ['frames', count],
    ['points', pointCount],
  ] as const)
    if (number > MAX_MODEL_COUNT)
      throw new MediaError('unsupported', `expected at most ${MAX_MODEL_COUNT} ${what}, found ${number}`)
  checkPoints(count, pointCount)
  return Array.from({ length: count }, (_, frame) => framePositions(frames, frame))
}

/** The vertices of a file that does not move, with a point for each place. */
function welded(lod: MeshLod): MeshLod {
  const known = new Map<string, number>()
  const points = lod.points.map((_, i) => {
    const key = lod.positions.subarray(3 * i, 3 * i + 3).join(' ')
    const point = known.get(key) ?? known.size
    known.set(key, point)
    return point
  })
  return { ...lod, points }
}

/** The mesh itself as the only frame. */
function stillFrame({ positions, points }: MeshLod): FrameAnimation {
  const pointCount = points.reduce((most, point) => Math.max(most, point + 1), 0)
  const frame = new Float32Array(3 * pointCount)
  for (const [i, point] of points.entries()) frame.set(positions.subarray(3 * i, 3 * i + 3), 3 * point)
  return { count: 1, pointCount, positions: frame, sequences: [] }
}

/**
 * The triangles that mark where a weapon is held: those of the file, else those of the replaced mesh, whose
 * points are added to the frames.
 */
function weaponOf(
  { points }: MeshLod,
  stored: readonly number[] | undefined,
  replaced: ReplacedMesh | undefined,
  frames: Float32Array[],
  notes: string[],
): ModelTriangle[] {
  if (stored !== undefined) return weaponTriangles(stored.map((vertex) => points[vertex] ?? 0))
  if (replaced === undefined || replaced.weapon.length === 0) return []
  if (replaced.frameCount !== frames.length) {
    notes.push(
      `the triangle that holds a weapon is left out: the mesh had ${plural(replaced.frameCount, 'frame')}, ` +
        `the file has ${frames.length}`,
    )
    return []
  }
  const first = (frames[0]?.length ?? 0) / 3
  const own = [...new Set(replaced.weapon)]
  for (const [frame, old] of frames.entries()) {
    const more = replaced.pointsOf(frame, own)
    const all = new Float32Array(old.length + more.length)
    all.set(old)
    all.set(more, old.length)
    frames[frame] = all
  }
  return weaponTriangles(replaced.weapon.map((point) => first + own.indexOf(point)))
}

function weaponTriangles(points: readonly number[]): ModelTriangle[] {
  const found: ModelTriangle[] = []
  for (let at = 0; at + 2 < points.length; at += 3) {
    const [a = 0, b = 0, c = 0] = points.slice(at, at + 3)
    found.push({ points: [a, b, c], uv: [0, 0, 0, 0, 0, 0], polyFlags: 0, texture: 0, isWeapon: true })
  }
  return found
}

function trianglesOf(
  { points, indices, sections }: MeshLod,
  slots: readonly ModelSlot[],
  uvs: ByteCoordinates,
  isReversed: boolean,
): ModelTriangle[][] {
  const [second, third] = isReversed ? [2, 1] : [1, 2]
  return sections.map(({ slot, first, count }) => {
    const { polyFlags = 0, texture = 0 } = slots[slot] ?? {}
    const found: ModelTriangle[] = []
    for (let at = first; at + 2 < first + count; at += 3) {
      const corners = [indices[at] ?? 0, indices[at + second] ?? 0, indices[at + third] ?? 0] as const
      const [a, b, c] = corners
      found.push({
        points: [points[a] ?? 0, points[b] ?? 0, points[c] ?? 0],
        uv: uvs.of(corners),
        polyFlags,
        texture,
        isWeapon: false,
      })
    }
    return found
  })
}

/** Triangles in the order of the mesh that the file was made from, else section by section. */
function inOrder(
  sections: readonly (readonly ModelTriangle[])[],
  { sections: runs }: MeshLod,
  order: readonly number[] | undefined,
): ModelTriangle[] {
  if (order === undefined || runs.length !== sections.length) return sections.flat()
  const next = sections.map(() => 0)
  const ordered: ModelTriangle[] = []
  for (let i = 0; i + 1 < order.length; i += 2) {
    const section = order[i] ?? 0
    const first = next[section] ?? 0
    const end = first + (order[i + 1] ?? 0)
    for (const triangle of sections[section]?.slice(first, end) ?? []) ordered.push(triangle)
    next[section] = end
  }
  return ordered
}

/** The texture coordinates of triangles, 0 to 255. */
class ByteCoordinates {
  /** Triangles that were cut off. */
  outside = 0
  readonly #uvs: Float32Array
  readonly #isExact: boolean

  /** @param isExact keeps fractions, and repetitions of the texture (UE2). */
  constructor({ uvs, positions }: MeshLod, isExact: boolean) {
    this.#uvs = uvs[0] ?? new Float32Array((2 * positions.length) / 3)
    this.#isExact = isExact
  }

  of(corners: readonly [number, number, number]): ModelTriangle['uv'] {
    const uvs = corners.flatMap((vertex) => [this.#uvs[2 * vertex] ?? 0, this.#uvs[2 * vertex + 1] ?? 0])
    const moved = this.#isExact ? uvs.map((value) => value * 255) : this.#bytes(uvs)
    const [au = 0, av = 0, bu = 0, bv = 0, cu = 0, cv = 0] = moved
    return [au, av, bu, bv, cu, cv]
  }

  #bytes(uvs: readonly number[]): number[] {
    // A whole triangle on a repetition of the texture looks the same on the texture itself.
    const start = [0, 1].map((axis) => {
      const own = uvs.filter((_, i) => i % 2 === axis)
      const [least, most] = [Math.min(...own), Math.max(...own)]
      return least >= -EDGE && most <= 1 + EDGE ? 0 : Math.floor(least + EDGE)
    })
    const moved = uvs.map((value, i) => value - (start[i % 2] ?? 0))
    if (moved.some((value) => value > 1 + EDGE)) this.outside++
    return moved.map(uvByte)
  }
}

/** Differences that come from rounding. */
const EDGE = 1e-3
