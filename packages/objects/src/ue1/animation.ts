import type { Archive } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { MOTION_CHUNK_SIZE, MotionChunk, NAMED_BONE_SIZE, NamedBone } from '../common/animation.js'
import { recordArray } from '../common/arrays.js'
import { checkTrack } from '../common/check-track.js'
import { UnrealObject } from '../unreal-object.js'
import { AnimSequence, SEQUENCE_SIZE } from './anim-sequence.js'

/**
 * *Animation: how the bones of a skeletal mesh move.* 3 of 3 (version 69); Harry Potter's is another, unknown
 * one.
 */
export class Animation extends UnrealObject {
  /** The bones that it moves, by name. */
  refBones: NamedBone[] = []
  /** One a sequence. */
  moves: MotionChunk[] = []
  /** The sequences; as many as `moves`. */
  animSeqs: AnimSequence[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.refBones = recordArray(ar, this.refBones, () => new NamedBone(), NAMED_BONE_SIZE, 'refBones')
    this.moves = recordArray(ar, this.moves, () => new MotionChunk(), MOTION_CHUNK_SIZE, 'moves')
    this.animSeqs = recordArray(ar, this.animSeqs, () => new AnimSequence(), SEQUENCE_SIZE, 'animSeqs')
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.tree(
      'refBones',
      this.refBones.map(({ parent }) => parent),
    )
    report.equal('moves', this.moves.length, this.animSeqs.length, 'one for each sequence')
    for (const [i, move] of this.moves.entries()) {
      for (const [j, track] of move.tracks.entries())
        checkTrack(report, `moves[${i}].tracks[${j}]`, track.times, track.rotations, track.positions)
    }
  }
}
