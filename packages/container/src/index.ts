export { Archive, type ArchiveMode, type IndexPlace, type Serializable } from './archive/archive.js'
export { type CompactIndex, compactIndexSize, readCompactIndex, writeCompactIndex } from './archive/compact-index.js'
export { FormatContext } from './archive/context.js'
export { type AddedPlace, type Dialect, ENGINE_LINE, type TokenRow } from './archive/dialect.js'
export { MoreBytesNeeded } from './archive/more-bytes-needed.js'
export type { RowArchive, RowRecord } from './archive/row-archive.js'
export type { Subject } from './archive/subject.js'
export { Name, type NameSource, numberedName, type ObjectSource, type Symbols } from './archive/symbols.js'
export type { PositionWord, ReferenceVisitor, TracedField } from './archive/traced-field.js'
export { needsWide, UString } from './archive/ustring.js'
export { Feature } from './features.js'
export { ClassFlag, FunctionFlag, PropertyFlag, StateFlag, StructFlag } from './flags/field-flag.js'
export type { FlagNames } from './flags/flag-names.js'
export {
  isPublicObject,
  mainObjectFlags,
  ObjectFlag,
  ObjectFlagHigh,
  ObjectFlagLow,
  type ObjectFlagWords,
  objectFlagNames,
  objectFlagOf,
} from './flags/object-flag.js'
export { PackageFlag, packageFlagNames, packageFlagOf, packageFlagTable } from './flags/package-flag.js'
export { PolyFlag } from './flags/poly-flag.js'
export { Guid } from './guid.js'
export { PACKAGE_EXTENSIONS, type PackageFileKind, packageFileKind } from './package-extensions.js'
export {
  ancestryOf,
  type ClassType,
  EMPTY_SCHEMA,
  layeredSchema,
  type Member,
  memberOf,
  type Schema,
  type StructType,
  type ValueType,
} from './schema.js'
export { CompressedChunk } from './tables/compressed-chunk.js'
export { DependsTable } from './tables/depends-table.js'
export { ComponentMapEntry, ExportEntry } from './tables/export-entry.js'
export type { ExtraFields } from './tables/extra.js'
export { Generation } from './tables/generation.js'
export { ExportGuid, GuidTable, ImportGuids } from './tables/guid-table.js'
export { ImportEntry } from './tables/import-entry.js'
export { formatContext, hasOwnTables, type Layout, type SummaryPlace } from './tables/layout.js'
export { NameEntry } from './tables/name-entry.js'
export type { ByteRange } from './tables/read-table.js'
export { PackageTag, Summary } from './tables/summary.js'
export { TextureAllocation } from './tables/texture-allocation.js'
export { Thumbnail, ThumbnailEntry, ThumbnailTable } from './tables/thumbnail-table.js'
export { NEVER, type Threshold, Version } from './versions.js'
