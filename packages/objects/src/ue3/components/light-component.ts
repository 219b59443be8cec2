import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { floatArray, NO_FLOATS, NO_USHORTS, recordArray, ushortArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** *A convex body, as planes.* */
export class ConvexVolume implements Serializable {
  /** X, Y, Z of a normal and a distance for each plane. */
  planes: Float32Array = NO_FLOATS
  /** The same, four at a time: four Xs, four Ys, four Zs, four distances. */
  permutedPlanes: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.planes = floatArray(ar, this.planes, 'planes', 4)
    this.permutedPlanes = floatArray(ar, this.permutedPlanes, 'permutedPlanes', 4)
  }
}

/** *LightComponent and its children: a light.* Native only before `Version.NoLightVolumes`. */
export class LightComponent extends UnrealObject {
  /** What it lights, if that is limited. */
  inclusionVolumes: ConvexVolume[] = []
  /** What it does not light. */
  exclusionVolumes: ConvexVolume[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.NoLightVolumes)) return
    this.inclusionVolumes = recordArray(ar, this.inclusionVolumes, () => new ConvexVolume(), 8, 'inclusionVolumes')
    this.exclusionVolumes = recordArray(ar, this.exclusionVolumes, () => new ConvexVolume(), 8, 'exclusionVolumes')
  }
}

/**
 * *DominantDirectionalLightComponent, DominantSpotLightComponent: the light that throws the main shadows.* 31
 * of 31 and 5 of 5.
 *
 * Their shadow map is the one thing that comes before everything else of an object.
 */
export abstract class DominantLightComponent extends LightComponent {
  /** Depths, 0xFFFF where nothing is in the way; its size is in the properties. */
  dominantLightShadowMap: Uint16Array = NO_USHORTS

  override serialize(ar: Archive): void {
    if (this.hasShadowMap(ar) && ar.subject?.isDefaultObject !== true)
      this.dominantLightShadowMap = ushortArray(ar, this.dominantLightShadowMap, 'dominantLightShadowMap')
    super.serialize(ar)
  }

  /** Tells whether this version stores the map. */
  protected abstract hasShadowMap(ar: Archive): boolean
}

export class DominantDirectionalLightComponent extends DominantLightComponent {
  protected override hasShadowMap(ar: Archive): boolean {
    return ar.since(Version.DominantDirectionalShadowMap)
  }
}

export class DominantSpotLightComponent extends DominantLightComponent {
  protected override hasShadowMap(ar: Archive): boolean {
    return ar.since(Version.DominantSpotShadowMap)
  }
}
