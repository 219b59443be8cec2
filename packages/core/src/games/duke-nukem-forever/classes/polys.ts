import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { databaseCount, NO_FLOATS } from '@ukit/objects/common'

/** *One side of a brush in Duke Nukem Forever*: its corners come before its plane. */
export class DukePoly implements Serializable {
  /** 0 in every file. */
  zero = 0
  /** Corners: X, Y, Z each. */
  vertices = NO_FLOATS
  /** Base, normal, texture directions U and V: three floats each. */
  frame: Float32Array = new Float32Array(12)
  polyFlags = 0
  moreFlags = 0
  /** Meaning unknown. */
  number = 0
  actor: ObjectSource | null = null
  material: ObjectSource | null = null
  itemName: Name = Name.NONE
  link = -1
  brushPoly = -1
  /** Texture offset in pixels. */
  panU = 0
  panV = 0
  firstObject: ObjectSource | null = null
  /** Six bytes of unknown meaning. */
  settings: Uint8Array = new Uint8Array(6)
  secondObject: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.zero = ar.u32(this.zero, 'zero')
    const count = ar.indexCount(this.vertices.length / 3, 'vertices.count', 12)
    this.vertices = ar.floats(this.vertices, 3 * count, 'vertices')
    this.frame = ar.floats(this.frame, 12, 'frame')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.moreFlags = ar.u32(this.moreFlags, 'moreFlags')
    this.number = ar.u32(this.number, 'number')
    this.actor = ar.object(this.actor, 'actor')
    this.material = ar.object(this.material, 'material')
    this.itemName = ar.name(this.itemName, 'itemName')
    this.link = ar.index(this.link, 'link')
    this.brushPoly = ar.index(this.brushPoly, 'brushPoly')
    this.panU = ar.i16(this.panU, 'panU')
    this.panV = ar.i16(this.panV, 'panV')
    this.firstObject = ar.object(this.firstObject, 'firstObject')
    this.settings = ar.bytes(this.settings, 6, 'settings')
    this.secondObject = ar.object(this.secondObject, 'secondObject')
  }
}

/** Minimum size in bytes of a `DukePoly`. */
const POLY_SIZE = 82

/** *Polys of Duke Nukem Forever.* 5,311 of 5,311. */
export class DukePolys extends UnrealObject {
  slack = 0
  polys: DukePoly[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.polys.length, POLY_SIZE, 'polys')
    this.polys = ar.records(this.polys, count, () => new DukePoly(), 'polys')
  }
}
