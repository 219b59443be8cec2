/** *The frames of a vertex mesh and the sequences over them.* */
export interface FrameAnimation {
  /** How many frames there are. */
  readonly count: number
  /** Points of a frame; `MeshLod.points` are numbers of these. */
  readonly pointCount: number
  /**
   * X, Y, Z for each point of one frame, unpacked, before `Mesh.placement`.
   *
   * @throws {RangeError} when there is no such frame.
   */
  positions(frame: number): Float32Array
  /**
   * The same of the normals, where the mesh stores some for each frame (UE2); not of length 1 to the last
   * digit.
   */
  normals?(frame: number): Float32Array
  /** The sequences, in the mesh's order; frames that no sequence covers have one with a made-up name. */
  readonly sequences: readonly FrameSequence[]
}

/** Frames one after another, looped: after the last comes the first. */
export interface FrameSequence {
  /** What the game plays it by. */
  readonly name: string
  /** What the game asks for it by, such as `Waiting`. */
  readonly group: string
  /** Number of the first frame. */
  readonly first: number
  /** How many frames; never beyond the frames that there are. */
  readonly count: number
  /** Frames per second. */
  readonly rate: number
  /** In the order of the file. */
  readonly notifies: readonly Notify[]
}

/** A function that the game calls in the course of a sequence. */
export interface Notify {
  /** When: 0 at the start, 1 at the end of the sequence. */
  readonly time: number
  /** What is called. */
  readonly name: string
}
