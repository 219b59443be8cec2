import type { Archive, ObjectSource } from '@ukit/container'
import { Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import {
  byteArray,
  indexArray,
  intArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  objectArray,
  recordArray,
  vectorArray,
} from '../common/arrays.js'
import { BspNode, LEAF_SIZE, Leaf, NODE_SIZE, ZONE_SIZE, ZoneProperties } from '../common/bsp.js'
import { checkModel } from '../common/check-model.js'
import { BOX_SIZE, Box } from '../common/geometry.js'
import { BspSurf, LIGHT_MAP_SIZE, LightMap, SURF_SIZE } from './bsp.js'
import { Primitive } from './primitive.js'

/**
 * *Where a model of versions before 62 keeps its geometry: objects of the classes Vectors, BspNodes, BspSurfs
 * and Verts.*
 */
export class ModelParts {
  /** A Vectors: normals and directions of textures. */
  vectors: ObjectSource | null = null
  /** A Vectors: corners. */
  points: ObjectSource | null = null
  /** A BspNodes: the tree, and the zones. */
  nodes: ObjectSource | null = null
  /** A BspSurfs. */
  surfs: ObjectSource | null = null
  /** A Verts. */
  verts: ObjectSource | null = null
  /** Two indices at the end, which readers call zone and leaf of the leaves. */
  leafZone = 0
  /** The second of the two. */
  leafLeaf = 0
}

/**
 * *Model: the geometry of a brush, or of a whole level once it has been built.*
 *
 * A brush has sides (`polys`) and little else; a built one has the tree of planes. 31,357 of 31,357 (versions
 * 68, 69); the form before 62 is from readers.
 */
export class Model extends Primitive {
  /** Normals and directions of textures. */
  vectors = NO_FLOATS
  /** Corners. */
  points = NO_FLOATS
  /** The tree; node 0 is its root. */
  nodes: BspNode[] = []
  /** What `nodes` refer to for texture and brush. */
  surfs: BspSurf[] = []
  /**
   * Corners of polygons, two numbers each: one of `points`, and the side that it shares with other polygons
   * (−1 none).
   */
  verts = NO_INTS
  /** More than any `side` of a vert. */
  numSharedSides = 0
  /** At most 64. */
  zones: ZoneProperties[] = []
  /** The Polys that the tree was built from; a brush's own sides. */
  polys: ObjectSource | null = null
  /** What surfaces refer to. */
  lightMaps: LightMap[] = []
  /** One bit a light pixel: lit or in shadow. */
  lightBits = NO_BYTES
  /** Boxes that nodes refer to. */
  bounds: Box[] = []
  /**
   * Runs that nodes point at: node numbers (bit 30: other side), −1, then the bits of six floats: a box
   * (114,184 of 114,184).
   */
  leafHulls = NO_INTS
  /** Convex pieces of open space; what nodes refer to. */
  leaves: Leaf[] = []
  /** Runs of lights, each ended by none. */
  lights: (ObjectSource | null)[] = []
  /** 0: outside is solid, as in a level; 1: a brush. */
  rootOutside = 0
  /** 1: the sides know their coplanar neighbours. */
  linked = 0
  /** Set in versions before 62, which keep `vectors` to `verts` elsewhere. */
  parts: ModelParts | undefined = undefined

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.InlineModel)) this.#serializeInline(ar)
    else {
      this.parts ??= new ModelParts()
      this.#serializeParts(ar, this.parts)
    }
    this.polys = ar.object(this.polys, 'polys')
    this.lightMaps = recordArray(ar, this.lightMaps, () => new LightMap(), LIGHT_MAP_SIZE, 'lightMaps')
    this.lightBits = byteArray(ar, this.lightBits, 'lightBits')
    this.bounds = recordArray(ar, this.bounds, () => new Box(), BOX_SIZE, 'bounds')
    this.leafHulls = intArray(ar, this.leafHulls, 'leafHulls')
    this.leaves = recordArray(ar, this.leaves, () => new Leaf(), LEAF_SIZE, 'leaves')
    this.lights = objectArray(ar, this.lights, 'lights')
    if (this.parts !== undefined) {
      this.parts.leafZone = ar.index(this.parts.leafZone, 'leafZone')
      this.parts.leafLeaf = ar.index(this.parts.leafLeaf, 'leafLeaf')
    }
    this.rootOutside = ar.u32(this.rootOutside, 'rootOutside')
    this.linked = ar.u32(this.linked, 'linked')
  }

  #serializeInline(ar: Archive): void {
    this.vectors = vectorArray(ar, this.vectors, 'vectors')
    this.points = vectorArray(ar, this.points, 'points')
    this.nodes = recordArray(ar, this.nodes, () => new BspNode(NO_FLOATS), NODE_SIZE, 'nodes')
    this.surfs = recordArray(ar, this.surfs, () => new BspSurf(), SURF_SIZE, 'surfs')
    this.verts = indexArray(ar, this.verts, 2, 'verts')
    this.numSharedSides = ar.i32(this.numSharedSides, 'numSharedSides')
    const hasTime = !ar.since(Version.NoZoneRenderTime)
    const count = ar.count(this.zones.length, 'zones.count', ZONE_SIZE)
    this.zones = ar.records(this.zones, count, () => new ZoneProperties(hasTime ? 0 : undefined), 'zones')
  }

  #serializeParts(ar: Archive, parts: ModelParts): void {
    parts.vectors = ar.object(parts.vectors, 'parts.vectors')
    parts.points = ar.object(parts.points, 'parts.points')
    parts.nodes = ar.object(parts.nodes, 'parts.nodes')
    parts.surfs = ar.object(parts.surfs, 'parts.surfs')
    parts.verts = ar.object(parts.verts, 'parts.verts')
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.isA('polys', this.polys, 'Polys')
    checkModel(report, this, this.bounds.length)
    for (const [i, map] of this.lightMaps.entries()) {
      if (map.lights < 0) continue
      const planes = this.lights.indexOf(null, map.lights) - map.lights
      const size = planes * Math.ceil(map.width / 8) * map.height
      if (planes < 0)
        report.error(
          `lightMaps[${i}].lights`,
          `expected a run of lights ended by a null, found no end from number ${map.lights} on`,
        )
      else report.run(`lightMaps[${i}].dataOffset`, map.dataOffset, size, this.lightBits.length, 'bytes of light')
    }
    for (const [i, surf] of this.surfs.entries())
      report.indexOrNone(`surfs[${i}].lightMap`, surf.lightMap, this.lightMaps.length, 'light maps')
  }
}
