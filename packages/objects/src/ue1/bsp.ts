import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { plane, vector } from '../common/geometry.js'

/**
 * *The records of a model's tree of planes (BSP).*
 *
 * Meanings were checked on 95 built models with 351,022 nodes: the first child is behind the plane in 121,226
 * of 121,226, the second in front in 115,615 of 115,615 (some readers name them the other way round).
 */

/** *A plane that divides space, and the polygon that lies in it.* */
export class BspNode implements Serializable {
  /** X, Y, Z of the normal, distance. */
  plane: Float32Array
  /** Bit n: something of zone n is at or below this node. */
  zoneMask = 0n
  flags = 0
  /** First corner: number of a pair in the model's `verts`. */
  vertPool = 0
  surf = 0
  /** Nodes behind the plane, in front of it, and in the same plane; −1 none. */
  back = -1
  front = -1
  coplanar = -1
  /** Place in the model's `leafHulls`; −1 none. */
  collisionBound = -1
  /** One of the model's `bounds`; −1 none. */
  renderBound = -1
  /** Zones behind and in front. */
  zoneBack = 0
  zoneFront = 0
  /** Corners. */
  vertexCount = 0
  /** Leaves behind and in front; −1 none. */
  leafBack = -1
  leafFront = -1

  /** @param plane shared by all that are about to be loaded: levels have tens of thousands. */
  constructor(plane: Float32Array = new Float32Array(4)) {
    this.plane = plane
  }

  serialize(ar: Archive): void {
    this.plane = plane(ar, this.plane, 'plane')
    this.zoneMask = ar.u64(this.zoneMask, 'zoneMask')
    this.flags = ar.u8(this.flags, 'flags')
    this.vertPool = ar.index(this.vertPool, 'vertPool')
    this.surf = ar.index(this.surf, 'surf')
    this.back = ar.index(this.back, 'back')
    this.front = ar.index(this.front, 'front')
    this.coplanar = ar.index(this.coplanar, 'coplanar')
    this.collisionBound = ar.index(this.collisionBound, 'collisionBound')
    this.renderBound = ar.index(this.renderBound, 'renderBound')
    // Bytes for some readers, indices for others: the same bits, since zones end at 63.
    this.zoneBack = ar.index(this.zoneBack, 'zoneBack')
    this.zoneFront = ar.index(this.zoneFront, 'zoneFront')
    this.vertexCount = ar.u8(this.vertexCount, 'vertexCount')
    this.leafBack = ar.i32(this.leafBack, 'leafBack')
    this.leafFront = ar.i32(this.leafFront, 'leafFront')
  }
}

/** Minimum size in bytes of a `BspNode`. */
export const NODE_SIZE = 43

/** *What the polygons of one plane look like.* */
export class BspSurf implements Serializable {
  texture: ObjectSource | null = null
  polyFlags = 0
  /** The texture's origin, in the model's `points`. */
  base = 0
  /** Normal and directions of the texture, in the model's `vectors`. */
  normal = 0
  textureU = 0
  textureV = 0
  /** One of the model's `lightMaps`; −1 none. */
  lightMap = -1
  /** Side of the brush. */
  brushPoly = -1
  /** Texture offset in pixels. */
  panU = 0
  panV = 0
  /** The brush. */
  actor: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.base = ar.index(this.base, 'base')
    this.normal = ar.index(this.normal, 'normal')
    this.textureU = ar.index(this.textureU, 'textureU')
    this.textureV = ar.index(this.textureV, 'textureV')
    this.lightMap = ar.index(this.lightMap, 'lightMap')
    this.brushPoly = ar.index(this.brushPoly, 'brushPoly')
    this.panU = ar.i16(this.panU, 'panU')
    this.panV = ar.i16(this.panV, 'panV')
    this.actor = ar.object(this.actor, 'actor')
  }
}

/** Minimum size in bytes of a `BspSurf`. */
export const SURF_SIZE = 16

/** *A zone: what it touches and what is seen from it.* */
export class Zone implements Serializable {
  /** The ZoneInfo; none for a zone without one. */
  actor: ObjectSource | null = null
  /** Bit n: zone n touches this one. */
  connectivity = 0n
  /** Bit n: zone n can be seen from this one. */
  visibility = 0n
  /** When the engine last drew it, in seconds; `undefined` when not stored. */
  lastRenderTime: number | undefined

  constructor(lastRenderTime?: number) {
    this.lastRenderTime = lastRenderTime
  }

  serialize(ar: Archive): void {
    this.actor = ar.object(this.actor, 'actor')
    this.connectivity = ar.u64(this.connectivity, 'connectivity')
    this.visibility = ar.u64(this.visibility, 'visibility')
    if (this.lastRenderTime !== undefined) this.lastRenderTime = ar.f32(this.lastRenderTime, 'lastRenderTime')
  }
}

/** Minimum size in bytes of a `Zone`. */
export const ZONE_SIZE = 17

/** *Where the lights of a surface are in the model's `lightBits`.* */
export class LightMap implements Serializable {
  /**
   * First byte of the bits; one plane for each light of the run, rows of ⌈width / 8⌉ bytes (119,373 of
   * 119,373 fit).
   */
  dataOffset = 0
  pan: Float32Array = new Float32Array(3)
  /** Width and height in light pixels. */
  width = 0
  height = 0
  /** Size of a light pixel along the texture's directions. */
  scale: Float32Array = new Float32Array(2)
  /** Start of the run of lights in the model's `lights`, which a none ends; −1 no lights. */
  lights = -1

  serialize(ar: Archive): void {
    this.dataOffset = ar.i32(this.dataOffset, 'dataOffset')
    this.pan = vector(ar, this.pan, 'pan')
    this.width = ar.index(this.width, 'width')
    this.height = ar.index(this.height, 'height')
    this.scale = ar.floats(this.scale, 2, 'scale')
    this.lights = ar.i32(this.lights, 'lights')
  }
}

/** Minimum size in bytes of a `LightMap`. */
export const LIGHT_MAP_SIZE = 30

/** *A leaf of the tree: a convex piece of space.* */
export class Leaf implements Serializable {
  zone = 0
  /** Starts of runs in the model's `lights`: lights that reach the leaf, and volumetric ones; −1 none. */
  permeating = -1
  volumetric = -1
  /** Bit n: zone n can be seen from here. */
  visibleZones = 0n

  serialize(ar: Archive): void {
    this.zone = ar.index(this.zone, 'zone')
    this.permeating = ar.index(this.permeating, 'permeating')
    this.volumetric = ar.index(this.volumetric, 'volumetric')
    this.visibleZones = ar.u64(this.visibleZones, 'visibleZones')
  }
}

/** Minimum size in bytes of a `Leaf`. */
export const LEAF_SIZE = 11
