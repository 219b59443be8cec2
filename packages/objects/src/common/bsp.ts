import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { plane } from './geometry.js'

/**
 * *The records of a model's tree of planes (BSP)* that UE1 and UE2 share.
 *
 * Meanings were checked on 95 built models of UE1 with 351,022 nodes: the first child is behind the plane in
 * 121,226 of 121,226, the second in front in 115,615 of 115,615 (some readers name them the other way round).
 */

/** *A plane that divides space, and the polygon that lies in it.* UE1, and most of UE2's. */
export class BspNode implements Serializable {
  /** X, Y, Z of the normal, distance. */
  plane: Float32Array
  /** Bit n: something of zone n is at or below this node. */
  zoneMask = 0n
  /** Bits as stored, 8 of them. */
  flags = 0
  /** First corner: number of a pair in the model's `verts`. */
  vertPool = 0
  /** One of the model's `surfs`: what the polygon looks like. */
  surf = 0
  /** Nodes behind the plane, in front of it, and in the same plane; −1 none. */
  back = -1
  /** Node in front of the plane; −1 none. */
  front = -1
  /** Next node in the same plane; −1 none. */
  coplanar = -1
  /** Place in the model's `leafHulls`; −1 none. */
  collisionBound = -1
  /** One of the model's `bounds`; −1 none. */
  renderBound = -1
  /** Zones behind and in front. */
  zoneBack = 0
  /** Zone in front. */
  zoneFront = 0
  /** Corners. */
  numVertices = 0
  /** Leaves behind and in front; −1 none. */
  leafBack = -1
  /** Leaf in front; −1 none. */
  leafFront = -1

  /** @param plane shared by all that are about to be loaded: levels have tens of thousands. */
  constructor(plane: Float32Array = new Float32Array(4)) {
    this.plane = plane
  }

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.serializeTree(ar)
    this.renderBound = ar.index(this.renderBound, 'renderBound')
    this.serializeSides(ar)
  }

  /** The plane, what is in it, and the nodes around it. */
  protected serializeTree(ar: Archive): void {
    this.plane = plane(ar, this.plane, 'plane')
    this.zoneMask = ar.u64(this.zoneMask, 'zoneMask')
    this.flags = ar.u8(this.flags, 'flags')
    this.vertPool = ar.index(this.vertPool, 'vertPool')
    this.surf = ar.index(this.surf, 'surf')
    this.back = ar.index(this.back, 'back')
    this.front = ar.index(this.front, 'front')
    this.coplanar = ar.index(this.coplanar, 'coplanar')
    this.collisionBound = ar.index(this.collisionBound, 'collisionBound')
  }

  /** Zones and leaves at both sides, and the number of corners between them. */
  protected serializeSides(ar: Archive): void {
    // Bytes for some readers, indices for others: the same bits, since zones end at 63.
    this.zoneBack = ar.index(this.zoneBack, 'zoneBack')
    this.zoneFront = ar.index(this.zoneFront, 'zoneFront')
    this.numVertices = ar.u8(this.numVertices, 'numVertices')
    this.leafBack = ar.i32(this.leafBack, 'leafBack')
    this.leafFront = ar.i32(this.leafFront, 'leafFront')
  }
}

/** Minimum size in bytes of a `BspNode`. */
export const NODE_SIZE = 43

/** *A zone: what it touches and what is seen from it.* UE1 and UE2. */
export class ZoneProperties implements Serializable {
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

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.actor = ar.object(this.actor, 'actor')
    this.connectivity = ar.u64(this.connectivity, 'connectivity')
    this.visibility = ar.u64(this.visibility, 'visibility')
    if (this.lastRenderTime !== undefined) this.lastRenderTime = ar.f32(this.lastRenderTime, 'lastRenderTime')
  }
}

/** Minimum size in bytes of a `ZoneProperties`. */
export const ZONE_SIZE = 17

/** *A leaf of the tree: a convex piece of space.* UE1 and UE2. */
export class Leaf implements Serializable {
  /** The zone that it is in. */
  zone = 0
  /**
   * Starts of runs in the model's `lights`: lights that reach the leaf, and volumetric ones; −1 none. These
   * and `visibleZones` until `Feature.LightComponents`.
   */
  permeating = -1
  /** Start of the run of volumetric lights; −1 none. */
  volumetric = -1
  /** Bit n: zone n can be seen from here. */
  visibleZones = 0n

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.zone = ar.index(this.zone, 'zone')
    if (ar.since(Feature.LightComponents)) return
    this.permeating = ar.index(this.permeating, 'permeating')
    this.volumetric = ar.index(this.volumetric, 'volumetric')
    this.visibleZones = ar.u64(this.visibleZones, 'visibleZones')
  }
}

/** Minimum size in bytes of a `Leaf`. */
export const LEAF_SIZE = 1
