import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Guid, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import { NO_FLOATS, NO_INTS, recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'
import { BoxSphereBounds } from '../bounds.js'
import { BulkArray, bulkFloats, bulkInts } from '../bulk-array.js'
import { LightmassPrimitiveSettings } from './lightmass.js'

/** *A surface: what the nodes cut from one polygon share.* */
export class BspSurf implements Serializable {
  /** The material of its polygons; none is the default one. */
  material: ObjectSource | null = null
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** Indices into `points` and `vectors`. */
  base = 0
  /** Index into the model's `vectors`. */
  normal = 0
  /** Index into `vectors`: the direction in which U grows. */
  textureU = 0
  /** The same for V. */
  textureV = 0
  /** Index of the polygon in its brush. */
  brushPoly = 0
  /** The Brush that the polygon is of. */
  actor: ObjectSource | null = null
  /** X, Y, Z of the normal, and distance. */
  plane: Float32Array = new Float32Array(4)
  /** World units that one texel of the light map covers. */
  shadowMapScale = 0
  /** A bit for each channel of lights that reach it. */
  lightingChannels = 0
  /** Index into the model's `lightmassSettings`. */
  lightmassIndex = 0

  serialize(ar: Archive): void {
    this.material = ar.object(this.material, 'material')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.base = ar.i32(this.base, 'base')
    this.normal = ar.i32(this.normal, 'normal')
    this.textureU = ar.i32(this.textureU, 'textureU')
    this.textureV = ar.i32(this.textureV, 'textureV')
    this.brushPoly = ar.i32(this.brushPoly, 'brushPoly')
    this.actor = ar.object(this.actor, 'actor')
    this.plane = ar.floats(this.plane, 4, 'plane')
    this.shadowMapScale = ar.f32(this.shadowMapScale, 'shadowMapScale')
    if (ar.since(Version.LightingChannels)) this.lightingChannels = ar.u32(this.lightingChannels, 'lightingChannels')
    if (ar.since(Version.Lightmass)) this.lightmassIndex = ar.i32(this.lightmassIndex, 'lightmassIndex')
  }
}

/** *A part of a level that sees only some others.* */
export class ZoneProperties implements Serializable {
  /** The ZoneInfo of the zone; none is the level's own settings. */
  actor: ObjectSource | null = null
  /** Seconds of play when the zone was last seen. */
  lastRenderTime = 0
  /** A bit for each zone that touches this one, and for each that can be seen from it. */
  connectivity = 0n
  /** Bit n: zone n can be seen from this one. */
  visibility = 0n

  serialize(ar: Archive): void {
    this.actor = ar.object(this.actor, 'actor')
    this.lastRenderTime = ar.f32(this.lastRenderTime, 'lastRenderTime')
    this.connectivity = ar.u64(this.connectivity, 'connectivity')
    this.visibility = ar.u64(this.visibility, 'visibility')
  }
}

/** *Model (UE3): the solid of a level, a brush or a volume, cut into a tree of planes.* 525 of 525. */
export class Model extends UnrealObject {
  /** In world units. */
  bounds = new BoxSphereBounds()
  /** X, Y, Z each. */
  vectors: Float32Array = NO_FLOATS
  /** Corners and origins of textures: X, Y, Z each. */
  points: Float32Array = NO_FLOATS
  /**
   * 64 bytes a node (68 before `Version.BulkArrays`): plane as 4 floats; first vertex, surface, first vertex
   * in the buffer; 16 bits component, 16 bits place in it; element; back, front, next in the same plane;
   * bound; two bytes zones, number of vertices, flags; two leaves.
   */
  nodes = new BulkArray(64)
  /** The model itself. */
  self: ObjectSource | null = null
  /** What `nodes` refer to for material and brush. */
  surfs: BspSurf[] = []
  /**
   * 24 bytes a corner: point, side, two floats of shadow coordinates, two of the backside (16 without these
   * in Mass Effect 3).
   */
  verts = new BulkArray(24)
  /** Sides of polygons that several polygons share. */
  sharedSideCount = 0
  /** At most 64. */
  zones: ZoneProperties[] = []
  /** The Polys that the tree was built from. */
  polys: ObjectSource | null = null
  /** Convex hulls of leaves: node numbers in runs that −1 ends, and the bits of a box's floats. */
  leafHulls: Int32Array = NO_INTS
  /** Zone of each leaf. */
  leaves: Int32Array = NO_INTS
  /** 1 when space is empty before anything is added, as in a brush; 0 in a level. */
  isRootOutside = 0
  /** 1 when `link` of coplanar polygons has been worked out, else 0. */
  isLinked = 0
  /** Numbers of the nodes that are portals between zones. */
  portalNodes: Int32Array = NO_INTS
  /** Two vertices and two faces each. */
  shadowVolumeEdges: Int32Array = NO_INTS
  /** Vertices of the vertex buffer. */
  vertexCount = 0
  /**
   * 36 bytes per vertex (40 before `Version.BulkArrays`): place, tangent X, tangent Z, two floats of
   * coordinates, two of shadow coordinates.
   */
  vertexBuffer = new BulkArray(36)
  /** Changed by each build of the lighting. */
  lightingGuid = Guid.ZERO
  /** What `lightmassIndex` of surfaces refers to. */
  lightmassSettings: LightmassPrimitiveSettings[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.bounds, 'bounds')
    this.vectors = bulkFloats(ar, this.vectors, 3, 'vectors')
    this.points = bulkFloats(ar, this.points, 3, 'points')
    if (ar.isLoading && !ar.since(Version.BulkArrays)) {
      this.nodes.elementSize = 68
      this.vertexBuffer.elementSize = 40
    }
    ar.record(this.nodes, 'nodes')
    this.self = ar.object(this.self, 'self')
    this.surfs = recordArray(ar, this.surfs, () => new BspSurf(), 52, 'surfs')
    ar.record(this.verts, 'verts')
    this.sharedSideCount = ar.i32(this.sharedSideCount, 'sharedSideCount')
    this.zones = recordArray(ar, this.zones, () => new ZoneProperties(), 24, 'zones')
    this.polys = ar.object(this.polys, 'polys')
    this.leafHulls = bulkInts(ar, this.leafHulls, 'leafHulls')
    this.leaves = bulkInts(ar, this.leaves, 'leaves')
    this.isRootOutside = ar.i32(this.isRootOutside, 'isRootOutside')
    this.isLinked = ar.i32(this.isLinked, 'isLinked')
    this.portalNodes = bulkInts(ar, this.portalNodes, 'portalNodes')
    if (!ar.since(Version.NoShadowVolumes))
      this.shadowVolumeEdges = bulkInts(ar, this.shadowVolumeEdges, 'shadowVolumeEdges', 4)
    this.vertexCount = ar.i32(this.vertexCount, 'vertexCount')
    ar.record(this.vertexBuffer, 'vertexBuffer')
    if (!ar.since(Version.Lightmass)) return
    this.lightingGuid = ar.guid(this.lightingGuid, 'lightingGuid')
    this.lightmassSettings = recordArray(
      ar,
      this.lightmassSettings,
      () => new LightmassPrimitiveSettings(),
      LightmassPrimitiveSettings.MIN_SIZE,
      'lightmassSettings',
    )
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.isA('polys', this.polys, 'Polys')
    const points = this.points.length / 3
    for (const [i, surface] of this.surfs.entries()) {
      report.index(`surfs[${i}].base`, surface.base, points, 'points')
      for (const name of ['normal', 'textureU', 'textureV'] as const)
        report.index(`surfs[${i}].${name}`, surface[name], this.vectors.length / 3, 'vectors')
    }
    // An editor keeps more vertices than it counts.
    const { count } = this.vertexBuffer
    if (count > 0) report.run('vertexBuffer', 0, this.vertexCount, count, 'vertices')
  }
}
