import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import { databaseCount, NO_FLOATS, vectorArray } from '../../common/arrays.js'
import { checkPolys } from '../../common/check-polys.js'
import { UnrealObject } from '../../unreal-object.js'
import { LightmassPrimitiveSettings } from './lightmass.js'

/** *A polygon of a brush.* */
export class Poly implements Serializable {
  /** X, Y, Z of the texture's origin. */
  base: Float32Array = new Float32Array(3)
  /** X, Y, Z of length 1. */
  normal: Float32Array = new Float32Array(3)
  /** X, Y, Z: the direction in which U grows. */
  textureU: Float32Array = new Float32Array(3)
  /** The same for V. */
  textureV: Float32Array = new Float32Array(3)
  /** X, Y, Z each. */
  vertices: Float32Array = NO_FLOATS
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** The Brush; none in brushes themselves. */
  actor: ObjectSource | null = null
  /** Name of a group of sides, such as `Outside`. */
  itemName: Name = Name.NONE
  /** The material; none is the default one. */
  material: ObjectSource | null = null
  /** The surface, or the polygon that this one was split from. */
  link = 0
  /** Side of the brush that this one was cut from; −1 for none. */
  brushPoly = 0
  /** World units that one texel of the light map covers. */
  shadowMapScale = 0
  /** A bit for each channel of lights that reach it. */
  lightingChannels = 0
  /** How its light is computed. */
  lightmass = new LightmassPrimitiveSettings()
  /** What made the polygon; since `Version.PolyRulesetVariation` only under which name. */
  ruleset: ObjectSource | null = null
  /** Since `Version.PolyRulesetVariation`: see `ruleset`. */
  rulesetVariation: Name = Name.NONE

  serialize(ar: Archive): void {
    this.base = ar.floats(this.base, 3, 'base')
    this.normal = ar.floats(this.normal, 3, 'normal')
    this.textureU = ar.floats(this.textureU, 3, 'textureU')
    this.textureV = ar.floats(this.textureV, 3, 'textureV')
    this.vertices = vectorArray(ar, this.vertices, 'vertices')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.actor = ar.object(this.actor, 'actor')
    this.itemName = ar.name(this.itemName, 'itemName')
    this.material = ar.object(this.material, 'material')
    this.link = ar.i32(this.link, 'link')
    this.brushPoly = ar.i32(this.brushPoly, 'brushPoly')
    this.shadowMapScale = ar.f32(this.shadowMapScale, 'shadowMapScale')
    if (ar.since(Version.LightingChannels)) this.lightingChannels = ar.u32(this.lightingChannels, 'lightingChannels')
    if (ar.since(Version.Lightmass)) ar.record(this.lightmass, 'lightmass')
    if (ar.since(Version.PolyRulesetVariation))
      this.rulesetVariation = ar.name(this.rulesetVariation, 'rulesetVariation')
    else if (ar.since(Version.PolyRuleset)) this.ruleset = ar.object(this.ruleset, 'ruleset')
  }
}

/** *Polys (UE3): the polygons of a brush.* 525 of 525. */
export class Polys extends UnrealObject {
  /** The sides, in no particular order. */
  polys: Poly[] = []
  /** See `databaseCount`. */
  slack = 0
  /** Itself. */
  owner: ObjectSource | null = null

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.polys.length, 88, 'polys')
    this.owner = ar.object(this.owner, 'owner')
    this.polys = ar.records(this.polys, count, () => new Poly(), 'polys')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkPolys(report, 'polys', this.polys)
  }
}
