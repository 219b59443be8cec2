import type { Archive, ObjectSource } from '@ukit/container'
import { Feature } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import type { CheckReport } from '../check.js'
import {
  arrayCount,
  indexArray,
  intArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  objectArray,
  recordArray,
  vectorArray,
} from '../common/arrays.js'
import { LEAF_SIZE, Leaf, ZoneProperties } from '../common/bsp.js'
import { checkModel } from '../common/check-model.js'
import { BOX_SIZE, Box } from '../common/geometry.js'
import { pixelBytes, pixelFormatOf } from '../common/pixel-format.js'
import { BspNode, BspSurf, NODE_SIZE, SURF_SIZE } from './bsp.js'
import { BspSection, LIGHT_MAP_SIZE, LightMap, LightMapTexture } from './light-map.js'
import { ModelEnd } from './model-end.js'
import { PartHeader, partHeader } from './part-header.js'
import { Primitive } from './primitive.js'

/**
 * *Model: the BSP of a level, brush, volume or mover, and the light on it.*
 *
 * Levels' models have everything; brushes' have only `polys`, and bounds.
 */
export class Model extends Primitive {
  /** Since `Feature.ModelHeader`. */
  header = new PartHeader()
  /** After a header of minor version 1 and later. */
  end = new ModelEnd()
  /**
   * Since `Feature.ModelArrays`: arrays of what is not known, always empty (two, since
   * `Feature.OneModelArray` one).
   */
  unknownCounts = [0, 0]
  /** X, Y, Z each: normals and texture directions. */
  vectors = NO_FLOATS
  /** X, Y, Z each. */
  points = NO_FLOATS
  /** The tree; node 0 is its root. */
  nodes: BspNode[] = []
  /** What `nodes` refer to for material and brush. */
  surfs: BspSurf[] = []
  /** Vertices of nodes, two numbers each: point, and side shared with other nodes (−1 for none). */
  verts = NO_INTS
  /** More than any `side` of a vert. */
  numSharedSides = 0
  /** At most 64. */
  zones: ZoneProperties[] = []
  /** Polys object that the BSP was made from. */
  polys: ObjectSource | null = null
  /** Bounds that nodes refer to. */
  boxes: Box[] = []
  /**
   * Planes of convex hulls: node numbers, bit 0x40000000 if reversed; −1 ends them, then six floats of
   * a box.
   */
  leafHulls = NO_INTS
  /** Convex pieces of open space; what nodes refer to. */
  leaves: Leaf[] = []
  /** Lists of lights that leaves refer to, each ended by none. */
  lights: (ObjectSource | null)[] = []
  /** 1 when space is empty before anything is added or cut. */
  rootOutside = 0
  /** 1 when the sides know their coplanar neighbours, else 0. */
  linked = 0
  /** What is drawn at once. */
  sections: BspSection[] = []
  /** One for each surface and zone with light. */
  lightMaps: LightMap[] = []
  /** What `lightMaps` are on. */
  lightMapTextures: LightMapTexture[] = []

  /**
   * Since `Feature.OpaqueModelLight`: whether sections and light maps are stored in the common form;
   * otherwise they are in `opaqueLight`.
   */
  hasLightMaps = true
  /** Light in a form of the game's own, kept as bytes; empty while `hasLightMaps`. */
  opaqueLight = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const minor = partHeader(ar, this.header, Feature.ModelHeader)
    if (ar.since(Feature.ModelArrays)) this.#serializeUnknown(ar)
    this.vectors = vectorArray(ar, this.vectors, 'vectors')
    this.points = vectorArray(ar, this.points, 'points')
    this.nodes = recordArray(ar, this.nodes, () => new BspNode(), NODE_SIZE, 'nodes')
    this.surfs = recordArray(ar, this.surfs, () => new BspSurf(), SURF_SIZE, 'surfs')
    this.verts = indexArray(ar, this.verts, 2, 'verts')
    this.numSharedSides = ar.i32(this.numSharedSides, 'numSharedSides')
    const zones = ar.count(this.zones.length, 'numZones', 21)
    this.zones = ar.records(this.zones, zones, () => new ZoneProperties(0), 'zones')
    this.polys = ar.object(this.polys, 'polys')
    this.boxes = recordArray(ar, this.boxes, () => new Box(), BOX_SIZE, 'boxes')
    this.leafHulls = intArray(ar, this.leafHulls, 'leafHulls')
    this.leaves = recordArray(ar, this.leaves, () => new Leaf(), LEAF_SIZE, 'leaves')
    if (!ar.since(Feature.LightComponents)) this.lights = objectArray(ar, this.lights, 'lights')
    this.rootOutside = ar.i32(this.rootOutside, 'rootOutside')
    this.linked = ar.i32(this.linked, 'linked')
    if (ar.since(Feature.OpaqueModelLight)) this.#serializeOpaqueLight(ar)
    else if (!ar.since(Feature.NoModelLightMaps)) this.#serializeLightMaps(ar)
    if (minor > 0) ar.record(this.end, 'end')
  }

  /**
   * A game groups light map textures once more, in a way that readers do not give: kept as bytes where the
   * common form does not fit.
   */
  #serializeOpaqueLight(ar: Archive): void {
    if (ar.isLoading) {
      const fits = ar.attempt(ar.remaining, () => {
        this.#serializeLightMaps(ar)
        return true
      })
      this.hasLightMaps = fits === true
    } else if (this.hasLightMaps) this.#serializeLightMaps(ar)
    if (this.hasLightMaps) return
    // What an attempt that failed has left behind.
    this.sections = []
    this.lightMaps = []
    this.lightMapTextures = []
    const length = ar.isLoading ? ar.remaining : this.opaqueLight.length
    this.opaqueLight = ar.opaque(this.opaqueLight, length, 'opaqueLight')
  }

  #serializeUnknown(ar: Archive): void {
    const arrays = ar.since(Feature.OneModelArray) ? 1 : 2
    for (let i = 0; i < arrays; i++) {
      const count = arrayCount(ar, this.unknownCounts[i] ?? 0, 0, `unknown[${i}]`)
      if (count !== 0)
        throw ar.error('bad-value', `unknown[${i}]`, `expected an empty array, found ${plural(count, 'element')}`)
      this.unknownCounts[i] = count
    }
  }

  #serializeLightMaps(ar: Archive): void {
    this.sections = recordArray(ar, this.sections, () => new BspSection(), 18, 'sections')
    this.lightMaps = recordArray(ar, this.lightMaps, () => new LightMap(), LIGHT_MAP_SIZE, 'lightMaps')
    this.lightMapTextures = recordArray(ar, this.lightMapTextures, () => new LightMapTexture(), 35, 'lightMapTextures')
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.isA('polys', this.polys, 'Polys')
    checkModel(report, this, this.boxes.length)
    for (const [i, map] of this.lightMaps.entries()) {
      const path = `lightMaps[${i}]`
      report.indexOrNone(`${path}.texture`, map.texture, this.lightMapTextures.length, 'textures of light maps')
      report.indexOrNone(`${path}.surf`, map.surf, this.surfs.length, 'surfaces')
      for (const [j, bitmap] of map.bitmaps.entries())
        report.equal(`${path}.bitmaps[${j}].bits`, bitmap.bits.length, bitmap.stride * bitmap.sizeY, 'stride × height')
    }
    for (const [i, texture] of this.lightMapTextures.entries()) {
      const format = pixelFormatOf(2, texture.format)
      if (format === undefined) continue
      for (const [j, texels] of texture.mips.entries()) {
        // Until light is built there are none, and the format and the sizes are left-over memory.
        if (texels.length === 0) continue
        const size = pixelBytes(format, texture.width >> j, texture.height >> j)
        report.equal(
          `lightMapTextures[${i}].mips[${j}]`,
          texels.length,
          size,
          `the bytes of ${texture.width >> j} × ${texture.height >> j} texels of ${format}`,
        )
      }
    }
  }
}
