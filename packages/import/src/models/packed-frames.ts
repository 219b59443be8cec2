import { MediaError } from '@ukit/media'
import { MAX_MODEL_COUNT, type VertexModel } from './vertex-model.js'

/** Maximum of each component of a packed point: 11, 11 and 10 bits, signed. */
const GREATEST = [1023, 1023, 511] as const

/**
 * *Packs frames of floats* as UE1 stores points: the bounding box of all frames is mapped to the range of the
 * packed numbers; `scale` and `origin` undo that.
 *
 * @param frames X, Y, Z of each point, in the engine's space.
 * @throws {MediaError} `broken` for a number that is not finite; `unsupported` for more than 65,535 frames or
 *   points.
 */
export function packFrames(
  frames: readonly Float32Array[],
): Pick<VertexModel, 'pointWords' | 'pointCount' | 'frameCount' | 'points' | 'scale' | 'origin'> {
  const pointCount = (frames[0]?.length ?? 0) / 3
  if (Math.max(pointCount, frames.length) > MAX_MODEL_COUNT)
    throw new MediaError(
      'unsupported',
      `expected at most ${MAX_MODEL_COUNT} points and frames, found ${pointCount} and ${frames.length}`,
    )
  const { middle, scale } = tightBox(frames, GREATEST)
  const axes = [0, 1, 2].map((axis) => ({ middle: middle[axis] ?? 0, scale: scale[axis] ?? 1 }))
  const points = new Int32Array(pointCount * frames.length)
  for (const [number, frame] of frames.entries())
    for (let i = 0; i < pointCount; i++) {
      const [x = 0, y = 0, z = 0] = axes.map(({ middle, scale }, axis) =>
        Math.round(((frame[3 * i + axis] ?? 0) - middle) / scale),
      )
      points[number * pointCount + i] = (x & 0x7ff) | ((y & 0x7ff) << 11) | (z << 22)
    }
  const vector = (of: (axis: { middle: number; scale: number }) => number): [number, number, number] => {
    const [x = 0, y = 0, z = 0] = axes.map(of)
    return [x, y, z]
  }
  return {
    pointWords: 1,
    pointCount,
    frameCount: frames.length,
    points,
    scale: vector(({ scale }) => scale),
    origin: vector(({ middle, scale }) => (middle === 0 ? 0 : -middle / scale)),
  }
}

/**
 * *The middle of all frames, and the size of a step along each axis* that maps them to the range of packed
 * numbers.
 *
 * @param greatest maximum of each packed number; the minimum is its negative.
 * @throws {MediaError} `broken` for a number that is not finite.
 */
export function tightBox(
  frames: readonly Float32Array[],
  greatest: readonly number[],
): { middle: readonly [number, number, number]; scale: readonly [number, number, number] } {
  const axes = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const frame of frames)
      for (let at = axis; at < frame.length; at += 3) {
        low = Math.min(low, frame[at] ?? 0)
        high = Math.max(high, frame[at] ?? 0)
      }
    if (frames.some(({ length }) => length > 0) && !Number.isFinite(high - low))
      throw new MediaError('broken', 'expected points with finite numbers')
    const scale = high > low ? (high - low) / 2 / (greatest[axis] ?? 1) : 1
    return { middle: high >= low ? (low + high) / 2 : 0, scale }
  })
  const vector = (of: (axis: { middle: number; scale: number }) => number): [number, number, number] => {
    const [x = 0, y = 0, z = 0] = axes.map(of)
    return [x, y, z]
  }
  return { middle: vector(({ middle }) => middle), scale: vector(({ scale }) => scale) }
}

/** A texture coordinate as a byte, computed as in the importer of UE1: 256 times the number, rounded down. */
export function uvByte(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(255, Math.max(0, Math.floor(value * 256)))
}
