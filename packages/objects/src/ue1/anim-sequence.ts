import type { Archive, Serializable } from '@ukit/container'
import { Name } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { recordArray } from '../common/arrays.js'

/** *A function that is called when an animation reaches a point.* */
export class AnimNotify implements Serializable {
  /** From 0 to 1. */
  time = 0
  /** Name of the function of the actor's class. */
  function: Name = Name.NONE

  serialize(ar: Archive): void {
    this.time = ar.f32(this.time, 'time')
    this.function = ar.name(this.function, 'function')
  }
}

/** *A named run of frames, such as `WalkSM`.* */
export class AnimSequence implements Serializable {
  /** What scripts play it by. */
  name: Name = Name.NONE
  /** Name of a group, such as `Waiting`; None for none. */
  group: Name = Name.NONE
  /** Its first frame among all of the mesh. */
  startFrame = 0
  /** Frames of the sequence. */
  numFrames = 0
  /** What happens while it plays. */
  notifies: AnimNotify[] = []
  /** Frames per second. */
  rate = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.group = ar.name(this.group, 'group')
    this.startFrame = ar.i32(this.startFrame, 'startFrame')
    this.numFrames = ar.i32(this.numFrames, 'numFrames')
    this.notifies = recordArray(ar, this.notifies, () => new AnimNotify(), 5, 'notifies')
    this.rate = ar.f32(this.rate, 'rate')
  }
}

/** Minimum size in bytes of an `AnimSequence`. */
export const SEQUENCE_SIZE = 15

/** The frames of sequences are among those that there are, and notifications come between 0 and 1. */
export function checkSequences(
  report: CheckReport,
  sequences: readonly {
    readonly startFrame: number
    readonly numFrames: number
    readonly notifies: readonly { readonly time: number }[]
  }[],
  frames: number,
  field = 'animSeqs',
): void {
  for (const [i, sequence] of sequences.entries()) {
    report.run(`${field}[${i}]`, sequence.startFrame, sequence.numFrames, frames, 'frames')
    for (const [j, { time }] of sequence.notifies.entries()) {
      if (!(time >= 0 && time <= 1))
        report.warning(`${field}[${i}].notifies[${j}].time`, `expected 0 to 1, found ${time}`)
    }
  }
}
