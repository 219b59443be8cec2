/** *The frames of a vertex mesh and its sequences.* */
export interface FrameAnimation {
  /** Number of frames. */
  readonly count: number
  /** Points per frame; `MeshLod.points` refers to these. */
  readonly pointCount: number
  /**
   * X, Y, Z for each point of one frame, unpacked, before `Mesh.placement`.
   *
   * @throws {RangeError} when there is no such frame.
   */
  positions(frame: number): Float32Array
  /**
   * The same for normals, if the mesh stores them for each frame (UE2). Their length is only approximately 1.
   */
  normals?(frame: number): Float32Array
  /** The sequences, in the mesh's order. Frames that are in no sequence get one with a made-up name. */
  readonly sequences: readonly FrameSequence[]
}

/** Consecutive frames that play in a loop. */
export interface FrameSequence {
  /** The name by which the game plays it. */
  readonly name: string
  /** The group by which the game asks for it, such as `Waiting`. */
  readonly group: string
  /** Number of the first frame. */
  readonly first: number
  /** Number of frames, all of which exist. */
  readonly count: number
  /** Frames per second. */
  readonly rate: number
  /** In the order of the file. */
  readonly notifies: readonly Notify[]
}

/** A function that the game calls during a sequence. */
export interface Notify {
  /** From 0 at the start to 1 at the end of the sequence. */
  readonly time: number
  /** Name of the function. */
  readonly name: string
}
