/** *A change of the format, by name.* `version` is the first file version that has it, `evidence` says how we know. */
export interface Threshold {
  readonly version: number
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
 * Read `ar.since(Version.GuidAndGenerations)` as "this package was saved since the GUID was added". A game that took a change earlier, later or
 * never moves the threshold in its own folder (`games/`). *Wiki* is the Unreal Wiki's page "Unreal package", *files* a count of real packages that
 * are written back byte for byte with the rule, *readers* public readers only (no file at hand).
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
  /** Generations and exports count their net objects; exports hold the GUID of a package that was merged in. */
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

  /** Lazy arrays start with the position where they end. Readers say 62 or 63 for some classes; no file tells them apart. */
  LazyArraySkip: since(62, 'files: no skip in 692 objects of 61, a skip in 18,765 of 62 to 69'),
  /** Spheres have a radius. */
  SphereRadius: since(62, 'readers; files from 68'),
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
} as const satisfies Record<string, Threshold>
