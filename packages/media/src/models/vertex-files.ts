import { MediaError } from '../media-error.js'
import { isWeaponType, polyFlagsOfType } from '../mesh/triangle-type.js'
import { checkModel, type ModelTriangle, type VertexModel } from './vertex-model.js'

const DATA_HEADER = 48
const TRIANGLE_SIZE = 16
const FRAMES_HEADER = 4

/**
 * *Reads `_d.3d` and `_a.3d`*, the pair of files that vertex meshes of UE1 are imported from.
 *
 * `_d.3d`, little-endian: u16 triangles, u16 points, 44 bytes without a meaning; for each triangle three u16, u8 type,
 * u8 colour (no meaning), U and V of each corner, u8 texture, u8 flags (no meaning). `_a.3d`: u16 frames, u16 bytes
 * for each, then the packed points, 4 bytes each (8 in Deus Ex). From 15 pairs and what was made of them
 * (../shared/formats/media.md 8). Some tools write more bytes than a frame's points need, or leave others after the
 * end: they are passed over, with a note.
 *
 * @throws {MediaError} `broken` when a file is shorter than it says, or a frame than its points; see `checkModel`.
 */
export function readVertexFiles(data: Uint8Array, animation: Uint8Array): VertexModel {
  const notes: string[] = []
  const { triangles, pointCount } = readTriangles(data, notes)
  const { points, pointWords, frameCount } = readFrames(animation, pointCount, notes)
  const model = { pointWords, pointCount, frameCount, points, triangles, sequences: [], notes }
  checkModel(model)
  return model
}

function readTriangles(data: Uint8Array, notes: string[]): { triangles: ModelTriangle[]; pointCount: number } {
  if (data.length < DATA_HEADER)
    throw new MediaError('broken', `expected a _d.3d file of at least ${DATA_HEADER} bytes, found ${data.length}`)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const count = view.getUint16(0, true)
  const pointCount = view.getUint16(2, true)
  checkLength('_d.3d', data.length, DATA_HEADER + count * TRIANGLE_SIZE, `${count} triangles`, notes)
  const triangles = Array.from({ length: count }, (_, i): ModelTriangle => {
    const at = DATA_HEADER + i * TRIANGLE_SIZE
    const u16 = (offset: number) => view.getUint16(at + offset, true)
    const u8 = (offset: number) => view.getUint8(at + offset)
    const type = u8(6)
    return {
      points: [u16(0), u16(2), u16(4)],
      uv: [u8(8), u8(9), u8(10), u8(11), u8(12), u8(13)],
      polyFlags: polyFlagsOfType(type),
      texture: u8(14),
      isWeapon: isWeaponType(type),
    }
  })
  return { triangles, pointCount }
}

function readFrames(
  animation: Uint8Array,
  pointCount: number,
  notes: string[],
): Pick<VertexModel, 'points' | 'pointWords' | 'frameCount'> {
  if (animation.length < FRAMES_HEADER)
    throw new MediaError(
      'broken',
      `expected an _a.3d file of at least ${FRAMES_HEADER} bytes, found ${animation.length}`,
    )
  const view = new DataView(animation.buffer, animation.byteOffset, animation.byteLength)
  const frameCount = view.getUint16(0, true)
  const frameBytes = view.getUint16(2, true)
  checkLength('_a.3d', animation.length, FRAMES_HEADER + frameCount * frameBytes, `${frameCount} frames`, notes)
  const pointWords = frameBytes === pointCount * 8 ? 2 : 1
  const needed = pointCount * pointWords
  if (frameCount > 0 && frameBytes < needed * 4)
    throw new MediaError(
      'broken',
      `expected frames of ${needed * 4} bytes for the ${pointCount} points of the _d.3d file, found ${frameBytes}`,
    )
  if (frameBytes > needed * 4) notes.push(`frames of ${frameBytes} bytes: the first ${needed * 4} of each were taken`)
  const points = new Int32Array(frameCount * needed)
  for (let frame = 0; frame < frameCount; frame++)
    for (let i = 0; i < needed; i++)
      points[frame * needed + i] = view.getInt32(FRAMES_HEADER + frame * frameBytes + 4 * i, true)
  return { points, pointWords, frameCount }
}

function checkLength(file: string, length: number, expected: number, what: string, notes: string[]): void {
  if (length < expected)
    throw new MediaError('broken', `expected ${expected} bytes in the ${file} file for ${what}, found ${length}`)
  if (length > expected) notes.push(`${length - expected} bytes after the ${what} of the ${file} file were passed over`)
}
