export {
  Archive,
  type ArchiveMode,
  MoreBytesNeeded,
  type PositionWord,
  type ReferenceVisitor,
  type Serializable,
  type TracedField,
} from './archive/archive.js'
export { type CompactIndex, compactIndexSize, readCompactIndex, writeCompactIndex } from './archive/compact-index.js'
export type { Branch } from './archive/context.js'
export { FormatContext } from './archive/context.js'
export type { Subject } from './archive/subject.js'
export { Name, type NameSource, numberedName, type ObjectSource, type Symbols } from './archive/symbols.js'
export { needsWide, UString } from './archive/ustring.js'
export type { FileKind } from './containers/file-kind.js'
export { checkBodies } from './edit/bodies.js'
export { buildImage, buildPackage } from './edit/build-package.js'
export { checkFree, type NameClaim } from './edit/collision.js'
export {
  applyEdits,
  EDIT_COMMANDS,
  type EditCommand,
  type EditOutside,
  type EditStep,
  parseEdits,
  placedText,
} from './edit/commands.js'
export {
  type ConversionLoss,
  type ConversionTarget,
  conversionLosses,
  convertVersion,
} from './edit/convert/convert-version.js'
export { addObject, importAt, NEW_OBJECT_FLAGS, type NewObject } from './edit/create-object.js'
export { createPackage, emptyLike } from './edit/create-package.js'
export { PackageEdit } from './edit/document.js'
export { type Dropped, dropUnused } from './edit/drop-unused.js'
export { EditTables } from './edit/edit-tables.js'
export { type EditComponent, EditExport, EditImport, EditName, type EditObject } from './edit/entries.js'
export { groupAt, moveObject } from './edit/move-object.js'
export { checkName, MAX_NAME_LENGTH, splitName } from './edit/names.js'
export {
  type Dependants,
  dependantsOf,
  familyOf,
  REMOVE_DEFAULTS,
  type RemoveOptions,
  removeObject,
} from './edit/remove-object.js'
export { renameObject } from './edit/rename-object.js'
export { setObjectFlags, setPackageFlags } from './edit/set-flags.js'
export { newGuid, setGuid, startOver } from './edit/set-guid.js'
export { stripScript } from './edit/strip-script.js'
export {
  type BetweenOptions,
  type BetweenResult,
  embedPackages,
  mergePackages,
  moveBetween,
} from './edit/transfer/between-packages.js'
export { checkPackageName, renamePackage } from './edit/transfer/rename-package.js'
export { transferObjects } from './edit/transfer/transfer.js'
export {
  type PlacedObject,
  TRANSFER_DEFAULTS,
  type TransferOptions,
  type Transferred,
  type TransferSelection,
} from './edit/transfer/transfer-types.js'
export { type Use, type Uses, usesOf } from './edit/uses.js'
export { findProperty, type PropertyPlace, removeProperty, setProperty } from './edit/values/set-property.js'
export { parseType } from './edit/values/type-text.js'
export { parseValue, type ValueText } from './edit/values/value-text.js'
export { type ErrorKind, type ErrorPlace, hex, PackageError } from './error.js'
export {
  type FlagNames,
  objectFlagNames,
  objectFlagOf,
  PackageFlag,
  packageFlagNames,
  packageFlagOf,
  packageFlagTable,
} from './flags.js'
export { candidateGames, detectGame, gameById } from './games/detect.js'
export type { Build, Game, Range } from './games/game.js'
export { GAMES } from './games/games.js'
export { Guid } from './guid.js'
export { BLOCK_SIZE } from './layers/blocks.js'
export { type BulkOptions, readBulkData } from './layers/bulk-payload.js'
export { ChunkedImage } from './layers/chunks.js'
export { COMPRESSION_FLAGS, compressionName } from './layers/compression.js'
export type { Layer } from './layers/layer.js'
export { standardClasses } from './objects/classes.js'
export { Property, PropertyList } from './objects/property.js'
export type { PropertyScope } from './objects/property-scope.js'
export { DelegateValue, MapValue, type PropertyValue, RawStruct, TaggedStruct } from './objects/property-value.js'
export { type ClassCodec, ClassRegistry } from './objects/registry.js'
export { StateFrame, StateStackEntry } from './objects/state-frame.js'
export { UnrealObject } from './objects/unreal-object.js'
export { isOwnName, OWN_FOLDER } from './own-folder.js'
export { layOut, type PackagePlan } from './package/build.js'
export { emptyPackage, NEW_PACKAGE_DEFAULTS, type NewPackage } from './package/create-empty.js'
export {
  type DecodedBytes,
  type DecodedObject,
  type DecodePlace,
  ObjectReader,
  type ObjectTrace,
  type ReadObject,
  type ReadOptions,
} from './package/object-reader.js'
export {
  defaultEntryLimit,
  type OpenedSummary,
  type OpenOptions,
  openPackage,
  openSummary,
  openTables,
  packageName,
} from './package/open.js'
export { Package, type PackageParts, type TableRanges } from './package/package.js'
export { ExportObject, ImportObject, type PackageObject } from './package/package-object.js'
export { packageSchema, type ResolvePackage } from './package/package-schema.js'
export { allReferences, type Reference, referencersOf, referencesOf } from './package/references.js'
export { imageOf, SAVE_DEFAULTS, type SaveOptions, savePackage } from './package/save.js'
export { fileNameProblem, foldName, type SafePath, safePath, sanitizeName, sanitizePath } from './safe-path.js'
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
} from './schema/types.js'
export { type BlobLike, blobSource } from './source/blob-source.js'
export { CACHED_SOURCE_DEFAULTS, type CachedSourceOptions, cachedSource } from './source/cached-source.js'
export { HTTP_SOURCE_DEFAULTS, type HttpSourceOptions, httpSource } from './source/http-source.js'
export { memorySource, type SyncByteSource } from './source/memory-source.js'
export { PIECE_SIZE, piecesOf } from './source/pieces.js'
export type { AbortSignalLike, FetchLike, HttpBody, HttpRequest, HttpResponse } from './source/platform.js'
export { sameBytes } from './source/same-bytes.js'
export { sectionSource } from './source/section-source.js'
export { segmentsSource } from './source/segments-source.js'
export type { ByteSource } from './source/source.js'
export { SourceError, type SourceErrorKind, type SourceErrorPlace } from './source/source-error.js'
export { CompressedChunk } from './tables/compressed-chunk.js'
export { DependsTable } from './tables/depends-table.js'
export { ComponentMapEntry, ExportEntry } from './tables/export-entry.js'
export type { ExtraFields } from './tables/extra.js'
export { Generation } from './tables/generation.js'
export { ExportGuid, GuidTable, ImportGuids } from './tables/guid-table.js'
export { ImportEntry } from './tables/import-entry.js'
export type { Layout, SummaryPlace } from './tables/layout.js'
export { NameEntry } from './tables/name-entry.js'
export type { ByteRange } from './tables/read-table.js'
export { PackageTag, Summary } from './tables/summary.js'
export { TextureAllocation } from './tables/texture-allocation.js'
export { Thumbnail, ThumbnailEntry, ThumbnailTable } from './tables/thumbnail-table.js'
export { conformPackage } from './verbs/conform.js'
export {
  CONFORM_CHECK_DEFAULTS,
  type ConformCheckOptions,
  type ConformReport,
  checkConform,
} from './verbs/conform-check.js'
export type { ConformProblem } from './verbs/conform-problems.js'
export type { ConformedPackage, ConformOptions, RefusedObject } from './verbs/conformed-package.js'
export {
  DESCRIBE_DEFAULTS,
  type DescribeOptions,
  describeObject,
  describeValue,
  type Json,
  type ObjectDescription,
} from './verbs/describe.js'
export { DIFF_DEFAULTS, type DiffOptions, diffPackages, type PackageDiff } from './verbs/diff.js'
export {
  type Breakage,
  type BreakageKind,
  type ImportRefusal,
  refusalOf,
  type UnsatisfiedImport,
  unsatisfiedImports,
} from './verbs/diff-breaks.js'
export { type FunctionChange, isBookkeeping, type ObjectChange, type TextChange } from './verbs/diff-objects.js'
export {
  type ChangedExport,
  type ExportsDiff,
  type FieldChange,
  type ImportsDiff,
  isPublic,
  type ListedExport,
  type MovedExport,
  type NamesDiff,
} from './verbs/diff-tables.js'
export { diffLines, type TextDiff, type TextHunk } from './verbs/diff-text.js'
export type { ValueChange } from './verbs/diff-values.js'
export { type EffectiveProperties, type EffectiveProperty, effectiveProperties } from './verbs/effective.js'
export { type FurtherTables, type HeaderMap, type HeaderRegion, headerRegions } from './verbs/header-regions.js'
export { type HexMap, type HexRow, hexMap } from './verbs/hex-map.js'
export {
  type ErrorInfo,
  errorInfo,
  type InspectOptions,
  importedPackages,
  inspect,
  type PackageInfo,
} from './verbs/inspect.js'
export type { Problem, ProblemKind } from './verbs/problem.js'
export { RENDER_DEFAULTS, type RenderOptions, type RenderPaint, renderDescription } from './verbs/render.js'
export { REPAIR_DEFAULTS, type RepairedPackage, type RepairOptions, repairPackage } from './verbs/repair.js'
export type { LostObject } from './verbs/repair-objects.js'
export { type VerifyOptions, type VerifyReport, verify, verifyPackage } from './verbs/verify.js'
export {
  type ClassTally,
  type ObjectsReport,
  type VerifyObjectsOptions,
  verifyObjects,
} from './verbs/verify-objects.js'
export { NEVER, type Threshold, Version } from './versions.js'
