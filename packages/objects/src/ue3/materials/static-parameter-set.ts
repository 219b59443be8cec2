import type { Archive, Serializable } from '@ukit/container'
import { Feature, Guid, Name, Version } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'

/** What all static parameters have: a name, whether the instance sets it, and which expression it is of. */
abstract class StaticParameter implements Serializable {
  name: Name = Name.NONE
  isOverride = 0
  expressionGuid = Guid.ZERO

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.serializeValue(ar)
    this.isOverride = ar.i32(this.isOverride, 'isOverride')
    this.expressionGuid = ar.guid(this.expressionGuid, 'expressionGuid')
  }

  protected abstract serializeValue(ar: Archive): void
}

/** A switch. */
export class StaticSwitchParameter extends StaticParameter {
  value = 0

  protected override serializeValue(ar: Archive): void {
    this.value = ar.i32(this.value, 'value')
  }
}

/** Which of the channels are taken. */
export class StaticComponentMaskParameter extends StaticParameter {
  red = 0
  green = 0
  blue = 0
  alpha = 0

  protected override serializeValue(ar: Archive): void {
    this.red = ar.i32(this.red, 'red')
    this.green = ar.i32(this.green, 'green')
    this.blue = ar.i32(this.blue, 'blue')
    this.alpha = ar.i32(this.alpha, 'alpha')
  }
}

/** How a normal map is compressed. */
export class NormalParameter extends StaticParameter {
  compressionSettings = 0

  protected override serializeValue(ar: Archive): void {
    this.compressionSettings = ar.u8(this.compressionSettings, 'compressionSettings')
  }
}

/** Which weight map a layer of a terrain has. */
export class TerrainLayerWeightParameter extends StaticParameter {
  weightmapIndex = -1

  protected override serializeValue(ar: Archive): void {
    this.weightmapIndex = ar.i32(this.weightmapIndex, 'weightmapIndex')
  }
}

/** *Static parameter set: the choices for which a material is compiled anew.* */
export class StaticParameterSet implements Serializable {
  baseMaterialId = Guid.ZERO
  switches: StaticSwitchParameter[] = []
  componentMasks: StaticComponentMaskParameter[] = []
  normals: NormalParameter[] = []
  terrainLayerWeights: TerrainLayerWeightParameter[] = []
  /**
   * Since `Feature.FurtherParameters`: entries of a further list; none in all, and what one looks like is not
   * known.
   */
  furtherCount = 0

  serialize(ar: Archive): void {
    this.baseMaterialId = ar.guid(this.baseMaterialId, 'baseMaterialId')
    if (!ar.since(Version.BulkArrays)) return
    this.switches = recordArray(ar, this.switches, () => new StaticSwitchParameter(), 32, 'switches')
    this.componentMasks = recordArray(
      ar,
      this.componentMasks,
      () => new StaticComponentMaskParameter(),
      44,
      'componentMasks',
    )
    if (ar.since(Version.Lightmass))
      this.normals = recordArray(ar, this.normals, () => new NormalParameter(), 29, 'normals')
    if (ar.since(Version.TerrainLayerWeights))
      this.terrainLayerWeights = recordArray(
        ar,
        this.terrainLayerWeights,
        () => new TerrainLayerWeightParameter(),
        32,
        'terrainLayerWeights',
      )
    if (ar.since(Feature.FurtherParameters)) this.furtherCount = ar.i32(this.furtherCount, 'furtherCount')
  }

  /** Minimum size in bytes of one. */
  static readonly MIN_SIZE = 16
}
