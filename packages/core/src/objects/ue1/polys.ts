import type { Archive, Serializable } from '../../archive/archive.js'
import { Name, type ObjectSource } from '../../archive/symbols.js'
import { Version } from '../../versions.js'
import { databaseCount, NO_FLOATS } from '../common/arrays.js'
import { vector } from '../common/geometry.js'
import { UnrealObject } from '../unreal-object.js'

/** *One side of a brush, as the editor keeps it.* 265,902 of 265,902. */
export class Poly implements Serializable {
  /** A point of the plane: the origin of the texture. */
  base: Float32Array = new Float32Array(3)
  normal: Float32Array = new Float32Array(3)
  /** Directions in which the texture runs. */
  textureU: Float32Array = new Float32Array(3)
  textureV: Float32Array = new Float32Array(3)
  /** Corners, three floats each; 3 to 14 in files, at most 16. */
  vertices = NO_FLOATS
  polyFlags = 0
  /** The brush; normally none. */
  actor: ObjectSource | null = null
  texture: ObjectSource | null = null
  /** Name of a group of sides, such as `Outside`. */
  itemName: Name = Name.NONE
  /** The first side in the same plane, often its own number; −1 none. Stale numbers beyond the list occur. */
  link = -1
  /** Side of the brush that this one was cut from; nearly always −1. */
  brushPoly = -1
  /** Texture offset in pixels. */
  panU = 0
  panV = 0
  /** Two games of UE1's last versions may have dropped `panU` and `panV`. */
  readonly hasPan: boolean

  constructor(hasPan = true) {
    this.hasPan = hasPan
  }

  serialize(ar: Archive): void {
    this.serializeShape(ar)
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.actor = ar.object(this.actor, 'actor')
    this.texture = ar.object(this.texture, 'texture')
    this.itemName = ar.name(this.itemName, 'itemName')
    this.link = ar.index(this.link, 'link')
    this.brushPoly = ar.index(this.brushPoly, 'brushPoly')
    if (this.hasPan) {
      this.panU = ar.i16(this.panU, 'panU')
      this.panV = ar.i16(this.panV, 'panV')
    }
  }

  /** The plane and its corners, which UE2 stores alike. */
  protected serializeShape(ar: Archive): void {
    const count = ar.indexCount(this.vertices.length / 3, 'vertices.count', 12)
    this.base = vector(ar, this.base, 'base')
    this.normal = vector(ar, this.normal, 'normal')
    this.textureU = vector(ar, this.textureU, 'textureU')
    this.textureV = vector(ar, this.textureV, 'textureV')
    this.vertices = ar.floats(this.vertices, count * 3, 'vertices')
  }
}

/** Least bytes of a `Poly` of any engine. */
const POLY_SIZE = 58

/** *Polys: the sides of a brush.* 31,357 of 31,357. */
export class Polys extends UnrealObject {
  slack = 0
  polys: Poly[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.polys.length, POLY_SIZE, 'polys')
    if (!ar.isLoading || !ar.since(Version.LaterUnreal1)) {
      this.serializePolys(ar, count)
      return
    }
    // Whether games after Unreal Tournament have the texture offset is known of none of them.
    for (const hasPan of [true, false]) {
      if (ar.attempt(ar.remaining, () => this.#attemptPolys(ar, count, hasPan)) === true) return
    }
    this.serializePolys(ar, count)
  }

  /** Makes a side; classes of other engines make their own. */
  protected createPoly(): Poly {
    return new Poly()
  }

  /** The sides themselves; their number has been read. */
  protected serializePolys(ar: Archive, count: number): void {
    this.polys = ar.records(this.polys, count, () => this.createPoly(), 'polys')
  }

  #attemptPolys(ar: Archive, count: number, hasPan: boolean): true {
    this.polys = ar.records(this.polys, count, () => new Poly(hasPan), 'polys')
    return true
  }
}
