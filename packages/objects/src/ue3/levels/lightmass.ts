import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'

/**
 * *How the light is computed for one surface.* The first three fields came with `Version.ShadowIndirectOnly`.
 */
export class LightmassPrimitiveSettings implements Serializable {
  /** Bytes of the settings in the first versions that have them. */
  static readonly MIN_SIZE = 20
  /** 1 when both sides are lit, else 0. */
  useTwoSidedLighting = 0
  /** 1 when it only blocks reflected light, else 0. */
  shadowIndirectOnly = 0
  /** Share of samples, 0 to 1, that may be inside something else. */
  fullyOccludedSamplesFraction = 1
  /** 1 when its glow lights its surroundings, else 0. */
  useEmissiveForStaticLighting = 0
  /** How fast the glow fades with the distance. */
  emissiveLightFalloffExponent = 2
  /** World units that the glow reaches; 0: by its strength. */
  emissiveLightExplicitInfluenceRadius = 0
  /** Emissive, diffuse, specular. */
  boosts: Float32Array = Float32Array.of(1, 1, 1)

  serialize(ar: Archive): void {
    if (ar.since(Version.ShadowIndirectOnly)) {
      this.useTwoSidedLighting = ar.i32(this.useTwoSidedLighting, 'useTwoSidedLighting')
      this.shadowIndirectOnly = ar.i32(this.shadowIndirectOnly, 'shadowIndirectOnly')
      this.fullyOccludedSamplesFraction = ar.f32(this.fullyOccludedSamplesFraction, 'fullyOccludedSamplesFraction')
    }
    this.useEmissiveForStaticLighting = ar.i32(this.useEmissiveForStaticLighting, 'useEmissiveForStaticLighting')
    this.emissiveLightFalloffExponent = ar.f32(this.emissiveLightFalloffExponent, 'emissiveLightFalloffExponent')
    if (ar.since(Version.EmissiveRadius))
      this.emissiveLightExplicitInfluenceRadius = ar.f32(
        this.emissiveLightExplicitInfluenceRadius,
        'emissiveLightExplicitInfluenceRadius',
      )
    this.boosts = ar.floats(this.boosts, 3, 'boosts')
  }
}
