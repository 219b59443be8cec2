import { NEVER, type Threshold } from './versions.js'

function only(evidence: string): Threshold {
  return { version: NEVER, evidence }
}

/**
 * *What the engine never had and games have*, by what it is: fields in the middle of the engine's objects,
 * and forms that the engine does not use.
 *
 * A game that has one moves it to the version since which it has it (0: always):
 * `moved: new Map([[Feature.ObjectPreamble, 0]])`. What is a class or a record of its own needs no feature:
 * it is registered in the game's folder.
 */
export const Feature = {
  // ---- objects and their properties

  /** Objects start with two or three numbers. */
  ObjectPreamble: only('SWAT 4: 67,665 of 67,665'),
  /** State frames have a header, and their parts in another order. */
  StateFrameHeader: only('SWAT 4: 52 actors of a level of 129/27'),
  /** State frames have a word more. */
  StateFrameWord: only('Duke Nukem Forever: files'),
  /** The tags of arrays name the type of their elements. */
  ArrayTagType: only('Duke Nukem Forever: files'),
  /** Payloads that are in the package have no position in front, others one of 64 bits. */
  NoInlineOffset: only('Rocket League 868/29: 27 textures, 25 meshes, 64 components; readers: from licensee 20'),
  /** Every struct is a tagged list. */
  NoRawStructs: only('Duke Nukem Forever: files'),

  // ---- script

  /** Dependencies of classes do not say whether they are deep. */
  NoDependencyDepth: only('Duke Nukem Forever: files'),
  /** Dimensions of variables have 16 bits. */
  ShortArrayDim: only('Duke Nukem Forever: files'),
  /** Variables with the flag 0x2000000 have a text for the editor. */
  VariableComment: only('UT2004: files'),
  /** Variables name an ini file. */
  VariableConfigName: only('XCOM 2, licensee 120: files'),
  /** Structs have flags before `Version.StructFlags`. */
  EarlyStructFlags: only('UT2004 since licensee 26, SWAT 4: files'),
  /** Classes list functions of interfaces that they leave out. */
  UnusedInterfaceFunctions: only('A Hat in Time since 878: files'),
  /** Classes have a number more. */
  ClassNumber: only('Mass Effect 2 on PlayStation 3 (licensee 138 to 152): files'),
  /** Classes have another number more. */
  SecondClassNumber: only('Mass Effect since licensee 139: files'),
  /** Classes list their functions by number. */
  VirtualFunctions: only('Mass Effect 3: files'),
  /** Structs are stripped of what only the editor needs, on every platform. */
  StrippedStructs: only('Mass Effect 3: files'),
  /** Stripped functions do not say where their replication condition is. */
  NoStrippedReplication: only('Mass Effect: files'),
  /** Stripped functions do not say their precedence. */
  NoStrippedPrecedence: only('Mass Effect 3: files'),

  // ---- UE2's objects

  /** Materials have a byte more. */
  MaterialByte: only('Unreal II, Shadow Ops: readers'),
  /** Textures have a number in front of their levels. */
  TextureNumber: only("America's Army 2.5 to 2.8: readers"),
  /** Textures have a table in front of their levels. */
  TextureTable: only('Vanguard: readers'),
  /** Levels of textures have a header. */
  MipHeader: only('Tribes: Vengeance since licensee 26: readers'),
  /** Nodes and surfaces of a BSP have a header. */
  BspHeader: only('SWAT 4 since licensee 4: files of 27'),
  /** Models have a header. */
  ModelHeader: only('SWAT 4 since licensee 4: files of 27'),
  /** Sections of a BSP have a header, and more fields that depend on it. */
  BspSectionHeader: only('SWAT 4: a level of 129/27'),
  /** Levels have a header in front of their model. */
  LevelHeader: only('SWAT 4: a level of 129/27'),
  /** The light on static mesh actors has headers, and directions. */
  InstanceHeader: only('SWAT 4: 31 objects of a level of 129/27'),
  /** Static meshes have a header. */
  StaticMeshHeader: only('SWAT 4: readers'),
  /** Vertices of static meshes have a header. */
  StaticVerticesHeader: only('SWAT 4: readers'),
  /** Skeletal meshes have a header. */
  SkeletalMeshHeader: only('SWAT 4: readers'),
  /** Levels of detail of skeletal meshes have a header. */
  SkeletalLodHeader: only('SWAT 4: readers'),
  /** Vertices that follow bones have a header. */
  SkinVerticesHeader: only('SWAT 4: readers'),
  /** Skeletal meshes end after their levels of detail. */
  NoSkeletalEnd: only('SWAT 4: readers'),
  /** Skeletal meshes name further objects. */
  SkeletalObjects: only("America's Army: readers"),
  /** Skeletal meshes have a number in front of their key. */
  SkeletalNumber: only('Lineage II since licensee 3: readers'),
  /** Skeletal meshes have a list of floats in front of their key. */
  SkeletalFloats: only('Lineage II 123 since licensee 18: readers'),
  /** Skeletal meshes have a number after their key. */
  SecondSkeletalNumber: only('Lineage II since licensee 35: readers'),
  /**
   * Sections of skeletal meshes number their bones, and levels of detail have vertices with all of their
   * weights.
   */
  SkeletalBoneMaps: only('Lineage II since licensee 28: readers'),
  /** Skeletal meshes may collide as a static mesh. */
  CollisionMesh: only('UT2004 since 127: readers; files of 126 to 128'),
  /** Bone shapes say whether they block Karma objects. */
  BoneBlocksKarma: only('UT2004 since 124: readers; files of 127 and 128'),
  /** Bone shapes say whether they block traces. */
  BoneBlocksTraces: only('UT2004 since 125: readers; files of 127 and 128'),
  /** Meshes with frames hold positions as floats. */
  FloatVertices: only('Lineage II since 133: readers'),
  /** Meshes of version 5 and 6 hold a number and a byte more. */
  LaterLodMesh: only('Lineage II: readers'),
  /** Motions have no flex tracks, whatever their flags. */
  NoFlexTracks: only('Lineage II: readers'),
  /** Motions say where they end. */
  LazyMotions: only('Lineage II 123 since licensee 25: readers'),
  /** No object says whether clients load it. */
  NothingForClients: only('Lineage II since 132 at the latest: files of 123 and 132'),
  /** Notifications of animations have a text. */
  NotifyText: only('Lineage II since 131: readers'),
  /** Nothing is in front of the imported triangles of static meshes, though the licensee counts versions. */
  PlainStaticMesh: only('UT2004, SWAT 4: files'),
  /** Static meshes have a number in front of their Karma properties. */
  StaticMeshNumber: only('UT2004, licensee 22: readers'),
  /** Static meshes have a list of floats in front of their Karma properties. */
  StaticMeshNumbers: only('UT2004 since licensee 23: 211 files'),
  /** Static meshes collide by a k-DOP tree. */
  KDopCollision: only('UT2004 since 126: files of 125 and 126'),
  /** The planes that static meshes collide by say where they end. */
  LazyCollision: only('Lineage II since licensee 18: readers'),
  /** Light on static meshes comes from the environment too. */
  EnvironmentLights: only('Lineage II since licensee 4: readers'),
  /** Light on static meshes ends with two indices. */
  InstanceIndices: only('Lineage II since licensee 12: readers'),
  /** Sounds have a weight in their group. */
  SoundLikelihood: only('UT2003, UT2004: 305 files'),
  /** Sounds may end before they say whether they have a track for lips. */
  ShortSounds: only('SWAT 4: half of the sounds of 129/27'),
  /** Static meshes may end with bytes that no source describes. */
  StaticMeshEnd: only('SWAT 4: files'),
  /** Levels have a second list of actors. */
  SecondActorList: only('Lineage II above licensee 20: readers'),
  /** Levels have no text blocks. */
  NoTextBlocks: only('Unreal Warfare: files'),
  /** BSP nodes lose four floats that were always 0. */
  NodesWithoutGap: only('UT2004 since 122: 119 to 121 have them, 122 to 128 have not, others have them to 140'),
  /** Surfaces and polygons have a number more. */
  PolyNumber: only('Lineage II above licensee 20: readers'),
  /** Models may hold their light in a form that no source describes. */
  OpaqueModelLight: only('Lineage II: readers'),
  /** Polygons name their item before their material. */
  PolyItemFirst: only('Unreal Warfare since 130: files of 129 and 130 to 144'),
  /** Models start with further arrays, always empty. */
  ModelArrays: only('Unreal Warfare since 132: files of 130, 132 to 144'),
  /** Models have no light maps. */
  NoModelLightMaps: only('Unreal Warfare: files of 130 to 144'),
  /** BSP nodes lose their light maps and spheres; components of models and meshes hold the light instead. */
  LightComponents: only('Unreal Warfare since 141: files of 140 and 141'),
  /** One of the arrays of `ModelArrays` is gone. */
  OneModelArray: only('Unreal Warfare since 142: files of 141 and 142'),
  /** Bounds are a centre, an extent and a radius. */
  BoundsByExtent: only('Unreal Warfare since 144: files of 142 and 144'),

  // ---- UE3's objects

  /** Textures and static meshes name the file that they were imported from. */
  SourceFiles: only('TERA: files'),
  /** Textures have no picture as imported. */
  NoSourceArt: only('Mass Effect 3: files'),
  /** Textures have a number after their sizes. */
  MipNumber: only('Mass Effect since licensee 65: files'),
  /** Textures have a number after the GUID of their cache. */
  CacheGuidNumber: only('Mass Effect 3: files'),
  /** Textures may keep a copy for the processor. */
  SystemMemoryMips: only('XCOM 2, XCOM: Enemy Within: files'),
  /** Materials have a number in the middle. */
  MaterialNumber: only('A Hat in Time, Mass Effect 3: files'),
  /** Materials have six numbers in the middle. */
  MaterialNumbers: only('XCOM 2, XCOM: Enemy Within: files'),
  /** Materials have two numbers in front of their texture lookups. */
  MaterialLookupPair: only('XCOM 2 since licensee 120: files; not 108'),
  /** Materials end with two numbers. */
  MaterialPair: only('Mass Effect 1 on PC (491): files'),
  /** Materials have seven numbers after the blend mode. */
  BlendModeNumbers: only('A Hat in Time: files'),
  /** Materials are compiled for two shader models, also after Lightmass. */
  TwoShaderModels: only('Mass Effect: files'),
  /** Choices for which a material is compiled have a further list. */
  FurtherParameters: only('A Hat in Time: files'),
  /** Shader caches name objects that hold their shaders. */
  ShaderPayloads: only('Mass Effect 3 on consoles: files'),
  /** Elements of static meshes have a number more. */
  MeshElementNumber: only('XCOM 2: files'),
  /** Buffers of vertices have a number more. */
  VertexBufferNumber: only('Mass Effect 3: files'),
  /** Static meshes have a number after their thumbnail. */
  ThumbnailNumber: only('Mass Effect, Killing Floor 2: files'),
  /** Static meshes end with up to three numbers more. */
  MeshEndNumbers: only('Killing Floor 2: files'),
  /** Cooked shapes may leave out the size of an element. */
  PlainPhysicsData: only('Killing Floor 2: files of 871/1117'),
  /** Bodies may end with a number more. */
  BodyEndNumber: only('Killing Floor 2: files'),
  /** Static mesh components end with 42 bytes. */
  EarlyMeshComponents: only('XCOM: Enemy Within: files'),
  /** Static mesh components end with 44 bytes, and their levels of detail have a byte more. */
  MeshComponentBytes: only('XCOM 2: files'),
  /** Those bytes are 46 and two. */
  LaterMeshComponents: only('XCOM 2 since licensee 102: files of 108 and 120; not 101'),
  /** Bones of skeletal meshes and tracks of animations have scales. */
  BoneScales: only('A Hat in Time: files of 888 and 893'),
  /** Sections of skeletal meshes have a byte more. */
  SkeletalSectionByte: only('Mass Effect 3: files'),
  /** Skeletal meshes do not say how bones break. */
  NoBoneBreakOptions: only('Mass Effect 3: files'),
  /** Animations may end before their compressed keys. */
  ShortAnimations: only('XCOM: Enemy Within: 17 of 104'),
  /** Animations are one block. */
  RawAnimBlock: only('Mass Effect 2: files'),
  /** Sounds have numbers around what was imported. */
  SoundNumbers: only('Mass Effect 1: files'),
  /** Sounds end with up to two blocks more. */
  FurtherSoundBlocks: only('Killing Floor 2: files'),
  /** Objects of Wwise start with numbers. */
  WwiseNumbers: only('Mass Effect 2: files'),
  /** Streams of Wwise have a GUID, events name banks and streams. */
  WwiseRelationships: only('Mass Effect 2 on PC and Xbox 360: files'),
  /** Matinee does not keep where actors were. */
  NoSavedTransforms: only('Mass Effect 3: files'),
  /** Worlds name a manager of decals. */
  DecalManager: only('Mass Effect 1: files'),
  /** Levels name two placeables. */
  ArtPlaceables: only('Mass Effect 1: files'),
  /** Levels have six numbers after their address. */
  LevelNumbers: only('XCOM 2: files'),
  /** Levels list actors by class. */
  ActorsByClass: only('XCOM 2 since licensee 102: files of 108 and 120; not 101'),
  /** Shadows on vertices are one piece. */
  BulkShadowSamples: only('Mass Effect 3: readers'),
  /** Levels say whether they have a distance field. */
  OptionalDistanceField: only('Mass Effect 3: files'),
  /** Levels refer to other levels' paths. */
  CrossLevelNavigation: only('Mass Effect 3: files'),
  /** Terrains have a number more. */
  TerrainNumber: only('Mass Effect 1 on PlayStation 3: files'),
  /** Terrains have displacements. */
  TerrainDisplacements: only('Mass Effect since licensee 120: files'),
  /** Boxes of terrains have 4 bytes more. */
  WideTerrainBoxes: only('Mass Effect: files'),
} as const satisfies Record<string, Threshold>
