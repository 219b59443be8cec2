import type { Archive } from '@ukit/container'
import { Feature } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { MOTION_CHUNK_SIZE, MotionChunk, NAMED_BONE_SIZE, NamedBone } from '../common/animation.js'
import { arrayCount, recordArray } from '../common/arrays.js'
import { checkTrack } from '../common/check-track.js'
import { lazyArray } from '../common/lazy-array.js'
import { UnrealObject } from '../unreal-object.js'
import { type AnimationSequence, endWithSequences, SEQUENCE_SIZE } from './animation-sequence.js'
import { FlexTrack } from './flex-track.js'

/** Motions with these flags or higher have flex tracks. */
const FLEX_TRACKS = 3

/** *How the bones move in one sequence*, by tracks or by flex tracks. */
export class FlexMotionChunk extends MotionChunk {
  /** Compressed tracks instead of `tracks`; empty in every file. */
  flexTracks: FlexTrack[] = []

  override serialize(ar: Archive): void {
    super.serialize(ar)
    if (this.flags >= FLEX_TRACKS && !ar.since(Feature.NoFlexTracks)) {
      this.flexTracks = recordArray(ar, this.flexTracks, () => new FlexTrack(), 4, 'flexTracks')
    }
  }
}

/** *MeshAnimation: sequences that move bones*, for any mesh with bones of the same names. 49 of 49. */
export class MeshAnimation extends UnrealObject {
  /** 0; in games 1 to 6. */
  version = 0
  /** The bones that it moves, by name. */
  bones: NamedBone[] = []
  /** One a sequence. */
  motions: FlexMotionChunk[] = []
  /** As many as `motions`. */
  sequences: AnimationSequence[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.version = ar.i32(this.version, 'version')
    this.bones = recordArray(ar, this.bones, () => new NamedBone(), NAMED_BONE_SIZE, 'bones')
    if (ar.since(Feature.LazyMotions)) this.#serializeLazyMotions(ar)
    else this.motions = recordArray(ar, this.motions, () => new FlexMotionChunk(), MOTION_CHUNK_SIZE, 'motions')
    endWithSequences(ar, (create) => {
      this.sequences = recordArray(ar, this.sequences, create, SEQUENCE_SIZE, 'sequences')
    })
  }

  #serializeLazyMotions(ar: Archive): void {
    lazyArray(ar, 'motions', () => {
      const count = arrayCount(ar, this.motions.length, MOTION_CHUNK_SIZE, 'motions')
      for (let i = 0; i < count; i++) {
        const motion = this.motions[i] ?? new FlexMotionChunk()
        this.motions[i] = motion
        ar.enter('motions', i)
        lazyArray(ar, 'motion', () => motion.serialize(ar))
        ar.leave(true)
      }
    })
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.tree(
      'bones',
      this.bones.map(({ parent }) => parent),
    )
    report.equal('motions', this.motions.length, this.sequences.length, 'one for each sequence')
    for (const [i, motion] of this.motions.entries()) {
      for (const [j, track] of motion.tracks.entries())
        checkTrack(report, `motions[${i}].tracks[${j}]`, track.times, track.rotations, track.positions)
    }
  }
}
