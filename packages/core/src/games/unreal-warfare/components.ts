import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { byteArray, floatArray, intArray, NO_BYTES, NO_FLOATS, NO_INTS, recordArray } from '@ukit/objects/common'

/** *The light of one source on the vertices of a mesh* (Unreal Warfare since 141). */
export class ComponentVertexLight implements Serializable {
  /** The component that is lit. */
  component: ObjectSource | null = null
  /** A light component. */
  light: ObjectSource | null = null
  /** One value per vertex. */
  values = NO_FLOATS
  /** Probably the size of the values in bytes. */
  size = 0

  serialize(ar: Archive): void {
    this.component = ar.object(this.component, 'component')
    this.light = ar.object(this.light, 'light')
    this.values = floatArray(ar, this.values, 'values')
    this.size = ar.i32(this.size, 'size')
  }
}

/** *StaticMeshComponent of Unreal Warfare, 130 to 144.* Verified on 124 of 124 objects. */
export class StaticMeshComponent extends UnrealObject {
  /** Which vertices each light reaches. */
  lights: ComponentVertexLight[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (!ar.since(Feature.LightComponents)) return
    this.lights = recordArray(ar, this.lights, () => new ComponentVertexLight(), 7, 'lights')
  }
}

/** *A light map: where the light of one source falls on nodes of a BSP.* */
export class ComponentLightMap implements Serializable {
  /** Numbers of nodes. */
  nodes = NO_INTS
  /** Compressed texels. */
  data = NO_BYTES
  /** Five vectors: how the map lies in the world. */
  axes: Float32Array = new Float32Array(15)
  /** Width in texels. */
  sizeX = 0
  /** Height in texels. */
  sizeY = 0

  serialize(ar: Archive): void {
    this.nodes = intArray(ar, this.nodes, 'nodes')
    this.data = byteArray(ar, this.data, 'data')
    this.axes = ar.floats(this.axes, 15, 'axes')
    this.sizeX = ar.i32(this.sizeX, 'sizeX')
    this.sizeY = ar.i32(this.sizeY, 'sizeY')
  }
}

/** *A texture that contains light maps.* */
export class ComponentLightTexture implements Serializable {
  /** Width in texels. */
  sizeX = 0
  /** Height in texels. */
  sizeY = 0
  /** The light maps on it. */
  maps: ComponentLightMap[] = []

  serialize(ar: Archive): void {
    this.sizeX = ar.i32(this.sizeX, 'sizeX')
    this.sizeY = ar.i32(this.sizeY, 'sizeY')
    this.maps = recordArray(ar, this.maps, () => new ComponentLightMap(), 70, 'maps')
  }
}

/** *The light of one source on a BSP* (Unreal Warfare since 141). */
export class ComponentModelLight implements Serializable {
  /** The ModelComponent. */
  component: ObjectSource | null = null
  /** The light component. */
  light: ObjectSource | null = null
  /** The textures that contain its light maps. */
  textures: ComponentLightTexture[] = []
  /** Two numbers of unknown meaning. */
  numbers: Int32Array = new Int32Array(2)

  serialize(ar: Archive): void {
    this.component = ar.object(this.component, 'component')
    this.light = ar.object(this.light, 'light')
    this.textures = recordArray(ar, this.textures, () => new ComponentLightTexture(), 9, 'textures')
    this.numbers = ar.ints(this.numbers, 2, 'numbers')
  }
}

/** *ModelComponent of Unreal Warfare, since 141.* Verified on 8 of 8 objects. */
export class ModelComponent extends UnrealObject {
  /** The level's Model. */
  model: ObjectSource | null = null
  /** One for each light that reaches it. */
  lights: ComponentModelLight[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (!ar.since(Feature.LightComponents)) return
    this.model = ar.object(this.model, 'model')
    this.lights = recordArray(ar, this.lights, () => new ComponentModelLight(), 11, 'lights')
  }
}
