import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { ModelReader } from './model-reader.js'
import { packFrames, uvByte } from './packed-frames.js'
import { checkModel, MAX_MODEL_COUNT, type ModelTriangle, type VertexModel } from './vertex-model.js'

/** Offsets of numbers in the header, and in that of a surface. */
const Header = { version: 4, frames: 76, surfaces: 84, surfacesAt: 100 } as const
const Surface = {
  frames: 72,
  points: 80,
  triangles: 84,
  trianglesAt: 88,
  coordinatesAt: 96,
  pointsAt: 100,
  end: 104,
  size: 108,
} as const

/** Size of a coordinate's unit. */
const UNIT = 1 / 64

/** Whether a file starts like an MD3 file. */
export function isMd3(bytes: Uint8Array): boolean {
  return bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x50 && bytes[3] === 0x33
}

/**
 * *Reads a model of Quake III*. Each surface has its own texture, numbered like the surface. The frames are
 * packed again for Unreal: 11, 11 and 10 bits where MD3 has 16. Y is negated to point right. Tags and the
 * names of shaders are left out.
 *
 * @throws {MediaError} `broken` for a damaged file, `unsupported` for another version; see `checkModel`.
 */
export function readMd3(bytes: Uint8Array): VertexModel {
  const file = new ModelReader(bytes, 'MD3')
  const version = file.i32(Header.version)
  if (!isMd3(bytes) || version !== 15) throw new MediaError('unsupported', `expected MD3 version 15, found ${version}`)
  const surfacesAt = file.i32(Header.surfacesAt)
  const surfaceCount = file.count(Header.surfaces, surfacesAt, Surface.size, 'surfaces')
  const frameCount = file.i32(Header.frames)
  if (frameCount < 1 || frameCount > MAX_MODEL_COUNT)
    throw new MediaError('broken', `expected 1 to ${MAX_MODEL_COUNT} frames, found ${frameCount}`)
  const triangles: ModelTriangle[] = []
  const parts: Float32Array[][] = []
  let first = 0
  for (let number = 0, at = surfacesAt; number < surfaceCount; number++, at += file.i32(at + Surface.end)) {
    if (file.i32(at + Surface.frames) !== frameCount)
      throw new MediaError(
        'broken',
        `surface ${number} has ${plural(file.i32(at + Surface.frames), 'frame')}: expected ${frameCount}`,
      )
    if (file.i32(at + Surface.end) < Surface.size)
      throw new MediaError('broken', `surface ${number} ends at its byte ${file.i32(at + Surface.end)}`)
    const pointsAt = at + file.i32(at + Surface.pointsAt)
    const count = file.count(at + Surface.points, pointsAt, 8 * frameCount, 'points')
    if (first + count > MAX_MODEL_COUNT)
      throw new MediaError('unsupported', `expected at most ${MAX_MODEL_COUNT} points, found more`)
    parts.push(Array.from({ length: frameCount }, (_, frame) => pointsOf(file, pointsAt + 8 * count * frame, count)))
    triangles.push(...trianglesOf(file, at, number, first, count))
    first += count
  }
  const frames = Array.from({ length: frameCount }, (_, frame) => {
    const all = new Float32Array(3 * first)
    let at = 0
    for (const part of parts) {
      const points = part[frame] ?? new Float32Array(0)
      all.set(points, at)
      at += points.length
    }
    return all
  })
  const notes = ['points were packed into 11, 11 and 10 bits']
  const model = { ...packFrames(frames), triangles, sequences: [], notes }
  checkModel(model)
  return model
}

function pointsOf(file: ModelReader, at: number, count: number): Float32Array {
  const points = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    points[3 * i] = file.i16(at + 8 * i) * UNIT
    points[3 * i + 1] = -file.i16(at + 8 * i + 2) * UNIT
    points[3 * i + 2] = file.i16(at + 8 * i + 4) * UNIT
  }
  return points
}

function trianglesOf(
  file: ModelReader,
  surface: number,
  number: number,
  first: number,
  points: number,
): ModelTriangle[] {
  const at = surface + file.i32(surface + Surface.trianglesAt)
  const uvAt = surface + file.i32(surface + Surface.coordinatesAt)
  const count = file.count(surface + Surface.triangles, at, 12, 'triangles')
  return Array.from({ length: count }, (_, i) => {
    const corner = (k: number) => {
      const point = file.i32(at + 12 * i + 4 * k)
      if (point < 0 || point >= points)
        throw new MediaError(
          'broken',
          `triangle ${i} of surface ${number} has point ${point}, but there are only ${points}`,
        )
      return point
    }
    const uv = (k: number, axis: 0 | 1) => uvByte(file.f32(uvAt + 8 * corner(k) + 4 * axis))
    return {
      points: [first + corner(0), first + corner(1), first + corner(2)],
      uv: [uv(0, 0), uv(0, 1), uv(1, 0), uv(1, 1), uv(2, 0), uv(2, 1)],
      polyFlags: 0,
      texture: number,
      isWeapon: false,
    }
  })
}
