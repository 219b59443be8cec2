import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'

/**
 * *A model that moves by frames, as read from a file*, for `importMesh`. Its points stay packed, bit for bit.
 *
 * Triangles are wound as in the engine: `(b − a) × (c − a)` points outward.
 */
export interface VertexModel {
  /** Words per packed point: 1 (X in 11 bits, Y in 11, Z in 10, signed), or 2 in Deus Ex (16 bits each). */
  readonly pointWords: 1 | 2
  /** Points per frame. */
  readonly pointCount: number
  /** Number of frames. */
  readonly frameCount: number
  /** Packed points, frame after frame. */
  readonly points: Int32Array
  /** The triangles, the same for all frames. */
  readonly triangles: readonly ModelTriangle[]
  /** Sequences, if the file contains any. */
  readonly sequences: readonly ModelSequence[]
  /** How points become Unreal units, if the file says so: `(point − origin) · scale`. */
  readonly scale?: readonly [x: number, y: number, z: number]
  /** Subtracted from each point first; see `scale`. */
  readonly origin?: readonly [x: number, y: number, z: number]
  /** Notes for anyone who imports it. */
  readonly notes: readonly string[]
}

/** A triangle of a model. */
export interface ModelTriangle {
  /** Three points of a frame. */
  readonly points: readonly [a: number, b: number, c: number]
  /** U and V of each corner, 0 to 255; in UE2 also fractions, and beyond. */
  readonly uv: readonly [number, number, number, number, number, number]
  /** How it is drawn: two-sided, translucent, unlit … */
  readonly polyFlags: number
  /** Number of its texture. */
  readonly texture: number
  /** It is not drawn: it marks where a weapon is held. */
  readonly isWeapon: boolean
}

/** A named run of frames of a model. */
export interface ModelSequence {
  /** The name by which the game plays it. */
  readonly name: string
  /** Number of its first frame, from 0. */
  readonly first: number
  /** Number of its frames. */
  readonly count: number
  /** Frames per second. */
  readonly rate: number
}

/** Maximum of 16-bit numbers of points, wedges and frames. */
export const MAX_MODEL_COUNT = 0xffff

/** Maximum number of points in all frames together; the largest player of UT has 400,000. */
const MAX_POINTS = 1 << 23

/**
 * Checks that all frames of a mesh together fit into memory.
 *
 * @throws {MediaError} `unsupported` when they do not.
 */
export function checkPoints(frames: number, points: number): void {
  if (frames * points > MAX_POINTS)
    throw new MediaError(
      'unsupported',
      `expected at most ${MAX_POINTS} points in all frames together, found ${frames} times ${points}`,
    )
}

/**
 * Checks that a model is consistent.
 *
 * @throws {MediaError} `no-data` for one without points, frames or triangles, `unsupported` for more than
 *   65,535 points, frames or triangles, `broken` for frames of the wrong length and triangles of points that
 *   do not exist.
 */
export function checkModel(model: VertexModel): void {
  const { pointCount, frameCount, triangles, points, pointWords } = model
  const counts = { points: pointCount, frames: frameCount, triangles: triangles.length }
  for (const [what, count] of Object.entries(counts)) {
    if (count === 0) throw new MediaError('no-data', `expected a model with ${what}, found none`)
    if (count > MAX_MODEL_COUNT)
      throw new MediaError('unsupported', `expected at most ${MAX_MODEL_COUNT} ${what}, found ${count}`)
  }
  const expected = pointCount * frameCount * pointWords
  if (points.length !== expected)
    throw new MediaError(
      'broken',
      `expected ${plural(frameCount, 'frame')} of ${plural(pointCount, 'point')}, found ` +
        `${plural(points.length / pointWords, 'point')}`,
    )
  for (const [i, { points: corners }] of triangles.entries())
    for (const corner of corners)
      if (!(corner < pointCount))
        throw new MediaError(
          'broken',
          `triangle ${i} has point ${corner}, but there are only ${pointCount}, counted from 0`,
        )
}
