import type { ObjectKey } from '@ukit/core'
import type { Json } from '@ukit/inspect'
import type { MaterialSlot, Mesh, Vector } from '../mesh/model/mesh.js'

/**
 * *A level as a scene*: its built geometry, what is placed in it, and its light, in the engine's own axes and
 * units. It is plain data: it crosses to another thread, and its arrays can be transferred.
 */
export interface Level {
  /** The engine that the level is of. */
  readonly engine: 1 | 2 | 3
  /** Name of its package. */
  readonly package: string
  /** Path of the level's object in the package: `MyLevel`. */
  readonly path: string
  /** The built geometry, one part for each zone, kind and light page. */
  readonly parts: readonly LevelPart[]
  /** Its light, as pictures to which the second texture coordinates of parts belong. */
  readonly lightPages: readonly LightPage[]
  /** The meshes that actors show, each once for every set of skins. */
  readonly meshes: readonly LevelMesh[]
  /** Everything that was placed, in the level's order. */
  readonly actors: readonly LevelActor[]
  /** Ways between actors that bots know, as the editor found them. */
  readonly paths: readonly LevelPath[]
  /** The level's zones; zone 0 is what belongs to none. */
  readonly zones: readonly LevelZone[]
  /** What could not be shown, and why; each once. */
  readonly notes: readonly string[]
}

/** How a part is seen: as it is, not at all, or as a window into the sky zone. */
export type LevelPartKind = 'world' | 'invisible' | 'backdrop'

/** *Polygons of one zone that are seen alike.* */
export interface LevelPart {
  readonly kind: LevelPartKind
  /** Number of the zone in front of the polygons, among `Level.zones`. */
  readonly zone: number
  /**
   * The polygons as one level of detail, in world space. The second set of texture coordinates belongs to
   * `lightPage`; without a page it is not there.
   */
  readonly mesh: Mesh
  /** Number of the picture with its light among `Level.lightPages`; absent for polygons without light. */
  readonly lightPage?: number
  /** For each triangle, the surface of the model that it is of. */
  readonly surfaces: Uint32Array
}

/** *A picture of light*: what surfaces are multiplied by, half as bright as it is shown (`brightness`). */
export interface LightPage {
  readonly width: number
  readonly height: number
  /** Red, green, blue and alpha (255) for each pixel, row by row from the top. */
  readonly rgba: Uint8Array
  /** A surface shows its texture times this times the picture: the engine has room for light above white. */
  readonly brightness: number
  /** Where the light of each surface is: surface, left, top, width, height, five numbers each. */
  readonly rectangles: Uint32Array
}

/** A mesh that actors show. */
export interface LevelMesh {
  /** Where the object is. */
  readonly object: ObjectKey
  /** The mesh with the skins that those actors give it. */
  readonly mesh: Mesh
}

/** What an actor is, as far as it is drawn. */
export type LevelActorKind = 'mesh' | 'mover' | 'terrain' | 'brush' | 'light' | 'sprite' | 'point'

/** *Something that was placed in a level.* */
export interface LevelActor {
  /** Its name: `Light12`. */
  readonly name: string
  /** Name of its class. */
  readonly class: string
  /** Its class and those that it extends, nearest first, as far as they are known. */
  readonly ancestry: readonly string[]
  /** Where its object is in the export table, from 0. */
  readonly index: number
  readonly kind: LevelActorKind
  /** Unreal units: where its mesh's or shape's origin is. */
  readonly location: Vector
  /** Pitch, yaw and roll; 65,536 for a full turn. */
  readonly rotation: Vector
  /** Factors for X, Y and Z. */
  readonly scale: Vector
  /** Number of the zone that it is in, if the level says so. */
  readonly zone?: number
  /** Not seen in the game. */
  readonly isHidden: boolean
  /** What it sets itself, by name, as data. */
  readonly properties: Json
  /** Number of the mesh that it shows among `Level.meshes`. */
  readonly mesh?: number
  /** The path of what it shows, when that was not found. */
  readonly missing?: string
  /** The light that it gives. */
  readonly light?: LevelLight
  /**
   * A shape of its own, around its `location`: the sides of a mover, the ground of a terrain. Of a terrain,
   * slots after the first lie on it as far as the alpha of the colours says.
   */
  readonly shape?: Mesh
  /** Where a mover goes. */
  readonly motion?: LevelMotion
  /** The picture of a sprite. */
  readonly sprite?: MaterialSlot
}

/** *The light of an actor*, in the engine's numbers. */
export interface LevelLight {
  /** Red, green and blue as the engine computes them, 0 to 1. */
  readonly color: Vector
  /** Unreal units at which it ends. */
  readonly radius: number
  /** Half angle of a spot, in radians, along the actor's X; absent for a light that shines all around. */
  readonly spot?: number
}

/** *The positions between which a mover moves.* */
export interface LevelMotion {
  /** Positions in world space and rotations, in the order of its keys. */
  readonly keys: readonly { readonly location: Vector; readonly rotation: Vector }[]
  /** The key at which it is in the file. */
  readonly key: number
  /** Seconds from one key to the next. */
  readonly moveTime: number
}

/** *A way between two actors.* */
export interface LevelPath {
  /** Where their objects are in the export table, from 0. */
  readonly from: number
  readonly to: number
  /** World units. */
  readonly distance: number
}

/** *A zone of a level.* */
export interface LevelZone {
  /** Name of its ZoneInfo; absent for a zone without one. */
  readonly name?: string
  /** What backdrops show: the room of a SkyZoneInfo. */
  readonly isSky: boolean
  /** Filled with water, slime or lava (`bWaterZone`). */
  readonly isFluid: boolean
  /** Red, green and blue that every surface gets, 0 to 1. */
  readonly ambient: Vector
}
