import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Guid, Version } from '@ukit/container'
import {
  blockArray,
  byteArray,
  floatArray,
  NO_BYTES,
  NO_FLOATS,
  NO_USHORTS,
  objectArray,
  recordArray,
  ushortArray,
  vectorArray,
} from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'
import { guidArray, LightMap } from '../components/light-map.js'
import { MaterialResource } from '../materials/material-resource.js'

/** *How much of a layer shows, at each vertex.* */
export class AlphaMap implements Serializable {
  /** A byte for each vertex: 0 hidden to 255. */
  data: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.data = byteArray(ar, this.data, 'data')
  }
}

/** *A material that a terrain put together for some of its layers.* */
export class TerrainMaterialResource implements Serializable {
  /** What the compiler made of the materials together. */
  resource = new MaterialResource(false)
  /** The Terrain that it belongs to. */
  terrain: ObjectSource | null = null
  /** Bits in use, then a bit for each layer. */
  maskBits = 0
  /** Bit n: layer n takes part. */
  mask = 0n
  /** The `id` of each material that takes part. */
  materialIds: Guid[] = []
  /** Changed by each build of the lighting. */
  lightingGuid = Guid.ZERO
  /** 1 when highlights are drawn, else 0. */
  enableSpecular = 0

  serialize(ar: Archive): void {
    ar.record(this.resource, 'resource')
    this.terrain = ar.object(this.terrain, 'terrain')
    this.maskBits = ar.i32(this.maskBits, 'maskBits')
    this.mask = ar.u64(this.mask, 'mask')
    this.materialIds = guidArray(ar, this.materialIds, 'materialIds')
    if (!ar.since(Version.Lightmass)) return
    this.lightingGuid = ar.guid(this.lightingGuid, 'lightingGuid')
    if (ar.since(Version.NoShadowVolumes)) this.enableSpecular = ar.i32(this.enableSpecular, 'enableSpecular')
  }
}

/** *Terrain (UE3): a landscape of heights.* 5 of 6; the one that fails is Mass Effect 1's. */
export class Terrain extends UnrealObject {
  /** 32,768 is height 0. */
  heights: Uint16Array = NO_USHORTS
  /** For each vertex: 1 hidden, 2 turned the other way, 4 locked. */
  infoFlags: Uint8Array = NO_BYTES
  /** What layers refer to by index. */
  alphaMaps: AlphaMap[] = []
  /** Textures with the layers' weights, up to four to a texture. */
  weightMapTextures: (ObjectSource | null)[] = []
  /** For the sets of layers that occur together. */
  cachedMaterials: TerrainMaterialResource[] = []
  /** Since `Feature.TerrainNumber`: 0, perhaps the count of materials for lesser graphics cards. */
  unknown = 0
  /** Since `Feature.TerrainDisplacements`. */
  displacements: Uint8Array = NO_BYTES
  /** The largest of `displacements`. */
  maxDisplacement = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.heights = ushortArray(ar, this.heights, 'heights')
    this.infoFlags = byteArray(ar, this.infoFlags, 'infoFlags')
    this.alphaMaps = recordArray(ar, this.alphaMaps, () => new AlphaMap(), 4, 'alphaMaps')
    this.weightMapTextures = objectArray(ar, this.weightMapTextures, 'weightMapTextures')
    this.cachedMaterials = recordArray(
      ar,
      this.cachedMaterials,
      () => new TerrainMaterialResource(),
      80,
      'cachedMaterials',
    )
    if (ar.since(Feature.TerrainNumber)) this.unknown = ar.i32(this.unknown, 'unknown')
    if (!ar.since(Feature.TerrainDisplacements)) return
    this.displacements = byteArray(ar, this.displacements, 'displacements')
    this.maxDisplacement = ar.f32(this.maxDisplacement, 'maxDisplacement')
  }
}

/** *TerrainComponent: a piece of a terrain.* 72 of 72. */
export class TerrainComponent extends UnrealObject {
  /** X, Y, Z each. */
  collisionVertices: Float32Array = NO_FLOATS
  /**
   * 37 bytes a node: box as 6 floats and a byte, an integer 1 for a leaf, four 16-bit numbers. 4 bytes more
   * since `Feature.WideTerrainBoxes`.
   */
  boundingVolumeTree: Uint8Array = NO_BYTES
  /** Smallest height, largest height, largest displacement of each patch. */
  patchBounds: Float32Array = NO_FLOATS
  /** The light on the piece. */
  lightMap = new LightMap()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.collisionVertices = vectorArray(ar, this.collisionVertices, 'collisionVertices')
    this.boundingVolumeTree = blockArray(
      ar,
      this.boundingVolumeTree,
      ar.since(Feature.WideTerrainBoxes) ? 41 : 37,
      'boundingVolumeTree',
    )
    this.patchBounds = floatArray(ar, this.patchBounds, 'patchBounds', 3)
    ar.record(this.lightMap, 'lightMap')
  }
}
