import type { Archive } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { databaseCount } from '../common/arrays.js'
import { checkPolys } from '../common/check-polys.js'
import { Poly as Ue1Poly } from '../ue1/polys.js'
import { UnrealObject } from '../unreal-object.js'

/**
 * *One side of a brush, as the editor keeps it*: UE1's without the texture's offset, with a scale of light
 * maps. `texture` may be any material.
 */
export class Poly extends Ue1Poly {
  /** World units that one texel of the light map covers. */
  lightMapScale = 32
  /** Since `Feature.PolyNumber`. */
  number = 0

  constructor() {
    super(false)
  }

  override serialize(ar: Archive): void {
    this.serializeShape(ar)
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.actor = ar.object(this.actor, 'actor')
    const itemFirst = ar.since(Feature.PolyItemFirst)
    if (itemFirst) this.itemName = ar.name(this.itemName, 'itemName')
    this.texture = ar.object(this.texture, 'texture')
    if (!itemFirst) this.itemName = ar.name(this.itemName, 'itemName')
    this.link = ar.index(this.link, 'link')
    this.brushPoly = ar.index(this.brushPoly, 'brushPoly')
    if (ar.since(Version.PolyLightMapScale)) this.lightMapScale = ar.f32(this.lightMapScale, 'lightMapScale')
    if (ar.since(Feature.PolyNumber)) this.number = ar.i32(this.number, 'number')
  }
}

/** Minimum size in bytes of a `Poly`. */
const POLY_SIZE = 58

/** *Polys: the sides of a brush.* 1,143 of 1,143. */
export class Polys extends UnrealObject {
  /** Elements that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** The sides, in no particular order. */
  polys: Poly[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.polys.length, POLY_SIZE, 'polys')
    this.polys = ar.records(this.polys, count, () => new Poly(), 'polys')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkPolys(report, 'polys', this.polys)
  }
}
