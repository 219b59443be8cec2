/** Bytecode to UnrealScript: the decompiler, and listings that can be assembled again. @module */

export {
  type BodyOptions,
  type DecompiledBody,
  type DecompiledCondition,
  type DecompiledFunction,
  decompileConditions,
  decompileFunction,
  decompileState,
  unreadableBody,
} from './decompile/bodies.js'
export { type CarriedSourceOptions, carriedSource, withDefaults } from './decompile/carried-source.js'
export {
  type ClassProblem,
  type ClassSource,
  type ClassSourceWatch,
  type CodeSource,
  classSource,
} from './decompile/class-source.js'
export {
  compareDeclarations,
  type DeclarationComparison,
  type DeclarationDifference,
} from './decompile/compare-declarations.js'
export {
  type DecompiledClass,
  type DecompileOptions,
  decompileClass,
  decompileDefaults,
} from './decompile/decompile-class.js'
export { hasLogMacros } from './decompile/log-macros.js'
export { memberProblems } from './decompile/member-problems.js'
export { memberNames, membersNamed } from './decompile/members-named.js'
export { probeName } from './decompile/probes.js'
export { ReadableNames } from './decompile/readable-names.js'
export { type SourceText, sourceText, type TextCodec, withKeptDefaults } from './decompile/source-text.js'
export { type CodeCounts, worldCode } from './decompile/world-code.js'
export { type AssembledListing, type AssembledScript, assembleListing, tokenBytes } from './listing/assemble.js'
export {
  checkListings,
  type ListingCheck,
  type ListingCheckOptions,
  type ListingFailure,
} from './listing/check-listings.js'
export { type ListingLine, type ListingOptions, linesText, scriptListing, scriptText } from './listing/listing.js'
export type { ListingProblem } from './listing/listing-cursor.js'
export { type ListedObject, ListingSymbols, type NewSymbols, type SymbolTables } from './listing/listing-symbols.js'
export { packageScriptLines, packageScriptText, symbolsOf } from './listing/package-listing.js'
export { hasScript, type PackageScript, packageScripts, readScript } from './listing/package-scripts.js'
export { ListingError, type PatchedScript, patchListing } from './listing/patch-script.js'
export { type TokenWords, tokenText } from './listing/token-writer.js'
