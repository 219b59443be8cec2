import type { Archive, Serializable } from '@ukit/container'
import { Feature, Guid, Name, Version } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'

/** What all static parameters have: a name, whether the instance sets it, and which expression it is of. */
abstract class StaticParameter implements Serializable {
  /** What the material calls it. */
  name: Name = Name.NONE
  /** 1 where the instance has its own value, 0 where its parent's counts. */
  isOverride = 0
  /** The expression of the material that it is of. */
  expressionGuid = Guid.ZERO

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.serializeValue(ar)
    this.isOverride = ar.i32(this.isOverride, 'isOverride')
    this.expressionGuid = ar.guid(this.expressionGuid, 'expressionGuid')
  }

  /** Reads or writes what the kind of parameter adds, between name and `isOverride`. */
  protected abstract serializeValue(ar: Archive): void
}

/** A switch. */
export class StaticSwitchParameter extends StaticParameter {
  /** 1 on, 0 off. */
  value = 0

  /** Reads or writes `value`. */
  protected override serializeValue(ar: Archive): void {
    this.value = ar.i32(this.value, 'value')
  }
}

/** Which of the channels are taken. */
export class StaticComponentMaskParameter extends StaticParameter {
  /** 1 where the channel is taken, as for the three below. */
  red = 0
  /** As `red`. */
  green = 0
  /** As `red`. */
  blue = 0
  /** As `red`. */
  alpha = 0

  /** Reads or writes the four channels. */
  protected override serializeValue(ar: Archive): void {
    this.red = ar.i32(this.red, 'red')
    this.green = ar.i32(this.green, 'green')
    this.blue = ar.i32(this.blue, 'blue')
    this.alpha = ar.i32(this.alpha, 'alpha')
  }
}

/** How a normal map is compressed. */
export class NormalParameter extends StaticParameter {
  /** `TextureCompressionSettings` of the engine: 1 is TC_Normalmap. */
  compressionSettings = 0

  /** Reads or writes `compressionSettings`. */
  protected override serializeValue(ar: Archive): void {
    this.compressionSettings = ar.u8(this.compressionSettings, 'compressionSettings')
  }
}

/** Which weight map a layer of a terrain has. */
export class TerrainLayerWeightParameter extends StaticParameter {
  /** Index of the weight map; −1 for none. */
  weightmapIndex = -1

  /** Reads or writes `weightmapIndex`. */
  protected override serializeValue(ar: Archive): void {
    this.weightmapIndex = ar.i32(this.weightmapIndex, 'weightmapIndex')
  }
}

/** *Static parameter set: the choices for which a material is compiled again.* */
export class StaticParameterSet implements Serializable {
  /** The material that was compiled. */
  baseMaterialId = Guid.ZERO
  /** Switches, by name. */
  switches: StaticSwitchParameter[] = []
  /** Masks of channels, by name. */
  componentMasks: StaticComponentMaskParameter[] = []
  /** Compressions of normal maps, by name. */
  normals: NormalParameter[] = []
  /** Weight maps of a terrain's layers, by name. */
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
