import { normalized } from '@ukit/media/internal'
import type { StoredTrack } from './animation-keys.js'

/** The keys of a UE3 sequence in the form that games read. */
export interface AnimStream {
  readonly bytes: Uint8Array
  /**
   * Property CompressedTrackOffsets: per track the offset of translations, their number, the offset of
   * rotations, their number.
   */
  readonly offsets: readonly number[]
}

/** Size of minimum values and ranges, which not all formats use. */
const RANGE = 24

/**
 * *Keys as a stream in the formats ACF_None (translations: floats) and ACF_Float96NoW (rotations: X, Y and Z
 * as floats; W follows from them)*, evenly spaced in time.
 *
 * @param hasRange versions before `Version.AnimRangesWhenUsed` store minimum values and ranges before several
 *   rotations.
 */
export function animStream(tracks: readonly StoredTrack[], hasRange: boolean): AnimStream {
  const offsets: number[] = []
  const parts: DataView[] = []
  let length = 0
  const add = (values: readonly number[]): number => {
    const view = new DataView(new ArrayBuffer(values.length * 4))
    for (const [i, value] of values.entries()) view.setFloat32(i * 4, value, true)
    parts.push(view)
    const at = length
    length += view.byteLength
    return at
  }
  for (const { positions, rotations } of tracks) {
    const turns = withoutW(rotations)
    const count = rotations.length / 4
    const range = hasRange && count > 1 ? Array.from({ length: RANGE / 4 }, (_, i) => (i < RANGE / 8 ? -1 : 2)) : []
    offsets.push(add([...positions]), positions.length / 3, add([...range, ...turns]), count)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer), at)
    at += part.byteLength
  }
  return { bytes, offsets }
}

/** X, Y, Z of each rotation, negated if W is negative. */
function withoutW(rotations: Float32Array): number[] {
  const kept: number[] = []
  for (let i = 0; i < rotations.length; i += 4) {
    const [x = 0, y = 0, z = 0, w = 1] = rotations.subarray(i, i + 4)
    const turn = normalized([x, y, z, w]) ?? [0, 0, 0, 1]
    const sign = turn[3] < 0 ? -1 : 1
    kept.push(sign * turn[0], sign * turn[1], sign * turn[2])
  }
  return kept
}
