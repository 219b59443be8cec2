// The words that everybody who opens packages needs, from the packages below, so that one import will do.

export { CarriedError, type ErrorInfo, errorFromInfo, UkitError } from '@ukit/codecs'
export {
  Guid,
  Name,
  objectFlagNames,
  PackageFlag,
  packageFlagNames,
  UString,
} from '@ukit/container'
export {
  type ByteSource,
  blobSource,
  type ErrorKind,
  httpSource,
  memorySource,
  PackageError,
  SourceError,
} from '@ukit/files'
export type { Compiler } from './compilers/compiler.js'
export type { DeclarationRules } from './compilers/declaration-rules.js'
export type { GameWords, InheritedRow, ModifierRow, ModifierTables, WordChanges } from './compilers/modifiers.js'
export type { ScriptDialect } from './compilers/script-dialect.js'
export { type Candidates, candidateGames, candidatesOf, detectGame, gameById, isPackageTag } from './games/detect.js'
export { type Build, type Console, type Deviation, deviationText, type Game, type Range } from './games/game.js'
export { GAMES } from './games/games.js'
export type { T3dForm } from './games/t3d-form.js'
export { BLOCK_SIZE } from './layers/blocks.js'
export { ChunkedImage } from './layers/chunks.js'
export { COMPRESSION_FLAGS, compressionName } from './layers/compression.js'
export type { Layer } from './layers/layer.js'
export { layOut, type PackagePlan } from './package/build.js'
export { type BulkOptions, readBulkData } from './package/bulk-payload.js'
export { type ContentHash, contentHash } from './package/content-hash.js'
export { emptyPackage, NEW_PACKAGE_DEFAULTS, type NewPackage } from './package/create-empty.js'
export { AmbiguousPathError } from './package/look-up.js'
export { type ObjectKey, objectKey } from './package/object-key.js'
export { ObjectReader, type ReadOptions } from './package/object-reader.js'
export type { ObjectValue } from './package/object-value.js'
export { ObjectView, StructView, type Triple } from './package/object-view.js'
export {
  defaultEntryLimit,
  importedPackages,
  type OpenedSummary,
  type OpenOptions,
  openPackage,
  openSummary,
  openTables,
  packageName,
  packageNames,
} from './package/open.js'
export { Package, type PackageParts, type TableRanges } from './package/package.js'
export { ExportObject, ImportObject, type PackageObject } from './package/package-object.js'
export { packageSchema } from './package/package-schema.js'
export { type FindPackage, type MissingObject, PackageSet } from './package/package-set.js'
export type {
  DecodedBytes,
  DecodedObject,
  DecodePlace,
  EncodedBytes,
  ObjectTrace,
  ReadObject,
} from './package/read-object.js'
export { ReferenceIndex, type ReferenceIndexOptions } from './package/reference-index.js'
export { allReferences, type Reference, referencesOf } from './package/references.js'
export { imageOf, SAVE_DEFAULTS, type SaveOptions, savePackage } from './package/save.js'
export { ownWrittenPath, writtenPath } from './package/written-path.js'
