import type { Archive, Serializable } from '@ukit/container'
import { Name } from '@ukit/container'
import { floatArray, intArray, NO_FLOATS, NO_INTS, recordArray, vectorArray } from './arrays.js'
import { vector } from './geometry.js'

/** *A bone that an animation moves*; meshes find theirs by name. UE1 and UE2. */
export class NamedBone implements Serializable {
  /** The name by which meshes find it. */
  name: Name = Name.NONE
  /** Bits as stored. */
  flags = 0
  /** Number of the parent bone. */
  parent = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.flags = ar.u32(this.flags, 'flags')
    this.parent = ar.i32(this.parent, 'parent')
  }
}

/** Minimum size in bytes of a `NamedBone`. */
export const NAMED_BONE_SIZE = 9

/**
 * *How one bone moves.* Each list has one key, or as many as there are times; no positions means that the
 * bone only turns. UE1 and UE2.
 */
export class AnalogTrack implements Serializable {
  /** Bits as stored. */
  flags = 0
  /**
   * Quaternions: X, Y, Z, W each. In the sense of the mesh's bones: the root's turns from the bone to its
   * parent, all others the other way round (see `MeshBone.orientation`).
   */
  rotations = NO_FLOATS
  /** X, Y, Z each. */
  positions = NO_FLOATS
  /**
   * When each key takes effect: seconds in UE1 (11 of 11 sequences); in UE2 parts of the motion's
   * `trackTime`, which is the number of frames in 223 of 231.
   */
  times = NO_FLOATS

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.flags = ar.u32(this.flags, 'flags')
    this.rotations = floatArray(ar, this.rotations, 'rotations', 4)
    this.positions = vectorArray(ar, this.positions, 'positions')
    this.times = floatArray(ar, this.times, 'times')
  }
}

/** Minimum size in bytes of an `AnalogTrack`. */
const TRACK_SIZE = 7

/** *How the bones move in one sequence.* UE1; in UE2 flex tracks may follow. */
export class MotionChunk implements Serializable {
  /** Where the root goes in the course of the sequence. */
  rootSpeed: Float32Array = new Float32Array(3)
  /** Length of the motion in the unit of the keys' times: seconds in UE1, mostly frames in UE2. */
  trackTime = 0
  /** Lowest bone that it moves. */
  startBone = 0
  /** In UE2 equal to the animation's version. */
  flags = 0
  /** For each bone its number among the animation's bones, −1 for none. */
  boneIndices = NO_INTS
  /** One a bone. */
  tracks: AnalogTrack[] = []
  /** Empty in every file. */
  rootTrack = new AnalogTrack()

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.rootSpeed = vector(ar, this.rootSpeed, 'rootSpeed')
    this.trackTime = ar.f32(this.trackTime, 'trackTime')
    this.startBone = ar.i32(this.startBone, 'startBone')
    this.flags = ar.i32(this.flags, 'flags')
    this.boneIndices = intArray(ar, this.boneIndices, 'boneIndices')
    this.tracks = recordArray(ar, this.tracks, () => new AnalogTrack(), TRACK_SIZE, 'tracks')
    ar.record(this.rootTrack, 'rootTrack')
  }
}

/** Minimum size in bytes of a `MotionChunk`. */
export const MOTION_CHUNK_SIZE = 33
