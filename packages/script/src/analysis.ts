/** Questions about entire packages of UnrealScript: checks, proofs, call graphs, headers, texts. @module */

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
  type Proof,
  type ProofDifference,
  type ProofOptions,
  provePackage,
} from './prove/prove-package.js'
export { isDebugBuild } from './prove/without-debug.js'
export { ClassDocument, type Meaning, type ReadScript, type ScriptNode } from './services/class-document.js'
export { type CodeMap, codeMap, type MappedStatement } from './services/code-map.js'
export { type Definition, declarationIn, definitionAt } from './services/definition.js'
export { type Hover, type HoverKind, hoverAt, hoverOf } from './services/hover.js'
export { type NameAt, nameAt } from './services/name-at.js'
export { type OutlineEntry, outlineOf } from './services/outline.js'
