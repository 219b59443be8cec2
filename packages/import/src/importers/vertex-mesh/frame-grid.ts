import type { MeshPlacement, Vector } from '@ukit/media'
import { conjugate, NO_PLACEMENT, placedPoints, quaternionOf, rotate } from '@ukit/media/internal'
import { tightBox } from '../../models/packed-frames.js'

/** *Frames as packed numbers*, and how the engine places these. */
export interface PackedFrames {
  readonly points: Int32Array
  readonly placement: MeshPlacement
  /** Whether the numbers are those of one of the placements that were offered, not of a new one. */
  readonly isKept: boolean
}

/** Greatest packed numbers of X, Y and Z; the least are one less than their negatives. */
const NARROW = [1023, 1023, 511] as const
const WIDE = [32_767, 32_767, 32_767] as const

/** Numbers that are nearer than this to whole ones were packed before. */
const EXACT = 0.02
/** A placement wastes precision if the mesh fills less than this part of its range along every axis. */
const MIN_USE = 0.25

/**
 * *Packs frames* with the first placement that fits: all points are within its range, and were packed with it
 * before or use it well. If none does, the box around all frames is mapped to the whole range.
 *
 * @param frames X, Y, Z of each point of each frame, as they are to be shown.
 * @param placements in the order of preference.
 */
export function packedFrames(
  frames: readonly Float32Array[],
  isWide: boolean,
  placements: readonly MeshPlacement[],
): PackedFrames {
  const greatest = isWide ? WIDE : NARROW
  for (const placement of placements) {
    const points = packedOn(frames, placement, isWide, greatest)
    if (points !== undefined) return { points, placement, isKept: true }
  }
  const { middle, scale } = tightBox(frames, greatest)
  const origin = middle.map((value, axis) => (value === 0 ? 0 : -value / (scale[axis] ?? 1)))
  const [x = 0, y = 0, z = 0] = origin
  const placement: MeshPlacement = { ...NO_PLACEMENT, scale, origin: [x, y, z] }
  const points = packedOn(frames, placement, isWide, greatest) ?? new Int32Array(0)
  return { points, placement, isKept: false }
}

/** The packed points; `undefined` if a placement does not fit. */
function packedOn(
  frames: readonly Float32Array[],
  placement: MeshPlacement,
  isWide: boolean,
  greatest: readonly [number, number, number],
): Int32Array | undefined {
  const { origin, scale } = placement
  if (scale.some((value) => !(Math.abs(value) > 0))) return undefined
  const back = conjugate(quaternionOf(placement.rotation))
  const axes = [rotate(back, [1, 0, 0]), rotate(back, [0, 1, 0]), rotate(back, [0, 0, 1])] as const
  const count = (frames[0]?.length ?? 0) / 3
  const points = new Int32Array(frames.length * count * (isWide ? 2 : 1))
  const low = [0, 0, 0]
  const high = [0, 0, 0]
  let isExact = true
  let at = 0
  for (const frame of frames)
    for (let i = 0; i < 3 * count; i += 3) {
      const packed = [0, 0, 0]
      for (let axis = 0; axis < 3; axis++) {
        const turned =
          (frame[i] ?? 0) * (axes[0][axis] ?? 0) +
          (frame[i + 1] ?? 0) * (axes[1][axis] ?? 0) +
          (frame[i + 2] ?? 0) * (axes[2][axis] ?? 0)
        const exact = turned / (scale[axis] ?? 1) + (origin[axis] ?? 0)
        const whole = Math.round(exact)
        const most = greatest[axis] ?? 0
        if (!(whole >= -most - 1 && whole <= most)) return undefined
        if (Math.abs(exact - whole) > EXACT) isExact = false
        const isFirst = at === 0
        low[axis] = isFirst ? whole : Math.min(low[axis] ?? 0, whole)
        high[axis] = isFirst ? whole : Math.max(high[axis] ?? 0, whole)
        packed[axis] = whole
      }
      const [x = 0, y = 0, z = 0] = packed
      if (isWide) {
        points[at++] = (x & 0xffff) | (y << 16)
        points[at++] = z & 0xffff
      } else points[at++] = (x & 0x7ff) | ((y & 0x7ff) << 11) | (z << 22)
    }
  const isUsed = greatest.some((most, axis) => ((high[axis] ?? 0) - (low[axis] ?? 0)) / (2 * most) >= MIN_USE)
  return isExact || isUsed ? points : undefined
}

/**
 * *A placement after another one*: what the first one shows is placed by the second. `undefined` if no
 * placement does both, since a mesh is first scaled and then rotated.
 */
export function placedAfter(first: MeshPlacement, second: Partial<MeshPlacement>): MeshPlacement | undefined {
  const { origin = NO_PLACEMENT.origin, scale = NO_PLACEMENT.scale, rotation = NO_PLACEMENT.rotation } = second
  const isPlain = ({ rotation: turn }: Pick<MeshPlacement, 'rotation'>) => turn.every((angle) => angle === 0)
  const isUniform = scale[0] === scale[1] && scale[1] === scale[2]
  if (!isPlain(first) && !(isUniform && isPlain({ rotation }))) return undefined
  const back = conjugate(quaternionOf(first.rotation))
  const moved = rotate(back, origin)
  const each = (of: (axis: 0 | 1 | 2) => number): Vector => [of(0), of(1), of(2)]
  return {
    origin: each((axis) => first.origin[axis] + moved[axis] / first.scale[axis]),
    scale: each((axis) => first.scale[axis] * scale[axis]),
    rotation: isPlain(first) ? rotation : first.rotation,
  }
}

/** Frames moved, scaled and rotated. */
export function placedFrames(frames: readonly Float32Array[], placement: Partial<MeshPlacement>): Float32Array[] {
  return frames.map((frame) => placedPoints(frame, { ...NO_PLACEMENT, ...placement }))
}
