import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { FrameAnimation, FrameSequence } from '../model/frames.js'

/** A stored sequence: its frames may not exist, its rate may be 0. */
export type SequenceFacts = FrameSequence

/** Frames per second of nearly all sequences. */
const USUAL_RATE = 30

/**
 * *Frames and their sequences, corrected*: no sequence goes beyond the last frame, and every frame is in one.
 *
 * @param facts `size`: points per frame. `stored`: number of frames with data. `said`: number of frames that
 *   the mesh declares.
 * @param notes gets a line for what was left out.
 * @param positions, normals X, Y, Z of a number of points, from the first of the first frame on.
 * @throws {MediaError} `no-data` when not even one frame is stored.
 */
export function framesOf(
  facts: { size: number; stored: number; said: number; sequences: readonly SequenceFacts[] },
  notes: string[],
  positions: (count: number) => Float32Array,
  normals?: (count: number) => Float32Array,
): FrameAnimation {
  const { size, stored, said } = facts
  if (stored < 1) throw new MediaError('no-data', `expected at least one frame of ${plural(size, 'point')}, found none`)
  const count = Math.min(stored, Math.max(said, 1))
  if (stored !== said) notes.push(`it declares ${plural(said, 'frame')} and stores ${stored}: ${count} are used`)
  const sequences = facts.sequences.flatMap((sequence) => fitting(sequence, count, notes))
  return {
    count,
    pointCount: size,
    positions: positions(count * size),
    ...(normals === undefined ? {} : { normals: normals(count * size) }),
    sequences: [...sequences, ...unnamed(sequences, count)],
  }
}

function fitting(sequence: SequenceFacts, frames: number, notes: string[]): FrameSequence[] {
  const { name, first, count } = sequence
  const end = Math.min(first + count, frames)
  if (!(first >= 0 && first < end)) {
    notes.push(
      `the sequence ${name} left out: expected some of ${plural(frames, 'frame')}, found ${count} from ${first} on`,
    )
    return []
  }
  if (end < first + count)
    notes.push(`the sequence ${name} has ${end - first} of its ${plural(count, 'frame')}: the mesh ends there`)
  const hasRate = sequence.rate > 0 && sequence.rate < Number.POSITIVE_INFINITY
  // A single frame does not move, whatever its rate.
  if (!hasRate && count > 1)
    notes.push(`the sequence ${name} has the rate ${sequence.rate}: written with ${USUAL_RATE} frames per second`)
  const { rate } = sequence
  return [{ ...sequence, count: end - first, ...(hasRate ? {} : { rate: USUAL_RATE, storedRate: rate }) }]
}

/** Sequences for frames that are in no sequence; a mesh of one frame needs none. */
function unnamed(sequences: readonly FrameSequence[], frames: number): FrameSequence[] {
  if (frames < 2) return []
  const isCovered = new Uint8Array(frames)
  for (const { first, count } of sequences) isCovered.fill(1, first, first + count)
  const found: FrameSequence[] = []
  for (let first = isCovered.indexOf(0); first >= 0; ) {
    const next = isCovered.indexOf(1, first)
    const end = next < 0 ? frames : next
    const name = `Unnamed_${first}_${end - 1}`
    found.push({ name, group: '', first, count: end - first, rate: USUAL_RATE, notifies: [], isMadeUp: true })
    first = next < 0 ? -1 : isCovered.indexOf(0, next)
  }
  return found
}
