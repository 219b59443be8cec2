import type { Archive, Serializable } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import { UnrealObject } from '../../unreal-object.js'
import { MaterialResource } from './material-resource.js'
import { StaticParameterSet } from './static-parameter-set.js'

/**
 * *Material and DecalMaterial: how a surface looks.* 391 of 394; its expressions are objects of their own.
 */
export class Material extends UnrealObject {
  /** A bit for each resource that follows: 1 high quality, 2 low. Absent before `Version.QualityMask`. */
  qualityMask = 1
  /** One for each bit of `qualityMask`. */
  resources: MaterialResource[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.QualityMask)) this.qualityMask = ar.i32(this.qualityMask, 'qualityMask')
    this.resources = ar.records(
      this.resources,
      resourceCount(ar, this.qualityMask),
      () => new MaterialResource(),
      'resources',
    )
  }
}

/** A material that was compiled for an instance, and for which choices. */
export class StaticPermutation implements Serializable {
  /** What the compiler made of these choices. */
  resource = new MaterialResource()
  /** The choices. */
  parameters = new StaticParameterSet()

  serialize(ar: Archive): void {
    ar.record(this.resource, 'resource')
    ar.record(this.parameters, 'parameters')
  }
}

/**
 * *MaterialInstance: a material with other parameters.* 233 of 233; only those with the property
 * bHasStaticPermutationResource store more than properties.
 */
export class MaterialInstance extends UnrealObject {
  /** As a material's. */
  qualityMask = 1
  /** One for each bit of `qualityMask`. */
  permutations: StaticPermutation[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (this.properties.get('bHasStaticPermutationResource') !== true) return
    if (ar.since(Version.QualityMask)) this.qualityMask = ar.i32(this.qualityMask, 'qualityMask')
    this.permutations = ar.records(
      this.permutations,
      resourceCount(ar, this.qualityMask),
      () => new StaticPermutation(),
      'permutations',
    )
  }
}

/**
 * One for each bit of the mask; without a mask one, or two (shader models 3 and 2) up to Lightmass and since
 * `Feature.TwoShaderModels`.
 */
function resourceCount(ar: Archive, mask: number): number {
  if (!ar.since(Version.BulkArrays)) return 1
  if (!ar.since(Version.QualityMask)) return ar.since(Feature.TwoShaderModels) || !ar.since(Version.Lightmass) ? 2 : 1
  let count = 0
  for (let bits = mask >>> 0; bits !== 0; bits >>>= 1) count += bits & 1
  return count
}
