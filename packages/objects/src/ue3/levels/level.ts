import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Guid, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import {
  byteArray,
  floatArray,
  intArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  objectArray,
  recordArray,
} from '../../common/arrays.js'
import { flag } from '../../common/flag.js'
import { Url } from '../../common/url.js'
import { UnrealObject } from '../../unreal-object.js'
import { bulkBytes } from '../bulk-array.js'
import { CookedConvexData, CookedPhysicsData } from '../physics/physics.js'
import { PrecomputedLightVolume, PrecomputedVisibility, VolumeDistanceField } from './level-lighting.js'

/** *Where a texture is seen*, so that it can be loaded in time. */
export class StreamableTexture implements Serializable {
  /** A Texture2D of the level. */
  texture: ObjectSource | null = null
  /** Five floats an instance: centre X, Y, Z and radius of a sphere, texels for each unit of length. */
  instances: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.instances = floatArray(ar, this.instances, 'instances', 5)
  }
}

/** A texture on something that moves. */
export class DynamicTextureInstance implements Serializable {
  /** Centre X, Y, Z and radius of a sphere, texels for each unit of length. */
  numbers: Float32Array = new Float32Array(5)
  /** A Texture2D of the level. */
  texture: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.numbers = ar.floats(this.numbers, 5, 'numbers')
    this.texture = ar.object(this.texture, 'texture')
  }
}

/** *The textures of a component that moves.* None has any. */
export class DynamicTextureInstances implements Serializable {
  /** The component that moves. */
  component: ObjectSource | null = null
  /** Its textures, each with the sphere that it is seen in. */
  instances: DynamicTextureInstance[] = []

  serialize(ar: Archive): void {
    this.component = ar.object(this.component, 'component')
    this.instances = recordArray(ar, this.instances, () => new DynamicTextureInstance(), 24, 'instances')
  }
}

/** Which cooked data a mesh of a certain scale has. */
export class CachedPhysicsMapping implements Serializable {
  /** A StaticMesh. */
  mesh: ObjectSource | null = null
  /** X, Y, Z: the scale that the data were cooked for. */
  scale: Float32Array = new Float32Array(3)
  /** Place in the store. */
  index = 0

  serialize(ar: Archive): void {
    this.mesh = ar.object(this.mesh, 'mesh')
    this.scale = ar.floats(this.scale, 3, 'scale')
    this.index = ar.i32(this.index, 'index')
  }
}

/** A texture that must always be there. */
export class ForcedTexture implements Serializable {
  /** A Texture2D. */
  texture: ObjectSource | null = null
  /** 1 while it has to stay loaded, else 0. */
  force = 0

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.force = ar.i32(this.force, 'force')
  }
}

/** An object of another level, by its GUID. */
export class CrossLevelGuid implements Serializable {
  /** The GUID that the object has in its own level. */
  guid = Guid.ZERO
  /** Index into the list of objects beside it, such as `coverLinks`. */
  index = 0

  serialize(ar: Archive): void {
    this.guid = ar.guid(this.guid, 'guid')
    this.index = ar.i32(this.index, 'index')
  }
}

/** Where a reference to another level belongs. */
export class CrossLevelIndex implements Serializable {
  /** Index into `coverLinks`. */
  index = 0
  /** Number of the slot in the cover link, from 0. */
  slot = 0

  serialize(ar: Archive): void {
    this.index = ar.i32(this.index, 'index')
    this.slot = ar.u8(this.slot, 'slot')
  }
}

/** *The actors of one class.* */
export class ActorsOfClass implements Serializable {
  /** The class that all of `actors` are of. */
  class: ObjectSource | null = null
  /** Actors that are in the level's `actors` too. */
  actors: (ObjectSource | null)[] = []

  serialize(ar: Archive): void {
    this.class = ar.object(this.class, 'class')
    this.actors = objectArray(ar, this.actors, 'actors')
  }
}

/** *Level: all actors of a map, and what was computed for them.* 66 of 66, versions 491 to 888. */
export class Level extends UnrealObject {
  /** Itself. */
  self: ObjectSource | null = null
  /** With gaps; the first is the world's settings, the second the builder brush. */
  actors: (ObjectSource | null)[] = []
  /** The address of the map, as the editor last had it. */
  url = new Url()
  /** Since `Feature.LevelNumbers`: 0 in all. */
  numbers: Int32Array = new Int32Array(6)
  /** Since `Feature.ActorsByClass`: the actors of some classes once more. */
  actorsByClass: ActorsOfClass[] = []
  /** The Model of the level's BSP. */
  model: ObjectSource | null = null
  /** The ModelComponents that draw `model`, in order. */
  modelComponents: (ObjectSource | null)[] = []
  /** The root Sequence of the level's Kismet; at most one is in use. */
  gameSequences: (ObjectSource | null)[] = []
  /** Where the textures are that are streamed in and out. */
  streamableTextures: StreamableTexture[] = []
  /** Since `Version.DynamicTextureInstances`: the same of what moves. */
  dynamicTextures: DynamicTextureInstances[] = []
  /** Since `Version.LevelApexData`: destructible bodies of APEX, as its own library saves them. */
  apexData: Uint8Array = NO_BYTES
  /** PhysX: `NXS MESH`. */
  cachedPhysBspData: Uint8Array = NO_BYTES
  /** For each mesh and scale an index into `cachedPhysConvexStore`. */
  cachedPhysConvexMap: CachedPhysicsMapping[] = []
  /** Convex bodies, cooked. */
  cachedPhysConvexStore: CookedConvexData[] = []
  /** For each mesh and scale an index into `cachedPhysPerTriangleStore`. */
  cachedPhysPerTriangleMap: CachedPhysicsMapping[] = []
  /** Bodies of single triangles, cooked. */
  cachedPhysPerTriangleStore: CookedPhysicsData[] = []
  /** Version of PhysX's cooking, such as 0x02080491. */
  cachedPhysBspDataVersion = 0
  /** The same for the two stores of meshes. */
  cachedPhysMeshDataVersion = 0
  /** Textures that stay loaded wherever the player is. */
  forceStreamTextures: ForcedTexture[] = []
  /** Since `Version.ConvexBsp`: the BSP as convex bodies. */
  cachedPhysConvexBsp = new CookedConvexData()
  /** Version of the cooking of `cachedPhysConvexBsp`. */
  cachedPhysConvexBspVersion = 0
  /** First and last of the lists of navigation points, covers, pylons. */
  navListStart: ObjectSource | null = null
  /** The last NavigationPoint of the list. */
  navListEnd: ObjectSource | null = null
  /** The first CoverLink of the list. */
  coverListStart: ObjectSource | null = null
  /** The last CoverLink of the list. */
  coverListEnd: ObjectSource | null = null
  /** Since `Version.Pylons`: the first Pylon of the list. */
  pylonListStart: ObjectSource | null = null
  /** The last Pylon of the list. */
  pylonListEnd: ObjectSource | null = null
  /** Since `Version.CrossLevelCover`: covers of other levels that this one refers to. */
  crossLevelCoverGuids: CrossLevelGuid[] = []
  /** The CoverLinks of this level that others refer to. */
  coverLinks: (ObjectSource | null)[] = []
  /** Slots of `coverLinks` that others refer to. */
  crossLevelCoverIndices: CrossLevelIndex[] = []
  /** Since `Feature.CrossLevelNavigation`. */
  crossLevelNavGuids: CrossLevelGuid[] = []
  /** The navigation points that `crossLevelNavGuids` are about. */
  navPoints: (ObjectSource | null)[] = []
  /** Numbers that go with `navPoints`; their meaning is not known. */
  navIndices: Int32Array = NO_INTS
  /** Actors with references into other levels. */
  crossLevelActors: (ObjectSource | null)[] = []
  /** Since `Feature.ArtPlaceables`. */
  artPlaceable1: ObjectSource | null = null
  /** The second of the two. */
  artPlaceable2: ObjectSource | null = null
  /** Since `Version.LightVolume`. */
  lightVolume = new PrecomputedLightVolume()
  /**
   * Since `Version.EarlyVisibility`, until `Version.PrecomputedVisibility`: 0 in all. Perhaps a box, a size
   * and a count.
   */
  earlyVisibility: Uint8Array = new Uint8Array(33)
  /** Since `Version.PrecomputedVisibility`. */
  visibility = new PrecomputedVisibility()
  /** Since `Feature.OptionalDistanceField`: 1 when a distance field follows. */
  hasVolumeDistanceField = 0
  /** Since `Version.LevelDistanceField`. */
  volumeDistanceField = new VolumeDistanceField()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.self = ar.object(this.self, 'self')
    this.actors = objectArray(ar, this.actors, 'actors')
    ar.record(this.url, 'url')
    if (ar.since(Feature.LevelNumbers)) this.numbers = ar.ints(this.numbers, 6, 'numbers')
    if (ar.since(Feature.ActorsByClass))
      this.actorsByClass = recordArray(ar, this.actorsByClass, () => new ActorsOfClass(), 8, 'actorsByClass')
    this.model = ar.object(this.model, 'model')
    this.modelComponents = objectArray(ar, this.modelComponents, 'modelComponents')
    this.gameSequences = objectArray(ar, this.gameSequences, 'gameSequences')
    this.streamableTextures = recordArray(
      ar,
      this.streamableTextures,
      () => new StreamableTexture(),
      8,
      'streamableTextures',
    )
    if (ar.since(Version.DynamicTextureInstances))
      this.dynamicTextures = recordArray(
        ar,
        this.dynamicTextures,
        () => new DynamicTextureInstances(),
        8,
        'dynamicTextures',
      )
    this.#serializePhysics(ar)
    this.#serializeLists(ar)
    this.#serializeLighting(ar)
  }

  #serializePhysics(ar: Archive): void {
    if (ar.since(Version.LevelApexData)) this.apexData = byteArray(ar, this.apexData, 'apexData')
    this.cachedPhysBspData = bulkBytes(ar, this.cachedPhysBspData, 'cachedPhysBspData')
    this.cachedPhysConvexMap = physicsMap(ar, this.cachedPhysConvexMap, 'cachedPhysConvexMap')
    this.cachedPhysConvexStore = recordArray(
      ar,
      this.cachedPhysConvexStore,
      () => new CookedConvexData(),
      4,
      'cachedPhysConvexStore',
    )
    this.cachedPhysPerTriangleMap = physicsMap(ar, this.cachedPhysPerTriangleMap, 'cachedPhysPerTriangleMap')
    this.cachedPhysPerTriangleStore = recordArray(
      ar,
      this.cachedPhysPerTriangleStore,
      () => new CookedPhysicsData(),
      4,
      'cachedPhysPerTriangleStore',
    )
    this.cachedPhysBspDataVersion = ar.i32(this.cachedPhysBspDataVersion, 'cachedPhysBspDataVersion')
    this.cachedPhysMeshDataVersion = ar.i32(this.cachedPhysMeshDataVersion, 'cachedPhysMeshDataVersion')
    this.forceStreamTextures = recordArray(
      ar,
      this.forceStreamTextures,
      () => new ForcedTexture(),
      8,
      'forceStreamTextures',
    )
    if (ar.since(Version.ConvexBsp)) {
      ar.record(this.cachedPhysConvexBsp, 'cachedPhysConvexBsp')
      this.cachedPhysConvexBspVersion = ar.i32(this.cachedPhysConvexBspVersion, 'cachedPhysConvexBspVersion')
    }
  }

  #serializeLists(ar: Archive): void {
    this.navListStart = ar.object(this.navListStart, 'navListStart')
    this.navListEnd = ar.object(this.navListEnd, 'navListEnd')
    this.coverListStart = ar.object(this.coverListStart, 'coverListStart')
    this.coverListEnd = ar.object(this.coverListEnd, 'coverListEnd')
    if (ar.since(Version.Pylons)) {
      this.pylonListStart = ar.object(this.pylonListStart, 'pylonListStart')
      this.pylonListEnd = ar.object(this.pylonListEnd, 'pylonListEnd')
    }
    if (ar.since(Version.CrossLevelCover)) {
      this.crossLevelCoverGuids = recordArray(
        ar,
        this.crossLevelCoverGuids,
        () => new CrossLevelGuid(),
        20,
        'crossLevelCoverGuids',
      )
      this.coverLinks = objectArray(ar, this.coverLinks, 'coverLinks')
      this.crossLevelCoverIndices = recordArray(
        ar,
        this.crossLevelCoverIndices,
        () => new CrossLevelIndex(),
        5,
        'crossLevelCoverIndices',
      )
    }
    if (ar.since(Feature.CrossLevelNavigation)) {
      this.crossLevelNavGuids = recordArray(
        ar,
        this.crossLevelNavGuids,
        () => new CrossLevelGuid(),
        20,
        'crossLevelNavGuids',
      )
      this.navPoints = objectArray(ar, this.navPoints, 'navPoints')
      this.navIndices = intArray(ar, this.navIndices, 'navIndices')
    }
    this.crossLevelActors = objectArray(ar, this.crossLevelActors, 'crossLevelActors')
  }

  #serializeLighting(ar: Archive): void {
    if (ar.since(Feature.ArtPlaceables)) {
      this.artPlaceable1 = ar.object(this.artPlaceable1, 'artPlaceable1')
      this.artPlaceable2 = ar.object(this.artPlaceable2, 'artPlaceable2')
    }
    if (ar.since(Feature.OptionalDistanceField)) {
      this.hasVolumeDistanceField = flag(ar, this.hasVolumeDistanceField, 'hasVolumeDistanceField')
      if (this.hasVolumeDistanceField !== 0) ar.record(this.volumeDistanceField, 'volumeDistanceField')
    }
    if (ar.since(Version.LightVolume)) ar.record(this.lightVolume, 'lightVolume')
    if (ar.since(Version.PrecomputedVisibility)) ar.record(this.visibility, 'visibility')
    else if (ar.since(Version.EarlyVisibility))
      this.earlyVisibility = ar.bytes(this.earlyVisibility, 33, 'earlyVisibility')
    if (ar.since(Version.LevelDistanceField)) ar.record(this.volumeDistanceField, 'volumeDistanceField')
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.isA('model', this.model, 'Model')
    for (const [i, entry] of this.cachedPhysConvexMap.entries())
      report.index(`cachedPhysConvexMap[${i}].index`, entry.index, this.cachedPhysConvexStore.length, 'shapes')
  }
}

function physicsMap(ar: Archive, map: CachedPhysicsMapping[], field: string): CachedPhysicsMapping[] {
  return recordArray(ar, map, () => new CachedPhysicsMapping(), 20, field)
}
