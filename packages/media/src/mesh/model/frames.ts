import type { MeshPlacement } from './mesh.js'

/** *The frames of a vertex mesh and its sequences.* */
export interface FrameAnimation {
  /** Number of frames. */
  readonly count: number
  /** Points per frame; `MeshLod.points` refers to these. */
  readonly pointCount: number
  /**
   * X, Y, Z for each point of one frame after the other, unpacked, before `Mesh.placement`. See
   * `framePositions`.
   */
  readonly positions: Float32Array
  /**
   * The same for normals, if the mesh stores them for each frame (UE2). Their length is only approximately 1.
   */
  readonly normals?: Float32Array
  /** The sequences, in the mesh's order. Frames that are in no sequence get one with a made-up name. */
  readonly sequences: readonly FrameSequence[]
  /** How the mesh is stored, which its frames do not show. */
  readonly stored?: StoredFrames
}

/**
 * X, Y, Z for each point of one frame, a view of `positions`.
 *
 * @throws {RangeError} when there is no such frame.
 */
export function framePositions(frames: FrameAnimation, frame: number): Float32Array {
  return ofFrame(frames, frames.positions, frame)
}

/**
 * The normals of one frame, a view of `normals`; `undefined` when the mesh does not store them.
 *
 * @throws {RangeError} when there is no such frame.
 */
export function frameNormals(frames: FrameAnimation, frame: number): Float32Array | undefined {
  return frames.normals === undefined ? undefined : ofFrame(frames, frames.normals, frame)
}

function ofFrame({ count, pointCount }: FrameAnimation, values: Float32Array, frame: number): Float32Array {
  if (!(Number.isInteger(frame) && frame >= 0 && frame < count))
    throw new RangeError(`expected a frame from 0 to ${count - 1}, found ${frame}`)
  return values.subarray(3 * pointCount * frame, 3 * pointCount * (frame + 1))
}

/**
 * *How a package stores a vertex mesh*: what drawing it does not need, but storing it again does. Files carry
 * it along.
 */
export interface StoredFrames {
  /** What the packed numbers of points were placed with. */
  readonly placement: MeshPlacement
  /** Whether points are packed into 16 bits for each of X, Y and Z (Deus Ex), not into 11, 11 and 10. */
  readonly isWide?: boolean
  /** The mesh's textures by number, with those that no triangle uses; `null` for none. */
  readonly textures: readonly (string | null)[]
  /** Detail setting of each texture (UE1), if they are not all 1. */
  readonly textureDetail?: readonly number[]
  /** How it loses detail with distance; absent in a Mesh, which does not. */
  readonly detail?: StoredDetail
  /**
   * The order of its triangles, if they are not sorted by section: numbers in pairs, a section and how many
   * of its triangles come next.
   */
  readonly order?: readonly number[]
  /** Triangles that are not drawn, but mark where a weapon is held: three vertices of the mesh for each. */
  readonly weapon?: readonly number[]
  /** The only one of its sequences that there is; see `withSequence`. */
  readonly part?: string
}

/** Values of a mesh that loses detail with distance. */
export interface StoredDetail {
  /** How fast; 0 for not at all. */
  readonly strength: number
  /** Points that are always kept. */
  readonly minVertices: number
  /** Fraction of the points that move before they are removed. */
  readonly morph: number
  /** Distance from which it begins. */
  readonly zDisplace: number
  /** How long a level is kept. */
  readonly hysteresis: number
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
  /** The rate that the mesh stores, if that is not one that anything can be played at. */
  readonly storedRate?: number
  /** Whether the mesh has no such sequence: its frames are in none. */
  readonly isMadeUp?: boolean
}

/** A function that the game calls during a sequence. */
export interface Notify {
  /** From 0 at the start to 1 at the end of the sequence. */
  readonly time: number
  /** Name of the function. */
  readonly name: string
}
