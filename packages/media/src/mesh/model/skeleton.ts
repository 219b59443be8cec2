import type { Notify } from './frames.js'

/** *The bones of a mesh in their rest pose*, parents before their children. */
export interface Skeleton {
  /** Parents come before their children. */
  readonly bones: readonly Bone[]
}

/** One bone, in its parent's space; see `Mesh` for the direction of the quaternion. */
export interface Bone {
  readonly name: string
  /** Number of the parent; −1 for a root. */
  readonly parent: number
  /** Unreal units. */
  readonly position: readonly [x: number, y: number, z: number]
  /** Quaternion X, Y, Z, W of length 1. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
}

/** *The animation of a skeleton*: an `Animation` (UE1), `MeshAnimation` (UE2) or `AnimSet` (UE3). */
export interface SkeletalAnimation {
  /** The bones that its tracks move; meshes find theirs by name, ignoring case. */
  readonly bones: readonly AnimationBone[]
  /** In the order of the file. */
  readonly sequences: readonly BoneSequence[]
  /** Notes for anyone who opens the file. */
  readonly notes: readonly string[]
}

/** A bone of an animation. */
export interface AnimationBone {
  /** The name by which meshes find the bone. */
  readonly name: string
  /** Number of the parent among the animation's bones; −1 for a root, and if the engine does not store it. */
  readonly parent: number
}

/** One sequence of an animation. */
export interface BoneSequence {
  readonly name: string
  /** The group by which the game asks for it, such as `Waiting`. */
  readonly group: string
  /** Duration in seconds at a play rate of 1. */
  readonly seconds: number
  /** Number of frames that it was made of. */
  readonly frames: number
  /** Frames per second. */
  readonly rate: number
  /**
   * Seconds from one frame to the next. UE1 and UE2 loop, so the last frame is this much before the end; UE3
   * spreads the frames so that the last is at the end.
   */
  readonly frameSeconds: number
  /** One for each bone that moves, by its number in `bones`. */
  readonly tracks: readonly BoneTrack[]
  /** Functions that the game calls while it plays. */
  readonly notifies: readonly Notify[]
  /** Factor by which the game plays it faster than `seconds` says (RateScale of UE3); 1 if absent. */
  readonly playRate?: number
  /** The format of its keys was never seen in a real file: it was decoded only by public descriptions. */
  readonly isUnproven?: boolean
  /** Its keys are not poses, but differences from a pose in another sequence. */
  readonly isAdditive?: boolean
}

/** *The animation of one bone*, in its parent's space, with quaternions as in `Bone.rotation`. */
export interface BoneTrack {
  /** Number in `SkeletalAnimation.bones`. */
  readonly bone: number
  /** Seconds, rising; one for each rotation. */
  readonly rotationTimes: Float32Array
  /** Quaternions X, Y, Z, W. */
  readonly rotations: Float32Array
  /**
   * Seconds, rising; one for each position. Empty when the bone only rotates: it then keeps its position in
   * the mesh.
   */
  readonly positionTimes: Float32Array
  /** X, Y, Z. */
  readonly positions: Float32Array
  /**
   * Positions that are stored but that the engine does not use: sets of UE3 take positions from the mesh,
   * except for the root and the bones that they name. PSA files contain them anyway.
   */
  readonly unusedPositions?: { readonly times: Float32Array; readonly positions: Float32Array }
}
