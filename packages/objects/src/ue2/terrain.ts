import type { Archive, ObjectSource } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, floatArray, NO_BYTES, NO_FLOATS, objectArray, recordArray, vectorArray } from '../common/arrays.js'
import { Box, Coords } from '../common/geometry.js'
import { UnrealObject } from '../unreal-object.js'
import { LightBits } from './light-bits.js'

/**
 * *TerrainInfo: ground made from a height map.*
 *
 * The height map, layers, decoration, and which quads are visible or turned, are properties. 6 of 6.
 */
export class TerrainInfo extends UnrealObject {
  /** TerrainSector objects, row by row. */
  sectors: (ObjectSource | null)[] = []
  /** X, Y, Z each; `heightmapX` · `heightmapY` of them. */
  vertices = NO_FLOATS
  /** Sectors along X. */
  sectorsX = 0
  /** Sectors along Y. */
  sectorsY = 0
  /** The normals of the two triangles of each quad, six floats. */
  faceNormals = NO_FLOATS
  /** From places of the height map to the world. */
  toWorld = new Coords()
  /** The inverse of `toWorld`. */
  toHeightmap = new Coords()
  /** Vertices along X. */
  heightmapX = 0
  /** Vertices along Y. */
  heightmapY = 0
  /** R, G, B, A a vertex, or none. */
  vertexColors = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sectors = objectArray(ar, this.sectors, 'sectors')
    this.vertices = vectorArray(ar, this.vertices, 'vertices')
    this.sectorsX = ar.i32(this.sectorsX, 'sectorsX')
    this.sectorsY = ar.i32(this.sectorsY, 'sectorsY')
    this.faceNormals = floatArray(ar, this.faceNormals, 'faceNormals', 6)
    ar.record(this.toWorld, 'toWorld')
    ar.record(this.toHeightmap, 'toHeightmap')
    this.heightmapX = ar.i32(this.heightmapX, 'heightmapX')
    this.heightmapY = ar.i32(this.heightmapY, 'heightmapY')
    this.vertexColors = blockArray(ar, this.vertexColors, 4, 'vertexColors')
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.equal('vertices', this.vertices.length / 3, this.heightmapX * this.heightmapY, 'heightmapX × heightmapY')
    report.equal('sectors', this.sectors.length, this.sectorsX * this.sectorsY, 'sectorsX × sectorsY')
  }
}

/** *TerrainSector: a part of a terrain that is drawn and lit at once.* 336 of 336. */
export class TerrainSector extends UnrealObject {
  /** The TerrainInfo that it is part of. */
  info: ObjectSource | null = null
  /** 16, but less at the border. */
  quadsX = 0
  /** As `quadsX`, along Y. */
  quadsY = 0
  /** First quad in the terrain. */
  offsetX = 0
  /** As `offsetX`, along Y. */
  offsetY = 0
  /** Bounds in world units. */
  box = new Box()
  /** One bit for each of (quadsX + 1) · (quadsY + 1) vertices. */
  lights: LightBits[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.info = ar.object(this.info, 'info')
    this.quadsX = ar.i32(this.quadsX, 'quadsX')
    this.quadsY = ar.i32(this.quadsY, 'quadsY')
    this.offsetX = ar.i32(this.offsetX, 'offsetX')
    this.offsetY = ar.i32(this.offsetY, 'offsetY')
    ar.record(this.box, 'box')
    this.lights = recordArray(ar, this.lights, () => new LightBits(), 2, 'lights')
  }

  override check(report: CheckReport): void {
    super.check(report)
    const bytes = Math.ceil(((this.quadsX + 1) * (this.quadsY + 1)) / 8)
    for (const [i, light] of this.lights.entries())
      report.equal(`lights[${i}].bits`, light.bits.length, bytes, 'a bit for each vertex')
  }
}
