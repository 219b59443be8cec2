import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { databaseCount, NO_FLOATS } from '../common/arrays.js'
import { checkPolys } from '../common/check-polys.js'
import { vector } from '../common/geometry.js'
import { UnrealObject } from '../unreal-object.js'

/** *One side of a brush, as the editor keeps it.* 265,902 of 265,902. */
export class Poly implements Serializable {
  /** A point of the plane: the origin of the texture. */
  base: Float32Array
  /** X, Y, Z of length 1. */
  normal: Float32Array
  /** Directions in which the texture runs. */
  textureU: Float32Array
  /** The direction in which V grows. */
  textureV: Float32Array
  /** Corners, three floats each; 3 to 14 in files, at most 16. */
  vertices = NO_FLOATS
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** The brush; normally none. */
  actor: ObjectSource | null = null
  /** The texture; none is the default one. */
  texture: ObjectSource | null = null
  /** Name of a group of sides, such as `Outside`. */
  itemName: Name = Name.NONE
  /** The first side in the same plane, often its own number; −1 none. Stale numbers beyond the list occur. */
  link = -1
  /** Side of the brush that this one was cut from; nearly always −1. */
  brushPoly = -1
  /** Texture offset in pixels. */
  panU = 0
  /** As `panU`, for V. */
  panV = 0
  /** Two games of UE1's last versions may have dropped `panU` and `panV`. */
  readonly hasPan: boolean

  /** @param blank without vectors, for one that is about to be loaded: maps have tens of thousands. */
  constructor(hasPan = true, blank = false) {
    this.hasPan = hasPan
    this.base = blank ? NO_FLOATS : new Float32Array(3)
    this.normal = blank ? NO_FLOATS : new Float32Array(3)
    this.textureU = blank ? NO_FLOATS : new Float32Array(3)
    this.textureV = blank ? NO_FLOATS : new Float32Array(3)
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

/** Minimum size in bytes of a `Poly` of any engine. */
const POLY_SIZE = 58

/** *Polys: the sides of a brush.* 31,357 of 31,357. */
export class Polys extends UnrealObject {
  /** Elements that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** The sides, in no particular order. */
  polys: Poly[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.polys.length, POLY_SIZE, 'polys')
    // Whether games after Unreal Tournament have the texture offset is known of none of them: the end of the
    // object decides.
    if (ar.isLoading && ar.since(Version.LaterUnreal1)) {
      if (ar.attempt(ar.remaining, () => this.#serializePolys(ar, count, true)) === true) return
      if (ar.attempt(ar.remaining, () => this.#serializePolys(ar, count, false)) === true) return
    }
    this.#serializePolys(ar, count, true)
  }

  #serializePolys(ar: Archive, count: number, hasPan: boolean): true {
    this.polys = ar.records(this.polys, count, () => new Poly(hasPan, true), 'polys')
    return true
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkPolys(report, 'polys', this.polys)
  }
}
