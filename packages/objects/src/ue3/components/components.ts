import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Guid, Version } from '@ukit/container'
import { floatArray, NO_FLOATS, NO_USHORTS, objectArray, recordArray, ushortArray } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { UnrealObject } from '../../unreal-object.js'
import { BULK_ARRAY_SIZE, BulkArray, bulkUshorts } from '../bulk-array.js'
import { CookedConvexData } from '../physics/physics.js'
import { guidArray, LIGHT_MAP_SIZE, LightMap } from './light-map.js'

/** *BrushComponent: the shape of a brush or volume.* 659 of 659. */
export class BrushComponent extends UnrealObject {
  /** For collisions, cooked. */
  cachedPhysBrushData = new CookedConvexData()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.cachedPhysBrushData, 'cachedPhysBrushData')
  }
}

/** *Nodes of a level's model that share light and material.* */
export class ModelElement implements Serializable {
  /** The light of its nodes. */
  lightMap = new LightMap()
  /** The ModelComponent that it is part of. */
  component: ObjectSource | null = null
  /** The material of its nodes; none is the default one. */
  material: ObjectSource | null = null
  /** Indices into the model's nodes. */
  nodes: Uint16Array = NO_USHORTS
  /** ShadowMap2D objects, one for each light with a shadow of its own. */
  shadowMaps: (ObjectSource | null)[] = []
  /** GUIDs of lights that do not reach it. */
  irrelevantLights: Guid[] = []

  serialize(ar: Archive): void {
    ar.record(this.lightMap, 'lightMap')
    this.component = ar.object(this.component, 'component')
    this.material = ar.object(this.material, 'material')
    this.nodes = ushortArray(ar, this.nodes, 'nodes')
    this.shadowMaps = objectArray(ar, this.shadowMaps, 'shadowMaps')
    this.irrelevantLights = guidArray(ar, this.irrelevantLights, 'irrelevantLights')
  }
}

/** *ModelComponent: a part of a level's model.* 761 of 761. */
export class ModelComponent extends UnrealObject {
  /** The level's Model. */
  model: ObjectSource | null = null
  /** Number of the zone that its nodes are in. */
  zoneIndex = 0
  /** Its nodes, one group for each material and light map. */
  elements: ModelElement[] = []
  /** Its place among the level's `modelComponents`. */
  componentIndex = 0
  /** Indices into the model's nodes. */
  nodes: Uint16Array = NO_USHORTS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.model = ar.object(this.model, 'model')
    this.zoneIndex = ar.i32(this.zoneIndex, 'zoneIndex')
    this.elements = recordArray(ar, this.elements, () => new ModelElement(), LIGHT_MAP_SIZE + 20, 'elements')
    this.componentIndex = ar.u16(this.componentIndex, 'componentIndex')
    this.nodes = ushortArray(ar, this.nodes, 'nodes')
  }
}

/** What a decal is on. */
export class DecalReceiver implements Serializable {
  /** The component that the decal is cut out of. */
  component: ObjectSource | null = null
  /** The decal's own vertices, as the graphics card takes them. */
  vertices = new BulkArray(0)
  /** Three for each triangle. */
  indices: Uint16Array = NO_USHORTS
  /** Triangles of `indices`. */
  triangleCount = 0
  /** The light on the decal. */
  lightMap = new LightMap()
  /** Since `Version.DecalInstances`: shadow maps of single lights. */
  shadowMaps: (ObjectSource | null)[] = []
  /** A number that the receiving component passes along; its meaning depends on the component. */
  data = 0
  /** Which instance of the component it is on. */
  instanceIndex = 0

  serialize(ar: Archive): void {
    this.component = ar.object(this.component, 'component')
    ar.record(this.vertices, 'vertices')
    this.indices = bulkUshorts(ar, this.indices, 'indices')
    this.triangleCount = ar.i32(this.triangleCount, 'triangleCount')
    ar.record(this.lightMap, 'lightMap')
    if (!ar.since(Version.DecalInstances)) return
    this.shadowMaps = objectArray(ar, this.shadowMaps, 'shadowMaps')
    this.data = ar.i32(this.data, 'data')
    this.instanceIndex = ar.i32(this.instanceIndex, 'instanceIndex')
  }
}

/** *DecalComponent: a picture stuck onto other things.* 169 of 169. */
export class DecalComponent extends UnrealObject {
  /** What it was laid on when the level was built. */
  staticReceivers: DecalReceiver[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.staticReceivers = recordArray(
      ar,
      this.staticReceivers,
      () => new DecalReceiver(),
      8 + 2 * BULK_ARRAY_SIZE + LIGHT_MAP_SIZE,
      'staticReceivers',
    )
  }
}

/**
 * *FluidSurfaceComponent: water that waves.* 9 of 9. A LandscapeComponent, a part of a landscape, stores the
 * same.
 */
export class FluidSurfaceComponent extends UnrealObject {
  /** The light on the surface. */
  lightMap = new LightMap()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.Lightmass)) ar.record(this.lightMap, 'lightMap')
  }
}

/**
 * *LandscapeHeightfieldCollisionComponent: the heights of a part of a landscape that things collide with*
 * (859 to 867, by another program; none in the corpus).
 */
export class LandscapeHeightfieldCollisionComponent extends UnrealObject {
  /** Two bytes each, 255 by 255 in all; 32,768 is height 0. */
  heights = new BulkData()
  /** Empty in all. */
  dominantLayers = new BulkData()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.heights, 'heights')
    ar.record(this.dominantLayers, 'dominantLayers')
  }
}

/**
 * *SpeedTreeComponent: a tree.* 9 of 9; a light map each for branches, fronds, leaf meshes, leaf cards,
 * billboards.
 */
export class SpeedTreeComponent extends UnrealObject {
  /**
   * For branches, fronds, leaf meshes, leaf cards and billboards; a new component has an empty one for each.
   */
  lightMaps: LightMap[] = Array.from({ length: 5 }, () => new LightMap())

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.lightMaps = ar.records(this.lightMaps, ar.since(Version.Lightmass) ? 5 : 4, () => new LightMap(), 'lightMaps')
  }
}

/** *Pylon: carries the navigation meshes of its surroundings.* 8 of 8. */
export class Pylon extends UnrealObject {
  /** The NavigationMesh of what can be walked on. */
  navMesh: ObjectSource | null = null
  /** The NavigationMesh of obstacles. */
  obstacleMesh: ObjectSource | null = null

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.navMesh = ar.object(this.navMesh, 'navMesh')
    this.obstacleMesh = ar.object(this.obstacleMesh, 'obstacleMesh')
  }
}

/**
 * *ShadowMap1D: a light's shadow on each vertex of a mesh.* 577 of Mass Effect 2, 115 of UDK (859 to 867), 60
 * of Rocket League.
 */
export class ShadowMap1D extends UnrealObject {
  /** 0 dark to 1 lit. */
  samples: Float32Array = NO_FLOATS
  /** Since `Feature.BulkShadowSamples`: the same. */
  bulkSamples = new BulkArray(4)
  /** GUID of the light whose shadow it is. */
  lightGuid = Guid.ZERO

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.BulkShadowSamples)) ar.record(this.bulkSamples, 'bulkSamples')
    else this.samples = floatArray(ar, this.samples, 'samples')
    this.lightGuid = ar.guid(this.lightGuid, 'lightGuid')
  }
}

/**
 * *StaticMeshCollectionActor, StaticLightCollectionActor: many components in one actor, each with a place of
 * its own.* 10 of 10 (Mass Effect 3).
 */
export class CollectionActor extends UnrealObject {
  /** 16 floats of a transformation for each entry of the property that lists the components. */
  matrices: Float32Array = NO_FLOATS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    // Lists may be properties only (files of 868/29).
    const has = ar.isLoading ? ar.remaining > 0 : this.matrices.length > 0
    this.matrices = ar.floats(this.matrices, has ? 16 * this.#componentCount() : 0, 'matrices')
  }

  #componentCount(): number {
    const list = this.properties.get('StaticMeshComponents') ?? this.properties.get('LightComponents')
    // An array that could not be typed is still a count and references of four bytes each.
    if (list instanceof Uint8Array) return (list.length - 4) / 4
    return Array.isArray(list) ? list.length : 0
  }
}
