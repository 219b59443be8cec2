/**
 * *A change of the format, by name.* `version` is the first file version that has it, `evidence` says how we
 * know.
 */
export interface Threshold {
  /** The file version since which packages of the engine have it. */
  readonly version: number
  /** Where that is known from: files, with their number, or readers. */
  readonly evidence: string
}

/** For a game that never took over a change: `moved: new Map([[Version.ThumbnailTable, NEVER]])`. */
export const NEVER = Number.POSITIVE_INFINITY

function since(version: number, evidence: string): Threshold {
  return { version, evidence }
}

/**
 * *The file versions at which the container changed.*
 *
 * Read `ar.since(Version.GuidAndGenerations)` as "this package was saved since the GUID was added". A game
 * that took a change earlier, later or never moves the threshold in its own folder (`games/`). *Wiki* is the
 * Unreal Wiki's page "Unreal package", *files* a count of real packages that are written back byte for byte
 * with the rule, *readers* public readers only (no file available).
 */
export const Version = {
  /** Names have a length in front; before, they only end in a zero. */
  NameLengths: since(64, 'wiki (Data Details); 72 files below, 622 above'),
  /** The summary holds GUID and generations; before, a heritage table of GUIDs. */
  GuidAndGenerations: since(68, 'wiki; 85 files below, 1,063 above'),
  /** The GUID of the summary by itself: some games took it out again. */
  SummaryGuid: since(68, 'as GuidAndGenerations'),
  /** The generations of the summary by themselves: some games took them out again. */
  Generations: since(68, 'as GuidAndGenerations'),
  /** Indices and string lengths are plain 32-bit integers; before, compact indices. */
  PlainIndices: since(178, 'wiki; files to 156 and from 391, readers between'),
  /** Object flags and name flags have 64 bits. */
  Flags64: since(195, 'wiki (which says 141 for names, the files do not: 144 has 32 bits); readers'),
  /** Exports name their archetype. */
  ExportArchetype: since(220, 'wiki; readers; files from 391'),
  /** Exports hold a map of their components. */
  ExportComponentMap: since(220, 'wiki as an unknown count; readers'),
  /** The summary holds the engine version. */
  EngineVersion: since(245, 'wiki; files from 391'),
  /** Exports hold export flags. */
  ExportFlags: since(247, 'wiki; files from 391'),
  /** The summary holds the size of everything before the first body. */
  HeaderSize: since(249, 'wiki; 452 files'),
  /** The export's offset is stored even when its size is 0. */
  ExportOffsetAlways: since(249, 'readers; no such export in any UE3 file'),
  /** The summary holds the folder shown in the editor's browser. */
  Folder: since(269, 'wiki; files from 391'),
  /** The summary holds the version of the cooker. */
  CookerVersion: since(277, 'wiki; files from 391'),
  /**
   * Generations and exports count their net objects; exports hold the GUID of a package that was merged in.
   */
  NetObjectCounts: since(322, 'wiki; files from 391'),
  /** The summary holds compression flags and a table of compressed chunks. */
  CompressedChunks: since(334, 'wiki; 110 files'),
  /** A name reference is an index and a number: `Actor` and 3 are `Actor_2`. */
  NameNumbers: since(343, 'readers; files from 391'),
  /** A table of the objects that each export depends on. */
  DependsTable: since(415, 'wiki; absent in 391, present from 491'),
  /** Exports hold the flags of a package that was merged in. */
  ExportPackageFlags: since(475, 'wiki says 487, readers 475; absent in 391, present in 491'),
  /** The summary holds a checksum of the package's name. */
  PackageSource: since(482, 'readers; files from 491'),
  /** The summary names further packages to cook. */
  AdditionalPackages: since(516, 'wiki without version; 419 files'),
  /** The component map of exports is gone. */
  NoExportComponentMap: since(543, 'wiki; 47 files below'),
  /** A table of thumbnails. */
  ThumbnailTable: since(584, 'wiki; files from 631'),
  /** A table of GUIDs of imports and exports. */
  ImportExportGuids: since(623, 'wiki; files from 631'),
  /** The summary lists textures by the memory that they need. */
  TextureAllocations: since(767, 'wiki without version; 350 files'),

  // ---- objects and their properties

  /** One number, always 0, follows an object's properties; before, two of them. */
  OneIndexAfterProperties: since(57, 'files: two in 9 packages of 54 to 56, one in 4 of 57'),
  /** Nothing follows the properties. */
  NoIndexAfterProperties: since(58, 'files: one in 4 packages of 57, none in one of 58'),
  /**
   * Lazy arrays start with the position where they end. Readers say 62 or 63 for some classes; no file shows
   * them apart.
   */
  LazyArraySkip: since(62, 'files: no skip in 692 objects of 61, a skip in 18,765 of 62 to 69'),
  /** Spheres have a radius. */
  SphereRadius: since(62, 'readers; files from 68'),
  /** Strings have a length in front; before, they only end in a zero. */
  StringLengths: since(64, 'readers; no object with a string below, 17,210 above'),
  /**
   * A model holds its vectors, points, nodes, surfaces and vertices itself; before, they are objects of their
   * own.
   */
  InlineModel: since(62, 'readers; 31,357 models of 68 and 69'),
  /** Zones of a model no longer hold when they were last drawn (UE2 brought that back). */
  NoZoneRenderTime: since(63, 'one reader; no model of 62 available'),
  /** Levels hold what players carry to the next one. */
  TravelInfo: since(63, 'one reader; 86 levels of 68 and 69'),
  /** A font may be a list of pages, each a texture and its characters; before, it is a texture itself. */
  FontPages: since(64, 'one reader says 64, another 68; files from 68'),
  /** A font is a list of pages for certain. */
  FontPagesOnly: since(68, '39 fonts of 68'),
  /**
   * The fourth byte of a palette's colours is alpha; before it is left-over memory, and the engine takes 255.
   */
  PaletteAlpha: since(66, 'readers; objects below have garbage there'),
  /** Fonts can map characters to others. */
  FontRemap: since(69, '18 fonts; absent in 39 of 68'),
  /** A mesh holds one distance factor for its textures. */
  MeshTextureLod: since(65, 'readers; no mesh of 65 available'),
  /** A mesh holds a distance factor for each texture. */
  MeshTextureLods: since(66, 'readers; files from 68'),
  /** From here on UE1's version numbers are of games that changed it. */
  LaterUnreal1: since(70, 'games; Unreal Tournament ended at 69'),
  /** Textures no longer hold a second list of compressed levels. */
  NoCompressedMips: since(84, 'readers'),
  /** Structs other than Vector, Rotator and Color are tagged lists. */
  TaggedStructs: since(118, 'readers; 115 has binary structs, 118 and later tagged ones'),
  /** State frames hold a stack of states. */
  StateStack: since(189, 'readers; files from 491'),
  /** Tags name their type instead of packing it into a byte. */
  NamedPropertyTypes: since(223, 'readers; files from 491'),
  /** Objects start with their index on the network. */
  NetIndex: since(322, 'readers; files from 491'),
  /** The latent action of a state frame has 16 bits. */
  LatentAction16: since(566, 'readers; files'),
  /** Byte tags name their enum. */
  ByteTagEnum: since(633, 'readers; absent in 631, present in 684'),
  /** The value of a bool tag is one byte instead of four. */
  BoolTagByte: since(673, 'readers; files'),
  /** Probe masks have 32 bits and the ignore mask is gone. */
  ProbeMask32: since(691, 'readers; 64 bits in 684, 32 in 710'),

  // ---- script objects (Field and its subclasses) and their bytecode

  /** `Return` carries an expression; tokens 0x10, 0x11, 0x14, 0x34 get their later meaning. */
  ReturnExpression: since(62, 'readers; files from 68'),
  /**
   * Classes name the class that they live in and their ini file, and no longer start with the size of the
   * record.
   */
  ClassWithin: since(62, 'readers; files from 68'),
  /** Functions no longer store the size and number of their parameters. */
  FunctionWithoutSizes: since(64, 'readers; files from 68'),
  /** A cast is one token with a code instead of a token of its own. */
  PrimitiveCast: since(95, 'readers; files to 69 and from 121'),
  /** Classes list the categories that the editor hides. */
  HideCategories: since(99, 'readers; files from 121'),
  /** Structs refer to their C++ text. */
  CppText: since(120, 'readers; files from 123'),
  /** Private and protected variables are marked by object flags of UE2. */
  MarkedPrivate: since(123, 'files: not in one of 121, in those from 123'),
  /** The friendly name is a function's, no longer every struct's; states map names to functions. */
  FunctionFriendlyName: since(160, 'readers; files to 129 and from 491'),
  /** Calls of a delegate say whether it is a local variable. */
  DelegateIsLocal: since(181, 'readers; files from 491'),
  /** Delegate variables refer to the function that declares them. */
  DelegateSource: since(185, 'readers; files from 491'),
  /** Classes list categories that the editor expands. */
  AutoExpandCategories: since(185, 'readers; files from 491'),
  /** Classes no longer list the classes that they were compiled against. */
  NoClassDependencies: since(186, 'readers; files to 129 and from 491'),
  /** The flags of a variable have 64 bits. */
  PropertyFlags64: since(190, 'readers; files from 491'),
  /** Assertions carry a flag. */
  AssertFlag: since(200, 'readers; files from 491'),
  /** Tokens that drop a value name the variable that holds it. */
  ReturnValueProperty: since(201, 'readers; files from 491'),
  /** Classes no longer list the packages that they use. */
  NoPackageImports: since(208, 'readers; files to 129 and from 491'),
  /** Classes list the templates of their components, until `NoComponentTemplates`. */
  ComponentTemplates: since(210, 'readers only'),
  /** Defaults are an object of their own. */
  ClassDefaultObject: since(219, 'readers; files to 129 and from 491'),
  /** Classes list their interfaces. */
  Interfaces: since(222, 'readers only'),
  /** Virtual calls no longer say whether they go to the super class. */
  NoVirtualCallFlag: since(242, 'readers only'),
  /** Structs have flags and defaults. */
  StructFlags: since(242, 'readers; files from 491'),
  /** Classes no longer map component classes. */
  NoComponentClassMap: since(248, 'readers only'),
  /** Components no longer name the template that they are made from. */
  NoComponentTemplates: since(267, 'readers only'),
  /** Classes have platform flags instead of a GUID, until `NoClassPlatformFlags`. */
  ClassPlatformFlags: since(276, 'readers; files to 129 and from 491'),
  /** Interfaces come with the variable that holds their functions. */
  InterfacePointers: since(288, 'readers; files from 491'),
  /** `new` takes a template. */
  NewTemplate: since(301, 'readers; files from 491'),
  /**
   * The source of a delegate variable is an object instead of a name; searching tokens say how much to skip;
   * members name their struct.
   */
  StructMemberStruct: since(375, 'readers; files from 491'),
  /** Access to a struct's member says whether the struct is copied. */
  StructMemberCopy: since(381, 'readers; files from 491'),
  /** Variables name the enum that gives their dimension. */
  ArrayEnum: since(401, 'readers; files from 491'),
  /** Access to a struct's member says whether the member is modified. */
  StructMemberModified: since(433, 'readers; files from 491'),
  /** Tokens that change a dynamic array say how much to skip. */
  ArrayTokenSkip: since(497, 'readers; files from 512'),
  /** The type of the value after a context has 16 bits, until the variable itself is named. */
  ContextType16: since(514, 'readers say 513, but 8 bits in 512 and 513; files from 684'),
  /** The same for `switch`. */
  SwitchType16: since(530, 'readers say 536; absent in 513, present in 530 (14 functions)'),
  /** Hidden categories moved after the interfaces. */
  HideCategoriesMoved: since(540, 'readers; files to 513 and from 631'),
  /** Classes no longer have flags of platforms. */
  NoClassPlatformFlags: since(547, 'readers; files to 513 and from 631'),
  /** Classes list categories that the editor collapses. */
  AutoCollapseCategories: since(576, 'readers; files to 513 and from 631'),
  /** Object references take 8 bytes in the memory that sizes and jumps count. */
  ObjectMemory8: since(587, 'readers; files from 684'),
  /** A context names the variable whose value it gives. */
  ContextProperty: since(588, 'readers; files from 684'),
  /** Classes list categories that the editor does not sort. */
  DontSortCategories: since(603, 'readers; files from 631'),
  /** `switch` and delegate variables name the variable. */
  SwitchProperty: since(611, 'readers; files from 684'),
  /** The size of bytecode is stored in bytes on disk as well as in memory. */
  ScriptDiskSize: since(639, 'readers; files from 684'),
  /** Tokens that change a dynamic array end like calls. */
  ArrayTokenEnd: since(649, 'readers; files from 684'),
  /** Classes name the DLL that they bind. */
  DllBind: since(655, 'readers; files from 684'),
  /** Classes have the flag that their scripts are compiled in order. */
  ForceScriptOrder: since(749, 'readers; files to 740 and from 864'),
  /** Only structs have a super, and after the next field. */
  SuperInStruct: since(756, 'readers; files to 740 and from 864'),
  /** Classes have groups in the editor. */
  ClassGroups: since(789, 'readers; files from 864'),
  /** Classes have the name of their native class. */
  NativeClassName: since(813, 'readers; files from 864'),

  // ---- UE2's objects. UT2003 and UT2004 moved some of them

  /** Polygons have a scale of light maps. */
  PolyLightMapScale: since(106, 'readers'),
  /** Notifications of animations are objects. */
  NotifyObjects: since(112, 'readers'),
  /** Static meshes lose twelve bytes. */
  StaticMeshWithoutGap: since(114, 'readers; files from 115'),
  /** Animation sequences start with a float. */
  SequenceBookmark: since(115, 'readers'),
  /** Fonts have a distance between characters, and a map of them. */
  FontKerning: since(119, 'readers; UT2003 on'),
  /** Meshes end with a key that shows whether they were changed. */
  AuthenticationKey: since(120, 'readers; files of 119 and 120'),
  /** Fonts have one list of characters instead of pages. */
  FontCharacters: since(122, 'readers; files from 122'),
  /** Skeletal meshes have spheres and boxes around bones, and Karma properties. */
  BoneShapes: since(124, 'readers; files from 126'),
  /** Skeletal meshes have models around bones. */
  BoneModels: since(125, 'readers; files from 126'),
  /** Static meshes collide by a tree of 16-bit boxes instead of planes. */
  CollisionTree: since(126, 'files of 123 and 126'),
  /** Sounds may have a track for lips. */
  LipSync: since(128, 'files: absent in 126 and 127, present in 128 and 129'),

  // ---- UE3's objects. Readers: public readers of these files give the number; else the smallest that fits
  // the files

  /** Skeletal meshes: positions after the weights, sizes for packing them. */
  PackedSkeletalPosition: since(592, 'readers; absent in 512, present in 737'),
  /** Arrays that are stored in one piece start with the size of an element. */
  BulkArrays: since(491, 'absent in 391, present in 491'),
  /** Skeletal meshes: texture coordinates of whole precision. */
  FullPrecisionUVs: since(494, 'absent in 491, present in 512'),
  /** Surfaces and polygons say which lights they take. */
  LightingChannels: since(491, 'absent in 391, present in 512'),
  /** Static meshes: pieces of an element, for meshes that break. */
  MeshFragments: since(514, 'readers; absent in 512, present in 737'),
  /** Bones of skeletal meshes have a colour. */
  BoneColour: since(515, 'readers; absent in 512, present in 737'),
  /** Static meshes name the mesh that they are a simpler form of. */
  HighResSourceMesh: since(526, 'readers; absent in 512, present in 684'),
  /** Skeletal meshes: which bones may break. */
  BoneBreaks: since(534, 'readers; absent in 512, present in 684'),
  /** Textures hold a GUID against stale texture file caches. */
  TextureFileCacheGuid: since(567, 'readers; absent in 512, present in 684'),
  /** Skeletal meshes have clothing. */
  ClothingAssets: since(577, 'readers; absent in 512, present in 684'),
  /** Animations keep their tracks one by one. */
  RawAnimTracks: since(577, 'readers; present in 737'),
  /** Static meshes lose their tags. */
  NoContentTags: since(593, 'readers'),
  /** Sections of skeletal meshes say how their triangles are sorted. */
  TriangleSorting: since(599, 'readers; absent in 512, present in 684'),
  /** Light is computed by Lightmass: surfaces, light maps, materials changed at about the same time. */
  Lightmass: since(600, 'readers say 600 to 610; absent in 513, present in 684'),
  /** Static meshes and models have a GUID for their light. */
  LightingGuid: since(600, 'absent in 512, present in 684'),
  /** Textures of light maps have flags. */
  LightMapFlags: since(600, 'readers; absent in 513, present in 684'),
  /** Decals: shadow maps and instances. */
  DecalInstances: since(600, 'absent in 513, present in 684'),
  /** Vibrations are properties. */
  WaveformProperties: since(600, 'fields in 512, none in 631'),
  /** Remarks of the editor name objects, not paths. */
  MetaDataObjects: since(600, 'paths in 491, objects in 740'),
  /** Polygons know the rules that made them. */
  PolyRuleset: since(606, 'readers; absent in 512, present in 684'),
  /** Skeletal meshes: which vertices get other weights. */
  InfluenceMapping: since(609, 'readers'),
  /** Vertex colours are an array of their own. */
  ColourBuffer: since(615, 'readers; absent in 512, present in 684'),
  /** Dominant directional lights store a shadow map. */
  DominantDirectionalShadowMap: since(617, 'readers; present in 684'),
  /** Elements of static meshes may have data of a console. */
  MeshPlatformData: since(618, 'readers; absent in 512, present in 684'),
  /** Settings of Lightmass: radius of an emissive surface. */
  EmissiveRadius: since(636, 'readers; present in 684'),
  /** Settings of Lightmass: shadows in indirect light only. */
  ShadowIndirectOnly: since(652, 'readers; absent in 648, present in 684'),
  /** Polygons know the name of a variation instead. */
  PolyRulesetVariation: since(670, 'readers; present in 684'),
  /** Textures keep PVRTC copies. */
  CachedPvrtcMips: since(674, 'readers; present in 710'),
  /** Dominant spot lights store a shadow map. */
  DominantSpotShadowMap: since(682, 'readers; present in 684'),
  /** Levels hold APEX data. */
  LevelApexData: since(684, 'absent in 512, present in 684'),
  /** Levels list pylons. */
  Pylons: since(648, 'absent in 512, present in 648'),
  /** Levels hold light for what moves. */
  LightVolume: since(648, 'absent in 512, present in 648'),
  /** Worlds name a set of facial animations. */
  WorldFaceFX: since(648, 'absent in 513, present in 648'),
  /** Meshes and models lose their shadow volumes. */
  NoShadowVolumes: since(686, 'readers; present in 684, absent in 710'),
  /** Skeletal meshes: sections and chunks for other weights. */
  InfluenceSections: since(700, 'readers'),
  /** Skeletal meshes: bones for other weights. */
  InfluenceBones: since(708, 'readers'),
  /** Skeletal meshes: up to four sets of texture coordinates. */
  SkeletalUVSets: since(709, 'readers; absent in 684, present in 737'),
  /** Skeletal meshes: colours of vertices. */
  SkeletalVertexColours: since(710, 'readers; absent in 684, present in 737'),
  /** Skeletal meshes: what other weights are for. */
  InfluenceUsage: since(715, 'readers'),
  /** Materials on terrains: weights of layers. */
  TerrainLayerWeights: since(759, 'absent in 684, present in 759'),
  /** Sequences: least values and ranges only before keys that count from them. */
  AnimRangesWhenUsed: since(761, 'readers; absent in 737'),
  /** Compact kDOP trees. */
  CompactKDop: since(770, 'readers; absent in 737, present in 778'),
  /** Levels: convex parts of the solid. */
  ConvexBsp: since(737, 'absent in 684, present in 737'),
  /** Levels: 33 bytes where `PrecomputedVisibility` comes later. */
  EarlyVisibility: since(737, 'absent in 684, present in 737 (5 levels), absent in 756'),
  /** Levels: what can be seen from where. */
  PrecomputedVisibility: since(756, 'absent in 684, present in 756'),
  /** Levels: shorter samples of light for what moves. */
  ShortLightSamples: since(756, '55 bytes in 684, 33 in 756'),
  /** Meshes: sizes of textures, for streaming. */
  StreamingTextureFactors: since(793, 'readers; absent in 778, present in 797'),
  /** Functions with optional parameters are marked. */
  MarkedOptional: since(684, 'absent in 491, 512 and 536, present in 684'),
  /** Shader caches may hold shaders compressed in groups. */
  CompressedShaders: since(684, 'absent in 513, present in 684'),
  /** Shader caches lose the checksums of types. */
  NoTypeCrcs: since(800, 'readers; present in 684, absent in 820'),
  /** Levels: textures of what moves. */
  DynamicTextureInstances: since(801, 'readers; absent in 770, present in 813'),
  /** Components: where painted vertices were. */
  PaintedVertices: since(801, 'readers; absent in 797, present in 813'),
  /** Static meshes: version of their positions, and whether degenerate triangles go. */
  VertexPositionVersion: since(801, 'readers; absent in 797, present in 815'),
  /** Skeletal meshes: indices of 32 bits. */
  WideSkeletalIndices: since(806, 'readers; absent in 797, present in 815'),
  /** Skeletal meshes: indices of 32 bits for other weights. */
  WideInfluenceMappings: since(808, 'readers'),
  /** Levels: references to other levels' covers. */
  CrossLevelCover: since(805, 'absent in 770, present in 805'),
  /** Levels: distance to the next surface. */
  LevelDistanceField: since(805, 'absent in 770, present in 805'),
  /** Static mesh components: one more number. */
  StaticMeshComponentUnknown: since(813, 'present in 813 to 815, absent in 797'),
  /** Static mesh components: it is gone again. */
  NoStaticMeshComponentUnknown: since(816, 'present in 815, absent in 820'),
  /** Shader caches have a priority. */
  ShaderCachePriority: since(820, 'absent in 684, present in 820'),
  /** Shaders have the hash of their source. */
  ShaderSourceHash: since(820, 'absent in 684, present in 820'),
  /** Static meshes may keep what they were before they were simplified. */
  MeshSourceData: since(823, 'readers; absent in 815, present in 845'),
  /** Static meshes: settings of the simplification are records. */
  OptimizationRecords: since(829, 'readers; present in 845'),
  /** Static meshes: these records have 24 bytes instead of 7. */
  LongOptimizationRecords: since(846, '15 meshes of 867; readers have 7 bytes for 829 to 845'),
  /** Lights lose their volumes. */
  NoLightVolumes: since(829, 'present in 820, absent in 845'),
  /** Skeletal meshes hold one more number. */
  SkeletalUnknown829: since(829, 'absent in 815, present in 845'),
  /** Meshes: neighbours of triangles, for tessellation. */
  AdjacencyBuffer: since(841, 'readers; absent in 820, present in 845'),
  /** Sounds for the Wii U. */
  SoundWiiU: since(845, 'readers; absent in 820, present in 852'),
  /** Sounds for the iPhone. */
  SoundIphone: since(851, 'readers; present in 852'),
  /** Sounds for Flash. */
  SoundFlash: since(854, 'readers; absent in 852, present in 865'),
  /** Textures keep ATITC and Flash copies. */
  CachedFlashMips: since(857, 'readers; absent in 845, present in 860'),
  /** Materials may be compiled for two qualities. */
  QualityMask: since(858, 'absent in 845, present in 860'),
  /** Materials: which blend mode counts. */
  BlendModeOverride: since(858, 'absent in 845, present in 860'),
  /** Static meshes hold three more numbers. */
  MeshUnknown859: since(859, 'absent in 845, present in 860'),
  /** Textures keep ETC copies. */
  CachedEtcMips: since(864, 'readers; absent in 860, present in 864'),
} as const satisfies Record<string, Threshold>
