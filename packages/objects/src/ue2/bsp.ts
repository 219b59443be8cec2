import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { PartHeader, partHeader } from './part-header.js'

/**
 * *A node of the BSP tree: a convex polygon and the halves of space before and behind its plane.*
 *
 * Numbers of nodes, surfaces, points … are −1 for none.
 */
export class BspNode implements Serializable {
  /** X, Y, Z of the normal and distance. */
  plane: Float32Array = new Float32Array(4)
  /** Bit n: zone n is below this node. */
  zoneMask = 0n
  flags = 0
  /** First of the node's vertices in `Model.verts`. */
  vertPool = 0
  surf = 0
  /** Nodes: behind the plane, before it, and the next one on the same plane. */
  back = -1
  front = -1
  coplanar = -1
  collisionBound = -1
  renderBound = -1
  /** X, Y, Z and radius of the polygon's bounds. */
  sphere: Float32Array = new Float32Array(4)
  /** Four zeros, meaning unknown; until `Feature.NodesWithoutGap`. */
  gap: Float32Array = new Float32Array(4)
  /** Zones behind and before the plane. */
  zones: [number, number] = [0, 0]
  numVertices = 0
  /** Leaves behind and before the plane. */
  leaves: [number, number] = [-1, -1]
  section = -1
  /** Number within the section's vertices. */
  firstVertex = 0
  lightMap = -1

  /** Since `Feature.BspHeader`. */
  header = new PartHeader()
  /** Behind a header of minor version 1 and later: 0 in all. */
  unknown = 0

  serialize(ar: Archive): void {
    const minor = partHeader(ar, this.header, Feature.BspHeader)
    const withoutLight = ar.since(Feature.LightComponents)
    this.plane = ar.floats(this.plane, 4, 'plane')
    this.zoneMask = ar.u64(this.zoneMask, 'zoneMask')
    this.flags = ar.u8(this.flags, 'flags')
    this.vertPool = ar.index(this.vertPool, 'vertPool')
    this.surf = ar.index(this.surf, 'surf')
    this.back = ar.index(this.back, 'back')
    this.front = ar.index(this.front, 'front')
    this.coplanar = ar.index(this.coplanar, 'coplanar')
    this.collisionBound = ar.index(this.collisionBound, 'collisionBound')
    if (!withoutLight) {
      this.renderBound = ar.index(this.renderBound, 'renderBound')
      this.sphere = ar.floats(this.sphere, 4, 'sphere')
      if (!ar.since(Feature.NodesWithoutGap)) this.gap = ar.floats(this.gap, 4, 'gap')
    }
    this.zones[0] = ar.index(this.zones[0], 'zones[0]')
    this.zones[1] = ar.index(this.zones[1], 'zones[1]')
    this.numVertices = ar.u8(this.numVertices, 'numVertices')
    this.leaves[0] = ar.i32(this.leaves[0], 'leaves[0]')
    this.leaves[1] = ar.i32(this.leaves[1], 'leaves[1]')
    if (withoutLight) return
    this.section = ar.i32(this.section, 'section')
    this.firstVertex = ar.i32(this.firstVertex, 'firstVertex')
    this.lightMap = ar.i32(this.lightMap, 'lightMap')
    if (minor > 0) this.unknown = ar.u8(this.unknown, 'unknown')
  }
}

/** Minimum size in bytes of a node. */
export const NODE_SIZE = 42

/** *A surface: what the nodes cut from one polygon of a brush have in common.* */
export class BspSurf implements Serializable {
  material: ObjectSource | null = null
  polyFlags = 0
  /** Number of a point: where the texture's origin lies. */
  base = 0
  /** Numbers of vectors: normal, and the directions of U and V, of length 1 / (world units a texel). */
  normal = 0
  textureU = 0
  textureV = 0
  /** Polygon of the brush that it was made from. */
  brushPoly = -1
  /** The Brush actor. */
  brush: ObjectSource | null = null
  plane: Float32Array = new Float32Array(4)
  /** World units that one texel of the light map covers, 32 unless changed. */
  lightMapScale = 32
  /** Since `Feature.PolyNumber`. */
  number = 0
  /** Since `Feature.BspHeader`. */
  header = new PartHeader()

  serialize(ar: Archive): void {
    partHeader(ar, this.header, Feature.BspHeader)
    this.material = ar.object(this.material, 'material')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.base = ar.index(this.base, 'base')
    this.normal = ar.index(this.normal, 'normal')
    this.textureU = ar.index(this.textureU, 'textureU')
    this.textureV = ar.index(this.textureV, 'textureV')
    this.brushPoly = ar.index(this.brushPoly, 'brushPoly')
    this.brush = ar.object(this.brush, 'brush')
    this.plane = ar.floats(this.plane, 4, 'plane')
    this.lightMapScale = ar.f32(this.lightMapScale, 'lightMapScale')
    if (ar.since(Feature.PolyNumber)) this.number = ar.i32(this.number, 'number')
  }
}

/** Minimum size in bytes of a surface. */
export const SURF_SIZE = 31

/** *A zone of the BSP tree.* */
export class BspZone implements Serializable {
  /** The ZoneInfo actor. */
  actor: ObjectSource | null = null
  /** Bit n: zone n is next to this one. */
  connectivity = 0n
  /** Bit n: zone n can be seen from this one. */
  visibility = 0n
  lastRenderTime = 0

  serialize(ar: Archive): void {
    this.actor = ar.object(this.actor, 'actor')
    this.connectivity = ar.u64(this.connectivity, 'connectivity')
    this.visibility = ar.u64(this.visibility, 'visibility')
    this.lastRenderTime = ar.f32(this.lastRenderTime, 'lastRenderTime')
  }
}

/** *A leaf of the BSP tree: a convex piece of empty space.* */
export class BspLeaf implements Serializable {
  zone = 0
  /** First entries in `Model.lights`, −1 for none. Until `Feature.LightComponents`, as the rest. */
  permeating = -1
  volumetric = -1
  visibleZones = 0n

  serialize(ar: Archive): void {
    this.zone = ar.index(this.zone, 'zone')
    if (ar.since(Feature.LightComponents)) return
    this.permeating = ar.index(this.permeating, 'permeating')
    this.volumetric = ar.index(this.volumetric, 'volumetric')
    this.visibleZones = ar.u64(this.visibleZones, 'visibleZones')
  }
}
