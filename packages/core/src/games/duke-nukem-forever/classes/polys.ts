import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { databaseCount, NO_FLOATS } from '@ukit/objects/common'

/** *One side of a brush in Duke Nukem Forever*: its corners come before its plane. */
export class DukePoly implements Serializable {
  /** 0 in every file. */
  zero = 0
  /** Corners: X, Y, Z of each. */
  vertices = NO_FLOATS
  /** Base, normal, texture directions U and V: three floats each. */
  frame: Float32Array = new Float32Array(12)
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** Further bits that only this game has. */
  moreFlags = 0
  /** Meaning unknown. */
  number = 0
  /** The brush; normally none. */
  actor: ObjectSource | null = null
  /** The material; none is the default one. */
  material: ObjectSource | null = null
  /** Name of a group of sides, such as `Outside`. */
  itemName: Name = Name.NONE
  /** The first side in the same plane; −1 for none. */
  link = -1
  /** Side of the brush that this one was cut from; −1 for none. */
  brushPoly = -1
  /** Texture offset in pixels. */
  panU = 0
  /** As `panU`, for V. */
  panV = 0
  /** Meaning unknown. */
  firstObject: ObjectSource | null = null
  /** Six bytes of unknown meaning. */
  settings: Uint8Array = new Uint8Array(6)
  /** Meaning unknown. */
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

/** *Polys of Duke Nukem Forever.* Verified on 5,311 of 5,311 objects. */
export class DukePolys extends UnrealObject {
  /** Number of further elements that there was room for; 0 in every file. */
  slack = 0
  /** The sides, in no particular order. */
  polys: DukePoly[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.polys.length, POLY_SIZE, 'polys')
    this.polys = ar.records(this.polys, count, () => new DukePoly(), 'polys')
  }
}
