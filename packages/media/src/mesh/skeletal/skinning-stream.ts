import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'

/** Soft vertices as described by their stream. */
export interface SkinningStream {
  /** The point of each wedge, in the order of `skinPoints`. */
  readonly points: Uint32Array
  /** U and V of each wedge. */
  readonly uv: Float32Array
  /** Number of points that the stream makes. */
  readonly pointCount: number
}

/** Bits 28 to 31 of a word that refers to a kept point. */
const REFERENCE = 15
/** Sizes in the renderer's memory, which the stream uses as units for bones and kept points. */
const STRIDE = 6
const FULL = 65_535

/**
 * *Reads the soft vertices of a UE2 mesh from the renderer's stream* (`SkeletalLod.skinning`), which is all
 * that is left of them in meshes whose editor arrays were stripped.
 *
 * For each wedge: words, then U and V (floats). A first word with 15 in its upper four bits refers to a kept
 * point: number × 6. Any other word begins a new point: bits 0–11 bone × 6, 12–27 weight of 65,535, 28–30
 * number of further such words that follow, 31 whether the point is kept. 120,507 of 120,507 wedges of 183
 * levels agree with the editor arrays.
 *
 * @param wedges how many to read: `SkeletalLod.numSoftWedges`.
 * @param influence called with each influence: point, bone, weight.
 * @throws {MediaError} `broken` if the stream ends too early or refers to a point that is not kept.
 */
export function readSkinning(
  words: Uint32Array,
  wedges: number,
  influence: (point: number, bone: number, weight: number) => void,
): SkinningStream {
  // Each wedge takes at least three words.
  if (wedges < 0 || wedges * 3 > words.length)
    throw new MediaError('broken', `expected the words of ${wedges} soft wedges, found ${plural(words.length, 'word')}`)
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length)
  const points = new Uint32Array(wedges)
  const uv = new Float32Array(wedges * 2)
  const kept: number[] = []
  let pointCount = 0
  let at = 0
  const next = () => {
    const word = words[at++]
    if (word === undefined)
      throw new MediaError('broken', `expected ${wedges} soft wedges in ${plural(words.length, 'word')}, found fewer`)
    return word
  }
  for (let i = 0; i < wedges; i++) {
    const first = next()
    if (first >>> 28 === REFERENCE) {
      const point = kept[(first & 0x0fff_ffff) / STRIDE]
      if (point === undefined)
        throw new MediaError('broken', `expected one of ${kept.length} kept points, found ${first & 0x0fff_ffff}`)
      points[i] = point
    } else {
      points[i] = pointCount
      let word = first
      for (let more = (first >>> 28) & 7; ; more--) {
        influence(pointCount, (word & 0xfff) / STRIDE, ((word >>> 12) & 0xffff) / FULL)
        if (more === 0) break
        word = next()
      }
      if (first >>> 31 === 1) kept.push(pointCount)
      pointCount++
    }
    next()
    uv[i * 2] = floats[at - 1] ?? 0
    next()
    uv[i * 2 + 1] = floats[at - 1] ?? 0
  }
  return { points, uv, pointCount }
}

/** Size of a soft point: position (floats), packed normal. */
const SKIN_POINT = 16

/** Positions and unit normals of soft points; a normal is three times 10 bits, 512 for 0. */
export function readSkinPoints(
  bytes: Uint8Array,
  littleEndian: boolean,
): { readonly positions: Float32Array; readonly normals: Float32Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.floor(bytes.length / SKIN_POINT)
  const positions = new Float32Array(count * 3)
  const normals = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) positions[i * 3 + k] = view.getFloat32(i * SKIN_POINT + k * 4, littleEndian)
    const packed = view.getUint32(i * SKIN_POINT + 12, littleEndian)
    const normal = [0, 10, 20].map((shift) => (((packed >>> shift) & 0x3ff) - 512) / 511)
    const length = Math.hypot(...normal)
    for (const [k, component] of normal.entries())
      normals[i * 3 + k] = length > 0 ? component / length : k === 2 ? 1 : 0
  }
  return { positions, normals }
}
