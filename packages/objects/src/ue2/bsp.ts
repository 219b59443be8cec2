import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { BspNode as CommonBspNode } from '../common/bsp.js'
import { PartHeader, partHeader } from './part-header.js'

/** *A node of the BSP tree*: UE1's, with bounds, and its place in a section for drawing. */
export class BspNode extends CommonBspNode {
  /** X, Y, Z and radius of the polygon's bounds. */
  sphere: Float32Array = new Float32Array(4)
  /** Four zeros, meaning unknown; until `Feature.NodesWithoutGap`. */
  gap: Float32Array = new Float32Array(4)
  /** Number of the section in the model's `sections`; −1 for none. */
  section = -1
  /** Number within the section's vertices. */
  firstVertex = 0
  /** Number of the light map in the model's `lightMaps`; −1 for none. */
  lightMap = -1

  /** Since `Feature.BspHeader`. */
  header = new PartHeader()
  /** After a header of minor version 1 and later: 0 in all. */
  unknown = 0

  override serialize(ar: Archive): void {
    const minor = partHeader(ar, this.header, Feature.BspHeader)
    const withoutLight = ar.since(Feature.LightComponents)
    this.serializeTree(ar)
    if (!withoutLight) {
      this.renderBound = ar.index(this.renderBound, 'renderBound')
      this.sphere = ar.floats(this.sphere, 4, 'sphere')
      if (!ar.since(Feature.NodesWithoutGap)) this.gap = ar.floats(this.gap, 4, 'gap')
    }
    this.serializeSides(ar)
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
  /** The material; none is the default one. */
  material: ObjectSource | null = null
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** Number of a point: where the texture's origin lies. */
  base = 0
  /** Numbers of vectors: normal, and the directions of U and V, of length 1 / (world units a texel). */
  normal = 0
  /** Number of a vector: the direction in which U grows. */
  textureU = 0
  /** Number of a vector: the direction in which V grows. */
  textureV = 0
  /** Polygon of the brush that it was made from. */
  brushPoly = -1
  /** The Brush. */
  actor: ObjectSource | null = null
  /** X, Y, Z of the normal, and the distance from the origin. */
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
    this.actor = ar.object(this.actor, 'actor')
    this.plane = ar.floats(this.plane, 4, 'plane')
    this.lightMapScale = ar.f32(this.lightMapScale, 'lightMapScale')
    if (ar.since(Feature.PolyNumber)) this.number = ar.i32(this.number, 'number')
  }
}

/** Minimum size in bytes of a surface. */
export const SURF_SIZE = 31
