import type { Notify } from './frames.js'

/** *The bones of a mesh as they are when nothing moves*, parents before their children. */
export interface Skeleton {
  /** A parent goes before its children. */
  readonly bones: readonly Bone[]
}

/** One bone, in its parent's space; see `Mesh` for the sense of the quaternion. */
export interface Bone {
  readonly name: string
  /** Number of the parent; −1 for a root. */
  readonly parent: number
  /** Unreal units. */
  readonly position: readonly [x: number, y: number, z: number]
  /** Quaternion X, Y, Z, W of length 1. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
}

/** *How skeletons move*: an `Animation` (UE1), `MeshAnimation` (UE2) or `AnimSet` (UE3). */
export interface SkeletalAnimation {
  /** Bones that its tracks move; meshes find theirs by name, ignoring case. */
  readonly bones: readonly AnimationBone[]
  /** In the order of the file. */
  readonly sequences: readonly BoneSequence[]
  /** What anyone who opens the file should know. */
  readonly notes: readonly string[]
}

/** A bone of an animation. */
export interface AnimationBone {
  /** What tells which bone of a mesh it moves. */
  readonly name: string
  /**
   * Number of the parent among the animation's bones; −1 for a root, and where the engine does not store it.
   */
  readonly parent: number
}

/** One movement. */
export interface BoneSequence {
  readonly name: string
  /** What the game asks for it by, such as `Waiting`. */
  readonly group: string
  /** Seconds at a rate of play of 1. */
  readonly seconds: number
  /** Frames that it was made of, and frames per second. */
  readonly frames: number
  /** Frames per second. */
  readonly rate: number
  /**
   * Seconds from one frame to the next. UE1 and UE2 loop, so the last frame is this much before the end; UE3
   * spreads the frames so that the last is the end.
   */
  readonly frameSeconds: number
  /** One for each bone that moves; number in `SkeletalAnimation.bones`. */
  readonly tracks: readonly BoneTrack[]
  /** Functions that the game calls in the course of it. */
  readonly notifies: readonly Notify[]
  /** How many times as fast as `seconds` says the game plays it (RateScale of UE3); 1 where absent. */
  readonly playRate?: number
  /** The format of its keys was never seen in a real file: the figures follow public descriptions only. */
  readonly isUnproven?: boolean
  /** Its keys are differences from a pose that a different sequence gives, not poses. */
  readonly isAdditive?: boolean
}

/** *How one bone moves*, in its parent's space, quaternions in the sense of `Bone.rotation`. */
export interface BoneTrack {
  /** Number in `SkeletalAnimation.bones`. */
  readonly bone: number
  /** Seconds, rising; one for each rotation. */
  readonly rotationTimes: Float32Array
  /** Quaternions X, Y, Z, W. */
  readonly rotations: Float32Array
  /**
   * Seconds, rising; one for each position. Empty when the bone only turns: then it stays where the mesh has
   * it.
   */
  readonly positionTimes: Float32Array
  /** X, Y, Z. */
  readonly positions: Float32Array
  /**
   * Positions that are stored but that the engine does not use: sets of UE3 take places from the mesh, except
   * for the root and the bones that they name. PSA files hold them anyway.
   */
  readonly unusedPositions?: { readonly times: Float32Array; readonly positions: Float32Array }
}
