import type { ObjectSource } from '@ukit/container'
import type { UnrealObject } from '../unreal-object.js'

/** *What is drawn of a mesh*, as it is stored: numbers are not checked. */
export interface DrawnGeometry {
  /** X, Y, Z for each vertex. */
  readonly positions: Float32Array
  /** X, Y, Z for each vertex. */
  readonly normals?: Float32Array
  /** Sets of texture coordinates: U, V for each vertex. */
  readonly uvs: readonly Float32Array[]
  /** Numbers of vertices: three for each triangle. */
  readonly indices: ArrayLike<number>
  /** `(b − a) × (c − a)` of a triangle points into the mesh. */
  readonly isInward: boolean
  /** In the order of `indices`. */
  readonly sections: readonly DrawnSection[]
  /** Triangles to collide with, X, Y, Z for each corner; empty for none. */
  readonly collision: Float32Array
}

/** *Triangles with one material.* */
export interface DrawnSection {
  /** The material; none is the default one. */
  readonly material: ObjectSource | null
  /** Flags of UE1 faces. */
  readonly polyFlags: number
  /** Number of the first of its indices. */
  readonly first: number
  /** How many indices. */
  readonly count: number
}

/**
 * *A static mesh whose class only a game has*, for those who draw meshes: they need not know the game, and
 * the game not what they draw with.
 */
export interface DrawnMesh {
  /**
   * Gives what is drawn of it.
   *
   * @param read gives another object, such as a buffer; `undefined` when it is not available.
   */
  drawn(read: (reference: ObjectSource | null) => Promise<UnrealObject | undefined>): Promise<DrawnGeometry>
}

/** Tells whether an object is a mesh of a game's own class. */
export function isDrawnMesh(object: UnrealObject): object is UnrealObject & DrawnMesh {
  return 'drawn' in object && typeof object.drawn === 'function'
}
