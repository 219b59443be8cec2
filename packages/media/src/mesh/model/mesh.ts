import type { ObjectKey } from '@ukit/core'
import type { FrameAnimation } from './frames.js'
import type { Skeleton } from './skeleton.js'

/**
 * *A mesh of any engine, in one form*: vertex meshes, skeletal meshes and static meshes of UE1, UE2 and UE3.
 *
 * Everything is in the engine's own space: X forward, Y right, Z up, left-handed, in Unreal units, before
 * `placement`. Conventions that differ between engines and classes are unified here, so that a writer of
 * files does not need to know the engine:
 *
 * - triangles are wound so that `(b − a) × (c − a)`, computed on these numbers, points outward;
 * - quaternions rotate from the bone's space to its parent's, for every bone:
 *   `p = parent + rotate(parentTurn, place)`;
 * - texture coordinates run right and down, 0 to 1 over the texture.
 */
export interface Mesh {
  /** Whether it moves by frames, by bones, or not at all. */
  readonly kind: 'vertex' | 'skeletal' | 'static'
  /**
   * How the engine transforms it before the actor's own position and rotation:
   * `rotate(rotation, (v − origin) · scale)`.
   */
  readonly placement: MeshPlacement
  /** Levels of detail, the most detailed first; at least one. */
  readonly lods: readonly MeshLod[]
  /** Materials, to which the `slot` numbers of sections refer. */
  readonly materials: readonly MaterialSlot[]
  /** Bones; only for skeletal meshes. */
  readonly skeleton?: Skeleton
  /** Frames and sequences; only for vertex meshes. */
  readonly frames?: FrameAnimation
  /** Where other objects are attached: sockets, attach points, the weapon triangle. */
  readonly sockets: readonly Socket[]
  /** Its collision shape, if it has one that differs from what is drawn. */
  readonly collision?: CollisionShape
  /** Notes for anyone who opens the file: repaired weights, sequences beyond the frames. */
  readonly notes: readonly string[]
}

/** Numbers X, Y, Z. */
export type Vector = readonly [x: number, y: number, z: number]

/** See `Mesh.placement`. */
export interface MeshPlacement {
  /** In Unreal units, subtracted from each vertex first. */
  readonly origin: Vector
  /** Factors for X, Y and Z. */
  readonly scale: Vector
  /** Pitch, yaw, roll; 65,536 for a full turn. */
  readonly rotation: readonly [pitch: number, yaw: number, roll: number]
}

/** One level of detail. Arrays are parallel: number `i` of each belongs to vertex `i`. */
export interface MeshLod {
  /** X, Y, Z for each vertex; in a vertex mesh those of the first frame. */
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
   * False when the engine does not multiply the material by the colours: they are then data that a material
   * may use. This is so in UE3, and in UE2 unless the mesh says otherwise.
   */
  readonly areColorsDrawn?: boolean
  /**
   * The engine's point for each vertex: vertices of one point only differ in what is mapped onto them. In a
   * vertex mesh, the point's number in the frames.
   */
  readonly points: Uint32Array
  /** Three vertices for each triangle. */
  readonly indices: Uint32Array
  /** Runs of triangles with one material; together they cover all of `indices`, in order. */
  readonly sections: readonly MeshSection[]
  /** Which bones move each vertex; only for skeletal meshes. */
  readonly skin?: MeshSkin
}

/** Triangles with one material. */
export interface MeshSection {
  /** Number of the slot in `Mesh.materials`. */
  readonly slot: number
  /** Number of the first of its `indices`. */
  readonly first: number
  /** Number of indices: three for each triangle. */
  readonly count: number
}

/** *The bones and weights of vertices*: always `width` bones for each vertex, unused ones with weight 0. */
export interface MeshSkin {
  /** Influences per vertex: 4 or 8. */
  readonly width: 4 | 8
  /**
   * Numbers of bones in `Mesh.skeleton`. A vertex does not have the same bone twice with a weight above 0.
   */
  readonly bones: Uint16Array
  /** For each vertex, the greatest first, with a sum of 1. */
  readonly weights: Float32Array
}

/** *The material of a section*: where its object is, if known, and how the mesh itself draws it. */
export interface MaterialSlot {
  /**
   * The texture or material, which `reader.objectOf` finds; `undefined` when there is none, or when its
   * package is missing.
   */
  readonly object?: ObjectKey
  /** Its path, even when its package is missing: `Botpack.Skins.Blkt1`. */
  readonly path?: string
  /** Poly flags of UE1 faces (two-sided, translucent, unlit …), which the mesh stores; 0 in other engines. */
  readonly polyFlags: number
  /**
   * Number among the mesh's textures, which is also the index in the actor's `MultiSkins`; only for vertex
   * meshes.
   */
  readonly texture?: number
}

/** A named position on a mesh. */
export interface Socket {
  /** The name by which the game attaches things. */
  readonly name: string
  /** Number of the bone that carries it; absent on meshes without bones. */
  readonly bone?: number
  /** Unreal units, in the bone's space (or the mesh's if there is no bone). */
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
