import { MediaError } from '@ukit/media'
import { isWeaponType, polyFlagsOfType } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'
import { checkModel, type ModelTriangle, type VertexModel } from './vertex-model.js'

const DATA_HEADER = 48
const TRIANGLE_SIZE = 16
const FRAMES_HEADER = 4

/**
 * *Reads `_d.3d` and `_a.3d`*, the pair of files that vertex meshes of UE1 are imported from.
 *
 * `_d.3d`, little-endian: u16 triangles, u16 points, 44 bytes without a meaning; for each triangle three u16,
 * u8 type, u8 colour (no meaning), U and V of each corner, u8 texture, u8 flags (no meaning). `_a.3d`: u16
 * frames, u16 bytes for each, then the packed points, 4 bytes each (8 in Deus Ex). Deduced from 15 pairs and
 * the meshes made from them (../shared/formats/media.md 8). Wrong numbers of bytes, points and frames are
 * corrected, with a note, if it is clear what is meant; bytes after the end are ignored.
 *
 * @throws {MediaError} `broken` when a file is shorter than it says, or a frame than its points; see
 *   `checkModel`.
 */
export function readVertexFiles(data: Uint8Array, animation: Uint8Array): VertexModel {
  const notes: string[] = []
  const { triangles, pointCount } = readTriangles(data, notes)
  const model = { ...readFrames(animation, pointCount, triangles, notes), triangles, sequences: [], notes }
  checkModel(model)
  return model
}

function readTriangles(data: Uint8Array, notes: string[]): { triangles: ModelTriangle[]; pointCount: number } {
  if (data.length < DATA_HEADER)
    throw new MediaError('broken', `expected a _d.3d file of at least ${DATA_HEADER} bytes, found ${data.length}`)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const count = view.getUint16(0, true)
  const pointCount = view.getUint16(2, true)
  checkLength('_d.3d', data.length, DATA_HEADER + count * TRIANGLE_SIZE, plural(count, 'triangle'), notes)
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

/** The layout of frames in a file. */
interface FrameLayout {
  readonly pointCount: number
  readonly pointWords: 1 | 2
  readonly frameCount: number
  /** Bytes from one frame to the next. */
  readonly stride: number
}

function readFrames(
  animation: Uint8Array,
  pointCount: number,
  triangles: readonly ModelTriangle[],
  notes: string[],
): Pick<VertexModel, 'points' | 'pointWords' | 'pointCount' | 'frameCount'> {
  if (animation.length < FRAMES_HEADER)
    throw new MediaError(
      'broken',
      `expected an _a.3d file of at least ${FRAMES_HEADER} bytes, found ${animation.length}`,
    )
  const view = new DataView(animation.buffer, animation.byteOffset, animation.byteLength)
  const layout = layoutOf(view, pointCount, triangles, notes)
  const needed = layout.pointCount * layout.pointWords
  const { frameCount, stride } = layout
  const points = new Int32Array(frameCount * needed)
  for (let frame = 0; frame < frameCount; frame++)
    for (let i = 0; i < needed; i++)
      points[frame * needed + i] = view.getInt32(FRAMES_HEADER + frame * stride + 4 * i, true)
  return { points, pointWords: layout.pointWords, pointCount: layout.pointCount, frameCount }
}

/**
 * The layout of frames. Of the 447 pairs of Unreal's own sources, 75 claim 3 bytes per point although there
 * are 4, three have fewer points than the `_d.3d` file says, and one has fewer frames than it claims itself.
 */
function layoutOf(
  view: DataView,
  pointCount: number,
  triangles: readonly ModelTriangle[],
  notes: string[],
): FrameLayout {
  const length = view.byteLength - FRAMES_HEADER
  const frameCount = view.getUint16(0, true)
  const said = view.getUint16(2, true)
  if (length === frameCount * pointCount * 4) {
    if (said !== pointCount * 4)
      notes.push(`frames have ${plural(pointCount * 4, 'byte')}: the _a.3d file says ${said}`)
    return { pointCount, pointWords: 1, frameCount, stride: pointCount * 4 }
  }
  const layout = { pointCount, pointWords: said === pointCount * 8 ? 2 : 1, frameCount, stride: said } as const
  if (length < frameCount * said && said > 0 && length % said === 0) {
    notes.push(`there are ${plural(length / said, 'frame')}: the _a.3d file says ${frameCount}`)
    return { ...layout, frameCount: length / said }
  }
  checkLength('_a.3d', view.byteLength, FRAMES_HEADER + frameCount * said, plural(frameCount, 'frame'), notes)
  const needed = pointCount * layout.pointWords * 4
  if (said > needed) notes.push(`frames have ${plural(said, 'byte')}: the first ${needed} of each were used`)
  if (said >= needed || frameCount === 0) return layout
  const stored = Math.floor(said / 4)
  if (triangles.some(({ points }) => points.some((point) => point >= stored)))
    throw new MediaError(
      'broken',
      `expected frames of ${plural(needed, 'byte')} for the ${plural(pointCount, 'point')} of the _d.3d ` +
        `file, found ${said}`,
    )
  notes.push(`frames have ${plural(stored, 'point')}: the _d.3d file says ${pointCount}`)
  return { ...layout, pointCount: stored }
}

function checkLength(file: string, length: number, expected: number, what: string, notes: string[]): void {
  if (length < expected)
    throw new MediaError(
      'broken',
      `expected ${plural(expected, 'byte')} in the ${file} file for ${what}, found ${length}`,
    )
  if (length > expected)
    notes.push(`${plural(length - expected, 'byte')} after the ${what} of the ${file} file skipped`)
}
