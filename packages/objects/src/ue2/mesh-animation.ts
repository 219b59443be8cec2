import type { Archive, Serializable } from '@ukit/container'
import { Feature, Name } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { arrayCount, floatArray, intArray, NO_FLOATS, NO_INTS, recordArray, vectorArray } from '../common/arrays.js'
import { checkTrack } from '../common/check-track.js'
import { lazyArray } from '../common/lazy-array.js'
import { UnrealObject } from '../unreal-object.js'
import { type AnimationSequence, endWithSequences, SEQUENCE_SIZE } from './animation-sequence.js'
import { FlexTrack } from './flex-track.js'

/** *A bone that an animation knows by name.* */
export class NamedBone implements Serializable {
  name: Name = Name.NONE
  flags = 0
  parent = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.flags = ar.u32(this.flags, 'flags')
    this.parent = ar.i32(this.parent, 'parent')
  }
}

/**
 * *How one bone moves.* Each list has one key, or as many as there are times; no positions means that the
 * bone only turns.
 */
export class AnimationTrack implements Serializable {
  flags = 0
  /** X, Y, Z, W each. */
  rotations = NO_FLOATS
  /** X, Y, Z each. */
  positions = NO_FLOATS
  /** When each key takes effect. */
  times = NO_FLOATS

  serialize(ar: Archive): void {
    this.flags = ar.i32(this.flags, 'flags')
    this.rotations = floatArray(ar, this.rotations, 'rotations', 4)
    this.positions = vectorArray(ar, this.positions, 'positions')
    this.times = floatArray(ar, this.times, 'times')
  }
}

/** Motions with these flags or higher have flex tracks. */
const FLEX_TRACKS = 3

/** *The tracks of one sequence.* */
export class Motion implements Serializable {
  rootSpeed: Float32Array = new Float32Array(3)
  trackTime = 0
  /** Lowest bone that it moves. */
  startBone = 0
  /** Equals the animation's version. */
  flags = 0
  /** For each bone its number among `bones`, −1 for none. */
  boneIndices = NO_INTS
  tracks: AnimationTrack[] = []
  rootTrack = new AnimationTrack()
  /** Compressed tracks in place of `tracks`; empty in every file. */
  flexTracks: FlexTrack[] = []

  serialize(ar: Archive): void {
    this.rootSpeed = ar.floats(this.rootSpeed, 3, 'rootSpeed')
    this.trackTime = ar.f32(this.trackTime, 'trackTime')
    this.startBone = ar.i32(this.startBone, 'startBone')
    this.flags = ar.i32(this.flags, 'flags')
    this.boneIndices = intArray(ar, this.boneIndices, 'boneIndices')
    this.tracks = recordArray(ar, this.tracks, () => new AnimationTrack(), 7, 'tracks')
    ar.record(this.rootTrack, 'rootTrack')
    if (this.flags >= FLEX_TRACKS && !ar.since(Feature.NoFlexTracks)) {
      this.flexTracks = recordArray(ar, this.flexTracks, () => new FlexTrack(), 4, 'flexTracks')
    }
  }
}

/** Minimum size in bytes of a motion. */
const MOTION_SIZE = 32

/** *MeshAnimation: sequences that move bones*, for any mesh with bones of the same names. 49 of 49. */
export class MeshAnimation extends UnrealObject {
  /** 0; in games 1 to 6. */
  version = 0
  bones: NamedBone[] = []
  /** One a sequence. */
  motions: Motion[] = []
  sequences: AnimationSequence[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.version = ar.i32(this.version, 'version')
    this.bones = recordArray(ar, this.bones, () => new NamedBone(), 9, 'bones')
    if (ar.since(Feature.LazyMotions)) this.#serializeLazyMotions(ar)
    else this.motions = recordArray(ar, this.motions, () => new Motion(), MOTION_SIZE, 'motions')
    endWithSequences(ar, (create) => {
      this.sequences = recordArray(ar, this.sequences, create, SEQUENCE_SIZE, 'sequences')
    })
  }

  #serializeLazyMotions(ar: Archive): void {
    lazyArray(ar, 'motions', () => {
      const count = arrayCount(ar, this.motions.length, MOTION_SIZE, 'motions')
      for (let i = 0; i < count; i++) {
        const motion = this.motions[i] ?? new Motion()
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
