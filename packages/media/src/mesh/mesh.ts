import type { ExportObject } from '@ukit/core'
import type { FrameAnimation } from './frames.js'
import type { Skeleton } from './skeleton.js'

/**
 * *A mesh of any engine, in one shape*: vertex meshes, skeletal meshes and static meshes of UE1, UE2 and UE3.
 *
 * Everything is in the engine's own space: X forward, Y right, Z up, left-handed, in Unreal units, before
 * `placement`. Conventions that differ between engines and classes are made equal here, so that a writer of
 * files needs to know nothing about the engine:
 *
 * - triangles are wound so that `(b − a) × (c − a)`, by the plain formula on these numbers, points outward;
 * - quaternions turn from the bone's space to its parent's, for every bone:
 *   `p = parent + rotate(parentTurn, place)`;
 * - texture coordinates run right and down, 0 to 1 over the texture.
 */
export interface Mesh {
  /** Whether it moves by frames, by bones, or not at all. */
  readonly kind: 'vertex' | 'skeletal' | 'static'
  /** How the engine puts it before the actor's own place: `rotate(rotation, (v − origin) · scale)`. */
  readonly placement: MeshPlacement
  /** Levels of detail, the most detailed first; at least one. */
  readonly lods: readonly MeshLod[]
  /** What the sections' `slot` numbers mean. */
  readonly materials: readonly MaterialSlot[]
  /** Bones; only of skeletal meshes. */
  readonly skeleton?: Skeleton
  /** Frames and the sequences over them; only of vertex meshes. */
  readonly frames?: FrameAnimation
  /** Where other things are attached: sockets, attach points, the weapon triangle. */
  readonly sockets: readonly Socket[]
  /** What it collides with, when it has a shape of its own for that. */
  readonly collision?: CollisionShape
  /** What anyone who opens the file should know: repaired weights, sequences beyond the frames. */
  readonly notes: readonly string[]
}

/** Numbers X, Y, Z. */
export type Vector = readonly [x: number, y: number, z: number]

/** See `Mesh.placement`. */
export interface MeshPlacement {
  /** Unreal units, taken away from each vertex first. */
  readonly origin: Vector
  /** Factors for X, Y and Z. */
  readonly scale: Vector
  /** Pitch, yaw, roll; 65,536 for a full turn. */
  readonly rotation: readonly [pitch: number, yaw: number, roll: number]
}

/** One level of detail. Arrays are parallel: number `i` of each belongs to vertex `i`. */
export interface MeshLod {
  /** X, Y, Z for each vertex. Of a vertex mesh: the first frame. */
  readonly positions: Float32Array
  /** Unit vectors, X, Y, Z for each vertex; absent when the mesh stores none. */
  readonly normals?: Float32Array
  /** X, Y, Z and the sign (1 or −1) of the binormal for each vertex. */
  readonly tangents?: Float32Array
  /** Sets of texture coordinates, U and V for each vertex; at least one. */
  readonly uvs: readonly Float32Array[]
  /** Red, green, blue, alpha for each vertex. */
  readonly colors?: Uint8Array
  /**
   * False when the engine does not multiply the material by the colours: they are data then, which a material
   * may use. So in UE3, and in UE2 unless the mesh says otherwise.
   */
  readonly areColorsDrawn?: boolean
  /**
   * The engine's point that each vertex is made of: vertices of one point differ only in what is mapped onto
   * them. Of a vertex mesh: the number in the frames.
   */
  readonly points: Uint32Array
  /** Three vertices for each triangle. */
  readonly indices: Uint32Array
  /** Runs of triangles with one material; together all of `indices`, in order. */
  readonly sections: readonly MeshSection[]
  /** Which bones move each vertex; only of skeletal meshes. */
  readonly skin?: MeshSkin
}

/** Triangles with one material. */
export interface MeshSection {
  /** Number of the slot in `Mesh.materials`. */
  readonly slot: number
  /** Number of the first of its `indices`. */
  readonly first: number
  /** How many indices: three for each triangle. */
  readonly count: number
}

/** *What moves each vertex*: always `width` bones for each, unused ones with weight 0. */
export interface MeshSkin {
  /** Influences per vertex: 4 or 8. */
  readonly width: 4 | 8
  /** Numbers of bones in `Mesh.skeleton`, no bone twice for a vertex with a weight above 0. */
  readonly bones: Uint16Array
  /** Sum 1 for each vertex, the greatest first. */
  readonly weights: Float32Array
}

/**
 * *What a section is painted with*: the material's object when it is known, and how the mesh itself draws it.
 */
export interface MaterialSlot {
  /** The texture or material; `undefined` when there is none, or when its package is missing. */
  readonly object?: ExportObject
  /** Its path, also when its package is missing: `Botpack.Skins.Blkt1`. */
  readonly path?: string
  /** Poly flags of UE1 faces (two-sided, translucent, unlit …), which are on the mesh; 0 elsewhere. */
  readonly polyFlags: number
  /** Number among the mesh's textures, which is that of the actor's `MultiSkins`; only of vertex meshes. */
  readonly texture?: number
}

/** A named place on a mesh. */
export interface Socket {
  /** What the game attaches things by. */
  readonly name: string
  /** Number of the bone that carries it; absent on meshes without bones. */
  readonly bone?: number
  /** Unreal units, in the bone's space (the mesh's without one). */
  readonly position: Vector
  /** Quaternion X, Y, Z, W. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
  readonly scale: Vector
}

/** *The shape that a mesh collides with*, as triangles in the mesh's space. */
export interface CollisionShape {
  /** X, Y, Z of each corner, in Unreal units. */
  readonly positions: Float32Array
  /** Three corners for each triangle. */
  readonly indices: Uint32Array
}
