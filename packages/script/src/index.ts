/** UnrealScript of Unreal Engine 1, 2 and 3: text and bytecode, both ways. @module */

export type { ModifierRow, ModifierTables, ScriptDialect } from '@ukit/core'
export { type Call, type CallGraph, callGraph } from './analysis/call-graph.js'
export { findFunction } from './analysis/call-resolver.js'
export { branchOf, classTree, type TreeClass } from './analysis/class-tree.js'
export { type CodeString, codeStrings } from './analysis/code-strings.js'
export { dotGraph, mermaidGraph, type TextGraph } from './analysis/graph-text.js'
export { type MissingCall, missingCalls } from './analysis/missing-calls.js'
export { type NativeNumbers, nativeNumbers } from './analysis/native-numbers.js'
export { type CodeOwner, packageCode } from './analysis/package-code.js'
export { type CodeMatch, type CodeSearchOptions, searchCode } from './analysis/search-code.js'
export { type Unused, unusedSymbols } from './analysis/unused.js'
export { areUnseenByUe3 } from './check/check-place-of-defaults.js'
export {
  CHECK_SOURCES_DEFAULTS,
  type CheckedSource,
  checkSources,
  type KeptCheck,
  type SourceCheck,
  type SourceCheckOptions,
} from './check/check-sources.js'
export { decideClasses, declaredText, wordsOf } from './check/declared-text.js'
export { KeptResults } from './check/kept-results.js'
export type { SourceProblem } from './check/source-problem.js'
export { unresolvedReference } from './check/unresolved.js'
export type { CompileEnvironment, CompileProblem, FoundObject, MemberTrace } from './compile/environment.js'
export { stringValue } from './compile/members.js'
export { type CompiledScript, compileConditions, compileFunction, compileState } from './compile/scripts.js'
export { type Binder, LooseBinder, SymbolReference, TokenWriter } from './compile/token-writer.js'
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
export { memberNames, membersNamed } from './decompile/members-named.js'
export { probeName } from './decompile/probes.js'
export { ReadableNames } from './decompile/readable-names.js'
export { type SourceText, sourceText, type TextCodec, withKeptDefaults } from './decompile/source-text.js'
export { type CodeCounts, worldCode } from './decompile/world-code.js'
export { dialectAmong, dialectOf } from './dialect/dialect-of.js'
export { Layouts, type MemoryLayout, type PlacedVariable } from './headers/class-layout.js'
export { cppClass, cppName, cppStruct } from './headers/cpp-names.js'
export { cppTexts } from './headers/cpp-texts.js'
export { type CppPlace, cppType } from './headers/cpp-types.js'
export {
  HEADER_DEFAULTS,
  type HeaderClass,
  type HeaderNative,
  type HeaderOptions,
  type PackageHeader,
  packageHeader,
} from './headers/header.js'
export { KEYWORDS, type Keyword, Kind, kindOf } from './lexer/kinds.js'
export { lex } from './lexer/lex.js'
export { TokenList } from './lexer/token-list.js'
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
export {
  definedMacros,
  type ExpandedText,
  expandMacros,
  type Macro,
  type MacroOptions,
  type MacroProblem,
} from './parser/macros.js'
export { type Parsed, type ParsedSource, parseBody, parseExpression, parseSource } from './parser/parse.js'
export { reparse, type TextEdit } from './parser/reparse.js'
export { textPosition } from './parser/text-position.js'
export { patchSource } from './patch/patch-source.js'
export { type ClassText, htmlPage, markdownPage } from './print/class-page.js'
export { highlightHtml, type TokenClass, tokenClass } from './print/highlight.js'
export type { PrintOptions } from './print/options.js'
export { printNode } from './print/print.js'
export { didYouMean } from './problems/did-you-mean.js'
export { problemExcerpt, problemLine } from './problems/format.js'
export { type Problem, problem } from './problems/problem.js'
export { PROBLEMS, type ProblemCode } from './problems/table.js'
export {
  compareTranslation,
  markedTranslation,
  type TranslatedText,
  type TranslationState,
} from './project/compare-translation.js'
export { execLine, MEDIA_CLASSES, type MediaKind, mediaKindOf } from './project/exec-line.js'
export { type IntFile, intFile, intText } from './project/int-file.js'
export {
  type LocalizedEntry,
  type LocalizedSection,
  localizedSections,
  localizedText,
} from './project/localized-text.js'
export { type PublicLine, publicLines } from './project/public-lines.js'
export { classText } from './prove/class-texts.js'
export { compareClassText, type TextComparison, type TextDifference } from './prove/compare-class-text.js'
export { type DecompiledProofOptions, proveDecompiled } from './prove/decompiled.js'
export type { ProofSkip } from './prove/needed-package.js'
export {
  environmentOf,
  type Proof,
  type ProofDifference,
  type ProofOptions,
  provePackage,
} from './prove/prove-package.js'
export { isDebugBuild } from './prove/without-debug.js'
export { countedVariable } from './symbols/counted-variable.js'
export { functionAt } from './symbols/function-at.js'
export type { WorldSource } from './symbols/loaded-world.js'
export { modifierTables } from './symbols/modifier-tables.js'
export { edits, needsLink } from './symbols/source-fields.js'
export type * from './symbols/symbol.js'
export { bitsOfInstanced, propertyClass } from './symbols/type-flags.js'
export { loadWorld, type WorldOptions } from './symbols/world.js'
export { childrenOf } from './syntax/children.js'
export type * from './syntax/nodes.js'
export { usualPrecedence } from './syntax/precedence.js'
export { type SameTreeOptions, sameTree, type TreeDifference, treeDifference } from './syntax/same-tree.js'
export { decodeSource } from './text/decode-source.js'
export { encodeSource } from './text/encode-source.js'
export { LineStarts } from './text/line-starts.js'
export { isClassOf, typeName } from './types/types.js'
