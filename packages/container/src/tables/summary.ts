import type { Archive } from '../archive/archive.js'
import { UString } from '../archive/ustring.js'
import { Guid } from '../guid.js'
import { Version } from '../versions.js'
import { CompressedChunk } from './compressed-chunk.js'
import type { ExtraFields } from './extra.js'
import { Generation } from './generation.js'
import type { Layout, SummaryPlace } from './layout.js'
import { TextureAllocation } from './texture-allocation.js'

/** The tags with which a package starts, as a little-endian word. */
export const PackageTag = {
  /** Every game but those below. */
  Standard: 0x9e2a83c1,
  /** The same, in a big-endian package. */
  Swapped: 0xc1832a9e,
} as const

/**
 * *The first record of a package: what it is and where its tables are.*
 *
 * Field order and conditions: Sweeney 1999 and the Unreal Wiki, corrected and completed on 1,182 real files.
 * The summary of a UE3 package ends exactly at the name table (452 of 452, chunk entries left aside), which
 * tells whether it was understood.
 */
export class Summary {
  /** First word of the file, kept as read: some games have their own. */
  tag: number = PackageTag.Standard
  /** File version, the low half of the version word. */
  version = 0
  /** Licensee version, the high half. */
  licensee = 0
  /** Bytes before the first body; since `Version.HeaderSize`. */
  headerSize = 0
  /** Folder in the editor's browser, `None` when it has none; since `Version.Folder`. */
  folder = UString.EMPTY
  /** Package flags: `packageFlagNames`. */
  flags = 0
  /** Rows of the name table. */
  nameCount = 0
  /** Offsets are positions in the package; in a compressed one, of the uncompressed image. */
  nameOffset = 0
  /** Rows of the export table. */
  exportCount = 0
  /** Position of the export table. */
  exportOffset = 0
  /** Rows of the import table. */
  importCount = 0
  /** Position of the import table. */
  importOffset = 0
  /** GUIDs of this package's releases, the last its own; before `Version.GuidAndGenerations`. */
  heritageCount = 0
  /** Position of the heritage table; before `Version.GuidAndGenerations`. */
  heritageOffset = 0
  /** Position of the depends table, which says for each export what it needs (UE3). */
  dependsOffset = 0
  /** Position of the table of GUIDs across levels (UE3). */
  importExportGuidsOffset = 0
  /** Rows of that table for other packages. */
  importGuidsCount = 0
  /** Rows of that table for the package's own objects. */
  exportGuidsCount = 0
  /** Position of the thumbnail table, 0 when there is none. */
  thumbnailOffset = 0
  /** Since `Version.GuidAndGenerations`; before, the last entry of the heritage table. */
  guid = Guid.ZERO
  /** Releases, oldest first. */
  generations: Generation[] = []
  /** Build of the engine that saved the package (UE3). */
  engineVersion = 0
  /** 0 when not cooked. */
  cookerVersion = 0
  /** Codec of the chunks: 1 zlib, 2 LZO, 4 LZX, 8 LZMA, 0x400 Oodle. */
  compressionFlags = 0
  /** How a compressed package is cut into chunks; empty when it is not compressed (UE3). */
  chunks: CompressedChunk[] = []
  /** Checksum of the package's name, or any number. */
  packageSource = 0
  /** Packages that are cooked with it (UE3). */
  additionalPackages: UString[] = []
  /** How many textures of which size and format it has, for consoles (UE3). */
  textureAllocations: TextureAllocation[] = []
  /** Fields that only this game has. */
  extra: ExtraFields = {}
  /**
   * The stored bytes, when the engine would have written the same values otherwise; saving gives them back
   * while the values are the same.
   */
  verbatim: Uint8Array | undefined = undefined

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, layout: Layout): void {
    const after = (place: SummaryPlace) => layout.summary?.(ar, this, place)
    this.tag = ar.u32(this.tag, 'tag')
    after('tag')
    this.serializeVersion(ar)
    after('version')
    if (ar.since(Version.HeaderSize)) this.headerSize = ar.i32(this.headerSize, 'headerSize')
    after('headerSize')
    if (ar.since(Version.Folder)) this.folder = ar.string(this.folder, 'folder')
    after('folder')
    this.flags = ar.u32(this.flags, 'flags')
    after('flags')
    this.nameCount = ar.i32(this.nameCount, 'nameCount')
    this.nameOffset = ar.i32(this.nameOffset, 'nameOffset')
    after('names')
    this.exportCount = ar.i32(this.exportCount, 'exportCount')
    this.exportOffset = ar.i32(this.exportOffset, 'exportOffset')
    after('exports')
    this.importCount = ar.i32(this.importCount, 'importCount')
    this.importOffset = ar.i32(this.importOffset, 'importOffset')
    after('imports')
    if (!ar.since(Version.GuidAndGenerations)) {
      this.heritageCount = ar.i32(this.heritageCount, 'heritageCount')
      this.heritageOffset = ar.i32(this.heritageOffset, 'heritageOffset')
      after('end')
      return
    }
    if (ar.since(Version.DependsTable)) this.dependsOffset = ar.i32(this.dependsOffset, 'dependsOffset')
    after('depends')
    if (ar.since(Version.ImportExportGuids)) {
      this.importExportGuidsOffset = ar.i32(this.importExportGuidsOffset, 'importExportGuidsOffset')
      this.importGuidsCount = ar.i32(this.importGuidsCount, 'importGuidsCount')
      this.exportGuidsCount = ar.i32(this.exportGuidsCount, 'exportGuidsCount')
    }
    after('guids')
    if (ar.since(Version.ThumbnailTable)) this.thumbnailOffset = ar.i32(this.thumbnailOffset, 'thumbnailOffset')
    after('thumbnails')
    if (ar.since(Version.SummaryGuid)) this.guid = ar.guid(this.guid, 'guid')
    after('guid')
    if (ar.since(Version.Generations)) {
      const count = ar.count(this.generations.length, 'generationCount', 8)
      after('generationCount')
      this.generations = ar.records(this.generations, count, () => new Generation(), 'generations')
    }
    after('generations')
    if (ar.since(Version.EngineVersion)) this.engineVersion = ar.i32(this.engineVersion, 'engineVersion')
    after('engineVersion')
    if (ar.since(Version.CookerVersion)) this.cookerVersion = ar.i32(this.cookerVersion, 'cookerVersion')
    after('cookerVersion')
    if (ar.since(Version.CompressedChunks)) {
      this.compressionFlags = ar.u32(this.compressionFlags, 'compressionFlags')
      this.serializeChunks(ar, layout)
    }
    after('chunks')
    if (ar.since(Version.PackageSource)) this.packageSource = ar.u32(this.packageSource, 'packageSource')
    after('packageSource')
    if (ar.since(Version.AdditionalPackages)) this.serializeAdditionalPackages(ar)
    after('additionalPackages')
    if (ar.since(Version.TextureAllocations)) {
      const count = ar.count(this.textureAllocations.length, 'textureAllocationCount', TextureAllocation.MIN_SIZE)
      this.textureAllocations = ar.records(
        this.textureAllocations,
        count,
        () => new TextureAllocation(),
        'textureAllocations',
      )
    }
    after('end')
  }

  /** The chunk table: count and entries. */
  serializeChunks(ar: Archive, layout: Layout): void {
    const count = ar.count(this.chunks.length, 'chunkCount', layout.chunkSize ?? CompressedChunk.SIZE)
    for (let i = 0; i < count; i++) {
      const chunk = this.chunks[i] ?? new CompressedChunk()
      ar.enter('chunks', i)
      if (layout.chunk === undefined) chunk.serialize(ar)
      else layout.chunk(ar, chunk)
      ar.leave(true)
      this.chunks[i] = chunk
    }
  }

  /** One 32-bit word: a big-endian package therefore shows the licensee version first. */
  private serializeVersion(ar: Archive): void {
    const word = ar.u32(((this.licensee << 16) | this.version) >>> 0, 'version')
    this.version = word & 0xffff
    this.licensee = word >>> 16
  }

  private serializeAdditionalPackages(ar: Archive): void {
    const count = ar.count(this.additionalPackages.length, 'additionalPackageCount', 4)
    for (let i = 0; i < count; i++) {
      ar.enter('additionalPackages', i)
      this.additionalPackages[i] = ar.string(this.additionalPackages[i] ?? UString.EMPTY, '')
      ar.leave(true)
    }
  }
}
