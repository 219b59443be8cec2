import type { Archive, Serializable } from '@ukit/container'
import { Name } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { floatArray, intArray, NO_FLOATS, NO_INTS, recordArray, vectorArray } from '../common/arrays.js'
import { checkTrack } from '../common/check-track.js'
import { vector } from '../common/geometry.js'
import { UnrealObject } from '../unreal-object.js'
import { AnimSequence, SEQUENCE_SIZE } from './anim-sequence.js'

/** *A bone that an animation moves*; meshes find theirs by name. */
export class AnimBone implements Serializable {
  name: Name = Name.NONE
  flags = 0
  parent = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.flags = ar.u32(this.flags, 'flags')
    this.parent = ar.i32(this.parent, 'parent')
  }
}

/** *How one bone moves.* */
export class AnimTrack implements Serializable {
  flags = 0
  /** Quaternions, four floats each; one for a bone that keeps its turn. */
  orientations = NO_FLOATS
  /** Vectors, three floats each; one for a bone that keeps its place. */
  positions = NO_FLOATS
  /** When each key holds. */
  times = NO_FLOATS

  serialize(ar: Archive): void {
    this.flags = ar.u32(this.flags, 'flags')
    this.orientations = floatArray(ar, this.orientations, 'orientations', 4)
    this.positions = vectorArray(ar, this.positions, 'positions')
    this.times = floatArray(ar, this.times, 'times')
  }
}

/** Minimum size in bytes of an `AnimTrack`. */
const TRACK_SIZE = 7

/** *How the bones move in one sequence.* */
export class AnimMove implements Serializable {
  /** Where the root goes in the course of the sequence. */
  rootSpeed: Float32Array = new Float32Array(3)
  trackTime = 0
  startBone = 0
  flags = 0
  boneIndices = NO_INTS
  /** One a bone. */
  tracks: AnimTrack[] = []
  /** Empty in every file. */
  rootTrack = new AnimTrack()

  serialize(ar: Archive): void {
    this.rootSpeed = vector(ar, this.rootSpeed, 'rootSpeed')
    this.trackTime = ar.f32(this.trackTime, 'trackTime')
    this.startBone = ar.i32(this.startBone, 'startBone')
    this.flags = ar.u32(this.flags, 'flags')
    this.boneIndices = intArray(ar, this.boneIndices, 'boneIndices')
    this.tracks = recordArray(ar, this.tracks, () => new AnimTrack(), TRACK_SIZE, 'tracks')
    ar.record(this.rootTrack, 'rootTrack')
  }
}

/** Minimum size in bytes of an `AnimMove`. */
const MOVE_SIZE = 33

/**
 * *Animation: how the bones of a skeletal mesh move.* 3 of 3 (version 69); Harry Potter's is another, unknown
 * one.
 */
export class Animation extends UnrealObject {
  refBones: AnimBone[] = []
  /** One a sequence. */
  moves: AnimMove[] = []
  animSeqs: AnimSequence[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.refBones = recordArray(ar, this.refBones, () => new AnimBone(), 9, 'refBones')
    this.moves = recordArray(ar, this.moves, () => new AnimMove(), MOVE_SIZE, 'moves')
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
        checkTrack(report, `moves[${i}].tracks[${j}]`, track.times, track.orientations, track.positions)
    }
  }
}
