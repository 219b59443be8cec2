import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { blockArray, byteArray, intArray, NO_BYTES, NO_INTS, recordArray } from '../common/arrays.js'
import { lazyBytes } from '../common/lazy-array.js'
import { PartHeader, partHeader } from './part-header.js'

/** Bytes of two vectors, whose parts are a byte each. */
const TANGENTS_SIZE = 8

/** *The directions of U and V at each vertex of a section, for materials with bumps.* */
export class SectionTangents implements Serializable {
  /** 3, 0, 1. */
  header = new PartHeader()
  /** The Model. */
  model: ObjectSource | null = null
  /** How many vertices the section has. */
  vertexCount = 0
  /** Number of the section in the model's `sections`. */
  section = 0
  /** 3, 0, 1. */
  streamHeader = new PartHeader()
  /** 8 bytes a vertex: two vectors of four bytes each, 127 for 0. */
  vertices = NO_BYTES
  /** Counts changes, for the renderer's copy. */
  revision = 0

  serialize(ar: Archive): void {
    ar.record(this.header, 'header')
    this.model = ar.object(this.model, 'model')
    this.vertexCount = ar.i32(this.vertexCount, 'vertexCount')
    this.section = ar.i32(this.section, 'section')
    ar.record(this.streamHeader, 'streamHeader')
    this.vertices = blockArray(ar, this.vertices, TANGENTS_SIZE, 'vertices')
    this.revision = ar.i32(this.revision, 'revision')
  }
}

/** *What is drawn at once of a BSP: the vertices of nodes with one material and one light map texture.* */
export class BspSection implements Serializable {
  /** 40 bytes each: position (3 floats), U, V, U and V in the light map, normal (3 floats). */
  vertices = NO_BYTES
  /** Counts changes, for the renderer's copy. */
  revision = 0
  /** The material; none is the default one. */
  material: ObjectSource | null = null
  /** Nodes whose vertices it has. */
  numNodes = 0
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** Number of the light map texture, −1 for none. */
  lightMapTexture = -1
  /** Since `Feature.BspSectionHeader`. */
  header = new PartHeader()
  /** After a header of minor version 1 and later. */
  tangents = new SectionTangents()

  serialize(ar: Archive): void {
    const minor = partHeader(ar, this.header, Feature.BspSectionHeader)
    this.vertices = blockArray(ar, this.vertices, BspSection.VERTEX_SIZE, 'vertices')
    this.revision = ar.i32(this.revision, 'revision')
    this.material = ar.object(this.material, 'material')
    this.numNodes = ar.i32(this.numNodes, 'numNodes')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.lightMapTexture = ar.i32(this.lightMapTexture, 'lightMapTexture')
    if (minor > 0) ar.record(this.tangents, 'tangents')
  }

  static readonly VERTEX_SIZE = 40
}

/** *Which texels of a light map one light reaches.* */
export class LightBitmap implements Serializable {
  /** The light actor. */
  light: ObjectSource | null = null
  /** One bit a texel, `stride` bytes a row, `sizeY` rows. */
  bits = NO_BYTES
  /** sizeX, sizeY, stride, minX, minY, maxX, maxY. */
  extents: Int32Array = new Int32Array(7)

  /** Width in texels. */
  get sizeX(): number {
    return this.extents[0] ?? 0
  }

  /** Height in texels. */
  get sizeY(): number {
    return this.extents[1] ?? 0
  }

  /** Bytes of one row. */
  get stride(): number {
    return this.extents[2] ?? 0
  }

  serialize(ar: Archive): void {
    this.light = ar.object(this.light, 'light')
    this.bits = byteArray(ar, this.bits, 'bits')
    this.extents = ar.ints(this.extents, 7, 'extents')
  }
}

/**
 * *The light map of one surface of a zone: where it lies in its texture, how the world maps to it, and which
 * light falls where.*
 */
export class LightMap implements Serializable {
  /** Number of its texture in the model's `lightMapTextures`; −1 for none. */
  texture = -1
  /** Number of the surface in the model's `surfs`. */
  surf = -1
  /** Number of the zone. */
  zone = -1
  /** Place and size in the texture, in texels. */
  offsetX = 0
  /** Texels from the top of the texture. */
  offsetY = 0
  /** Width in texels. */
  sizeX = 0
  /** Height in texels. */
  sizeY = 0
  /** 4 × 4 floats, row by row. */
  worldToLightMap: Float32Array = new Float32Array(16)
  /** Base, X axis, Y axis in the world: three floats each. */
  axes: Float32Array = new Float32Array(9)
  /** One for each light that reaches the surface. */
  bitmaps: LightBitmap[] = []
  /** The Level. */
  level: ObjectSource | null = null
  /** Counts changes, for the renderer's copy. */
  revision = 0

  serialize(ar: Archive): void {
    this.texture = ar.index(this.texture, 'texture')
    this.surf = ar.index(this.surf, 'surf')
    this.zone = ar.index(this.zone, 'zone')
    this.offsetX = ar.index(this.offsetX, 'offsetX')
    this.offsetY = ar.index(this.offsetY, 'offsetY')
    this.sizeX = ar.index(this.sizeX, 'sizeX')
    this.sizeY = ar.index(this.sizeY, 'sizeY')
    this.worldToLightMap = ar.floats(this.worldToLightMap, 16, 'worldToLightMap')
    this.axes = ar.floats(this.axes, 9, 'axes')
    this.bitmaps = recordArray(ar, this.bitmaps, () => new LightBitmap(), 30, 'bitmaps')
    this.level = ar.object(this.level, 'level')
    this.revision = ar.i32(this.revision, 'revision')
  }
}

/** Minimum size in bytes of a light map. */
export const LIGHT_MAP_SIZE = 113

/** *A texture that holds many light maps.* */
export class LightMapTexture implements Serializable {
  /** The Level. */
  level: ObjectSource | null = null
  /** Numbers of the light maps on it. */
  lightMaps = NO_INTS
  /** Identity in the renderer's cache, 64 bits. */
  cacheId: Int32Array = new Int32Array(2)
  /** Counts changes, for the renderer's copy. */
  revision = 0
  /** Texels, and the same at half the size. */
  mips: [Uint8Array, Uint8Array] = [NO_BYTES, NO_BYTES]
  /** As `Texture.Format`: 3 DXT1, 7 DXT3. */
  format = 0
  /** Texels of a row of the first of `mips`. */
  width = 0
  /** Rows of the first of `mips`. */
  height = 0
  /** Counts changes of the texels, for the renderer's copy. */
  textureRevision = 0

  serialize(ar: Archive): void {
    this.level = ar.object(this.level, 'level')
    this.lightMaps = intArray(ar, this.lightMaps, 'lightMaps')
    this.cacheId = ar.ints(this.cacheId, 2, 'cacheId')
    this.revision = ar.i32(this.revision, 'revision')
    this.mips[0] = lazyBytes(ar, this.mips[0], 'mips[0]')
    this.mips[1] = lazyBytes(ar, this.mips[1], 'mips[1]')
    this.format = ar.u8(this.format, 'format')
    this.width = ar.i32(this.width, 'width')
    this.height = ar.i32(this.height, 'height')
    this.textureRevision = ar.i32(this.textureRevision, 'textureRevision')
  }
}
