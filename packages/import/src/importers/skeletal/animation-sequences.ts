import { checkName } from '@ukit/edit'
import { type BoneSequence, MediaError, type SkeletalAnimation } from '@ukit/media'
import type { MeshNotify } from '../vertex-mesh/mesh-options.js'

/** *Settings of a sequence that an animation file does not contain* (`ANIM SEQUENCE`). */
export interface AnimationSequenceOptions {
  /** Name of the sequence in the file. */
  readonly name: string
  /** Frames per second: the number of frames stays the same, the duration changes. */
  readonly rate?: number | undefined
  /** The group by which the game asks for it, such as `Waiting`. */
  readonly group?: string | undefined
}

/**
 * *The animation with the given rates, groups and notifies.*
 *
 * @throws {MediaError} `broken` for a sequence that the animation does not have, a rate that is not above 0,
 *   and a time that is not from 0 to 1; {PackageError} `refused` for what cannot be a name.
 */
export function withSequenceOptions(
  animation: SkeletalAnimation,
  options: readonly AnimationSequenceOptions[],
  notifies: readonly MeshNotify[],
): SkeletalAnimation {
  if (options.length + notifies.length === 0) return animation
  const sequences = [...animation.sequences]
  const change = (name: string, to: (sequence: BoneSequence) => BoneSequence) => {
    const at = sequences.findIndex((one) => one.name.toLowerCase() === name.toLowerCase())
    const sequence = sequences[at]
    if (sequence === undefined) {
      const names = sequences.map((one) => one.name).join(', ')
      throw new MediaError('broken', `there is no sequence ${name} in the file: it has ${names}`)
    }
    sequences[at] = to(sequence)
  }
  for (const { name, rate, group } of options)
    change(name, (sequence) => {
      if (group !== undefined) checkName(group)
      return { ...atRate(sequence, rate), ...(group === undefined ? {} : { group: group === 'None' ? '' : group }) }
    })
  for (const notify of notifies)
    change(notify.sequence, (sequence) => {
      checkName(notify.function)
      if (!(notify.time >= 0 && notify.time <= 1))
        throw new MediaError('broken', `expected a time from 0 to 1 for ${notify.function}, found ${notify.time}`)
      return { ...sequence, notifies: [...sequence.notifies, { time: notify.time, name: notify.function }] }
    })
  return { ...animation, sequences }
}

function atRate(sequence: BoneSequence, rate: number | undefined): BoneSequence {
  if (rate === undefined || rate === sequence.rate) return sequence
  if (!(rate > 0 && Number.isFinite(rate)))
    throw new MediaError('broken', `expected a rate above 0 for ${sequence.name}, found ${rate}`)
  const factor = sequence.rate / rate
  const slower = (times: Float32Array) => times.map((time) => time * factor)
  return {
    ...sequence,
    rate,
    seconds: sequence.seconds * factor,
    frameSeconds: sequence.frameSeconds * factor,
    tracks: sequence.tracks.map(({ unusedPositions: unused, ...track }) => ({
      ...track,
      rotationTimes: slower(track.rotationTimes),
      positionTimes: slower(track.positionTimes),
      ...(unused === undefined ? {} : { unusedPositions: { ...unused, times: slower(unused.times) } }),
    })),
  }
}
