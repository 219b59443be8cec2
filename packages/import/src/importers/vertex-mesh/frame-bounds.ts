import { Box, Sphere } from '@ukit/objects/common'
import type { VertexModel } from '../../models/vertex-model.js'

/** Bounds of a mesh and of each of its frames, in packed units. */
export interface FrameBounds {
  readonly box: Box
  readonly sphere: Sphere
  readonly boxes: Box[]
  readonly spheres: Sphere[]
}

/** X, Y, Z of a packed point of a model. */
export function unpacked(
  { points, pointWords, pointCount }: Pick<VertexModel, 'points' | 'pointWords' | 'pointCount'>,
  frame: number,
  point: number,
): [x: number, y: number, z: number] {
  const at = (frame * pointCount + point) * pointWords
  const word = points[at] ?? 0
  if (pointWords === 1) return [(word << 21) >> 21, (word << 10) >> 21, word >> 22]
  return [(word << 16) >> 16, word >> 16, ((points[at + 1] ?? 0) << 16) >> 16]
}

/**
 * The factor by which the engine enlarges spheres (547 of 606 frames to the last bit, the rest to the last
 * but one).
 */
const SPHERE_MARGIN = 1.001

/**
 * *Boxes and spheres around the packed points*, as UnrealEd computes them: the sphere's centre is that of the
 * box, its radius the distance of the farthest point plus a thousandth.
 */
export function frameBounds(
  model: Pick<VertexModel, 'points' | 'pointWords' | 'pointCount' | 'frameCount'>,
): FrameBounds {
  const frames = Array.from({ length: model.frameCount }, (_, frame) => frame)
  const boxes = frames.map((frame) => boxAround(model, [frame]))
  const box = boxAround(model, frames)
  return {
    box,
    boxes,
    sphere: sphereAround(model, frames, box),
    spheres: frames.map((frame, i) => sphereAround(model, [frame], boxes[i] ?? box)),
  }
}

type Points = Pick<VertexModel, 'points' | 'pointWords' | 'pointCount'>

function boxAround(model: Points, frames: readonly number[]): Box {
  const box = new Box()
  box.corners = Float32Array.from([0, 0, 0, 0, 0, 0], (_, i) =>
    i < 3 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  )
  for (const frame of frames)
    for (let point = 0; point < model.pointCount; point++)
      for (const [axis, value] of unpacked(model, frame, point).entries()) {
        box.corners[axis] = Math.min(box.corners[axis] ?? 0, value)
        box.corners[axis + 3] = Math.max(box.corners[axis + 3] ?? 0, value)
      }
  box.isValid = 1
  return box
}

function sphereAround(model: Points, frames: readonly number[], { min, max }: Box): Sphere {
  const centre = [0, 1, 2].map((axis) => ((min[axis] ?? 0) + (max[axis] ?? 0)) / 2)
  let farthest = 0
  for (const frame of frames)
    for (let point = 0; point < model.pointCount; point++) {
      let square = 0
      for (const [axis, value] of unpacked(model, frame, point).entries()) square += (value - (centre[axis] ?? 0)) ** 2
      farthest = Math.max(farthest, square)
    }
  const sphere = new Sphere()
  sphere.numbers = Float32Array.of(...centre, Math.sqrt(farthest) * SPHERE_MARGIN)
  return sphere
}
