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
  /** The levels that it loads while it is played (UE3), in its own order; absent when it has none. */
  readonly sublevels?: readonly Sublevel[]
  /** Its Kismet (UE3): the sequences that are not in another one; absent when it has none. */
  readonly kismet?: readonly KismetSequence[]
  /** Where its built geometry is solid; absent where nothing is built, and in UE3. */
  readonly tree?: LevelTree
  /** What could not be shown, and why; each once. */
  readonly notes: readonly string[]
}

/**
 * *A level that is loaded into another one while that is played.* What it has is among the parts, actors,
 * zones and so on of the level that loads it, if it was asked for and found.
 */
export interface Sublevel {
  /** Name of its package. */
  readonly package: string
  /** Name of the class that says when it is loaded: `LevelStreamingKismet`. */
  readonly class: string
  /** Whether it is in this scene. */
  readonly isLoaded: boolean
  /** World units that all it has is moved by, which it is here already. */
  readonly offset: Vector
}

/** How a part is seen: as it is, not at all, or as a window into the sky zone. */
export type LevelPartKind = 'world' | 'invisible' | 'backdrop'

/** *Polygons of one zone that are seen alike.* */
export interface LevelPart {
  readonly kind: LevelPartKind
  /** Number of the zone in front of the polygons, among `Level.zones`. */
  readonly zone: number
  /** Number of the level that they are of among `Level.sublevels`; absent for the level itself. */
  readonly sublevel?: number
  /**
   * The polygons as one level of detail, in world space. The second set of texture coordinates belongs to
   * `lightPage`; without a page it is not there.
   */
  readonly mesh: Mesh
  /** Number of the picture with its light among `Level.lightPages`; absent for polygons without light. */
  readonly lightPage?: number
  /** Factors of red, green and blue of that picture, where these polygons have other ones than the page. */
  readonly brightness?: Vector
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
export type LevelActorKind =
  | 'mesh'
  | 'mover'
  | 'terrain'
  | 'brush'
  | 'volume'
  | 'decal'
  | 'projector'
  | 'emitter'
  | 'fluid'
  | 'prefab'
  | 'light'
  | 'sprite'
  | 'point'

/** *Something that was placed in a level.* */
export interface LevelActor {
  /** Its name: `Light12`. */
  readonly name: string
  /** Name of its class. */
  readonly class: string
  /** Its class and those that it extends, nearest first, as far as they are known. */
  readonly ancestry: readonly string[]
  /** Where its object is in the export table of its package, from 0. */
  readonly index: number
  /** Number of the level that it is in among `Level.sublevels`; absent for the level itself. */
  readonly sublevel?: number
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
   * A shape of its own, around its `location`: the sides of a mover, of a volume, of a brush that the editor
   * built the level of; the ground of a terrain; the surface of a fluid. Of a terrain, slots after the first
   * lie on it as far as the alpha of the colours says.
   */
  readonly shape?: Mesh
  /** What else it shows, each with a place of its own (UE3); then it has neither `mesh` nor `shape`. */
  readonly components?: readonly LevelComponent[]
  /** Where a mover goes. */
  readonly motion?: LevelMotion
  /** The picture of a sprite. */
  readonly sprite?: MaterialSlot
  /** The pictures of the particles that it emits. */
  readonly sprites?: readonly MaterialSlot[]
  /** What a projector throws onto what is before it, along its X. */
  readonly projector?: LevelProjector
}

/** *What a projector throws onto surfaces*, in the engine's numbers. */
export interface LevelProjector {
  /** Its picture. */
  readonly texture?: MaterialSlot
  /** Its angle of view in degrees; 0 for one whose rays are parallel. */
  readonly fov: number
  /** World units that it reaches. */
  readonly distance: number
}

/** *What an actor of UE3 is put together of*, as far as it is drawn. */
export interface LevelComponent {
  /** Its name: `StaticMeshComponent0`. */
  readonly name: string
  /** Name of its class. */
  readonly class: string
  /** Where it is relative to the actor, whose own scale, rotation and location come after. */
  readonly location: Vector
  /** Pitch, yaw and roll; 65,536 for a full turn. */
  readonly rotation: Vector
  /** Factors for X, Y and Z. */
  readonly scale: Vector
  /** True when its place is one in the world, whatever the place of the actor is. */
  readonly isInWorld?: true
  /** Not seen in the game. */
  readonly isHidden: boolean
  /** Number of the mesh that it shows among `Level.meshes`. */
  readonly mesh?: number
  /** The path of what it shows, when that was not found. */
  readonly missing?: string
  /** A shape of its own: a piece of a terrain, the sides of a volume. */
  readonly shape?: Mesh
  /**
   * Where copies of it are relative to its own place, ten numbers each: X, Y, Z; the quaternion X, Y, Z, W;
   * factors for X, Y and Z. Absent for a component that is drawn once, at its own place.
   */
  readonly instances?: Float32Array
  /** The light on it, where that is in a picture. */
  readonly light?: LightOnMesh
}

/** *Where the light on a mesh is in a picture.* */
export interface LightOnMesh {
  /** Number of the picture among `Level.lightPages`. */
  readonly page: number
  /** The set of texture coordinates that is meant. */
  readonly uvSet: number
  /** Factors for these coordinates. */
  readonly scale: readonly [u: number, v: number]
  /** What is added to them then. */
  readonly offset: readonly [u: number, v: number]
  /** Factors of red, green and blue of the picture, in place of those of the page. */
  readonly brightness: Vector
}

/** *The light of an actor*, in the engine's numbers. */
export interface LevelLight {
  /** Red, green and blue as the engine computes them, 0 to 1; lights of UE3 may be brighter. */
  readonly color: Vector
  /** Unreal units at which it ends; 0 for a light of a `kind`. */
  readonly radius: number
  /** A light from far away, along the actor's X, or one from all of the sky; absent for one with a radius. */
  readonly kind?: 'directional' | 'sky'
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
  /** Seconds of each key from the first one, where these are not `moveTime` apart. */
  readonly times?: readonly number[]
}

/** *A way between two actors* of one package. */
export interface LevelPath {
  /** Number of the level that they are in among `Level.sublevels`; absent for the level itself. */
  readonly sublevel?: number
  /** Where their objects are in the export table, from 0. */
  readonly from: number
  readonly to: number
  /** World units. */
  readonly distance: number
}

/** *The tree of planes that divides a level into solid ground and open space.* */
export interface LevelTree {
  /** X, Y and Z of the normal and the distance from the origin, for each node; the first is the root. */
  readonly planes: Float32Array
  /** Node behind the plane and node in front of it, for each node; −1 none. */
  readonly children: Int32Array
  /** Leaf behind and in front, where there is no further node; −1 is solid ground. */
  readonly leaves: Int32Array
  /** Zone behind and in front. */
  readonly zones: Int32Array
  /** The polygons between zones. */
  readonly portals: readonly LevelPortal[]
}

/** *A polygon that was placed to separate two zones.* */
export interface LevelPortal {
  /** Number of its surface. */
  readonly surface: number
  /** The zones behind it and in front of it. */
  readonly zones: readonly [number, number]
  /** One of its corners. */
  readonly place: Vector
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
  /** What hides things that are far away; absent for a zone without fog. */
  readonly fog?: LevelFog
  /** How fast surfaces that pan move, as the engine counts it; absent for 1 and 1. */
  readonly pan?: readonly [u: number, v: number]
}

/** *The fog of a zone.* */
export interface LevelFog {
  /** Red, green and blue, 0 to 1. */
  readonly color: Vector
  /** World units from which on there is fog. */
  readonly start: number
  /** World units from which on there is nothing else. */
  readonly end: number
}

/** *A sequence of Kismet*: what happens in a level, as boxes with wires between them. */
export interface KismetSequence {
  /** Its path in the package. */
  readonly path: string
  /** Its name in the editor. */
  readonly name: string
  /** Its boxes, in their order; those that are sequences themselves have one in `sequences` as well. */
  readonly nodes: readonly KismetNode[]
  /** The sequences in it. */
  readonly sequences: readonly KismetSequence[]
}

/** *A box of Kismet*: an event, an action, a condition, a variable, or a sequence. */
export interface KismetNode {
  /** Its path in the package. */
  readonly path: string
  /** Name of its class: `SeqAct_Delay`. */
  readonly class: string
  /** Its title in the editor; empty if its class is not available and it has none of its own. */
  readonly title: string
  /** What its author wrote above it. */
  readonly comment: string
  /** Where it is drawn, in pixels. */
  readonly position: readonly [x: number, y: number]
  /** Its wires, from what is triggered to what that triggers, in the order of its outputs. */
  readonly outputs: readonly KismetWire[]
  /** What it reads and writes, in the order of its variable links. */
  readonly variables: readonly KismetUse[]
  /** The events that it listens to, in the order of its event links. */
  readonly events: readonly KismetUse[]
  /** What it sets itself, by name, as data, without its links. */
  readonly properties: Json
}

/** A wire of Kismet. */
export interface KismetWire {
  /** The name of the output: `Finished`. */
  readonly output: string
  /** Path of the box that it leads to; absent for an output without a wire. */
  readonly to?: string
  /** The input there, by its number and, if that is known, its name. */
  readonly input?: { readonly index: number; readonly name?: string }
  /** Seconds until it triggers. */
  readonly delay: number
}

/** Something that a box of Kismet uses. */
export interface KismetUse {
  /** What it is used as: `Target`. */
  readonly name: string
  /** Paths of the variables or events; empty for a link that is not used. */
  readonly objects: readonly string[]
}
