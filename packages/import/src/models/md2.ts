import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { ModelReader } from './model-reader.js'
import { packFrames, uvByte } from './packed-frames.js'
import { checkModel, type ModelSequence, type ModelTriangle, type VertexModel } from './vertex-model.js'

/** Offsets of the header's numbers. */
const Header = {
  version: 4,
  skinWidth: 8,
  skinHeight: 12,
  frameSize: 16,
  points: 24,
  coordinates: 28,
  triangles: 32,
  frames: 40,
  coordinatesAt: 48,
  trianglesAt: 52,
  framesAt: 56,
} as const

/** Frames per second of Quake II. */
const RATE = 10

/** Whether a file starts like an MD2 file. */
export function isMd2(bytes: Uint8Array): boolean {
  return bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x50 && bytes[3] === 0x32
}

/**
 * *Reads a model of Quake II*. Its frames are packed again for Unreal, which has 11, 11 and 10 bits where MD2
 * has 8 with a scale for each frame. Y is negated to point right. Consecutive frames whose names differ only
 * in the digits at the end are a sequence.
 *
 * @throws {MediaError} `broken` for a damaged file, `unsupported` for another version; see `checkModel`.
 */
export function readMd2(bytes: Uint8Array): VertexModel {
  const file = new ModelReader(bytes, 'MD2')
  const version = file.i32(Header.version)
  if (!isMd2(bytes) || version !== 8) throw new MediaError('unsupported', `expected MD2 version 8, found ${version}`)
  const frameSize = file.i32(Header.frameSize)
  const framesAt = file.i32(Header.framesAt)
  const frameCount = file.count(Header.frames, framesAt, frameSize, 'frames')
  const pointCount = file.count(Header.points, framesAt, 4, 'points')
  if (frameSize < 40 + 4 * pointCount)
    throw new MediaError('broken', `expected frames of ${plural(40 + 4 * pointCount, 'byte')}, found ${frameSize}`)
  const names: string[] = []
  const frames = Array.from({ length: frameCount }, (_, number) => {
    const at = framesAt + number * frameSize
    names.push(file.text(at + 24, 16))
    const frame = new Float32Array(3 * pointCount)
    for (let i = 0; i < pointCount; i++)
      for (let axis = 0; axis < 3; axis++) {
        const value = file.u8(at + 40 + 4 * i + axis) * file.f32(at + 4 * axis) + file.f32(at + 12 + 4 * axis)
        frame[3 * i + axis] = axis === 1 ? -value : value
      }
    return frame
  })
  const model = {
    ...packFrames(frames),
    triangles: trianglesOf(file),
    sequences: sequencesOf(names),
    notes: ['points were packed into 11, 11 and 10 bits'],
  }
  checkModel(model)
  return model
}

function trianglesOf(file: ModelReader): ModelTriangle[] {
  const at = file.i32(Header.trianglesAt)
  const count = file.count(Header.triangles, at, 12, 'triangles')
  const coordinatesAt = file.i32(Header.coordinatesAt)
  const coordinates = file.count(Header.coordinates, coordinatesAt, 4, 'texture coordinates')
  const size = [file.i32(Header.skinWidth), file.i32(Header.skinHeight)] as const
  return Array.from({ length: count }, (_, i) => {
    const corner = (k: number) => file.u16(at + 12 * i + 2 * k)
    const uv = (k: number, axis: 0 | 1) => {
      const number = file.u16(at + 12 * i + 6 + 2 * k)
      if (number >= coordinates)
        throw new MediaError(
          'broken',
          `triangle ${i} has texture coordinates ${number}, but there are only ${coordinates}`,
        )
      return uvByte(file.i16(coordinatesAt + 4 * number + 2 * axis) / Math.max(size[axis], 1))
    }
    return {
      points: [corner(0), corner(1), corner(2)],
      uv: [uv(0, 0), uv(0, 1), uv(1, 0), uv(1, 1), uv(2, 0), uv(2, 1)],
      polyFlags: 0,
      texture: 0,
      isWeapon: false,
    }
  })
}

function sequencesOf(names: readonly string[]): ModelSequence[] {
  const found: { name: string; first: number; count: number; rate: number }[] = []
  for (const [first, full] of names.entries()) {
    const name = full.replace(/(?<!\d)\d+$/, '')
    const last = found.at(-1)
    if (last?.name === name) last.count++
    else found.push({ name, first, count: 1, rate: RATE })
  }
  return found.filter(({ name }) => /^[A-Za-z_]\w*$/.test(name))
}
