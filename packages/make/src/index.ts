/** Packages made from their sources. @module */

export {
  type BuildOptions,
  type BuildProblem,
  type BuiltPackage,
  buildFromSources,
} from './build.js'
export type { FindObject } from './draft/draft.js'
export type { CompilerTraits } from './draft/traits.js'
export { CORE_CLASSES } from './order/core-classes.js'
export { ENGINE_CLASSES } from './order/engine-classes.js'
export { orderLike } from './order/like-reference.js'
export { type OrderRules, orderTables, type TableOrder } from './order/order-tables.js'
export { qsort, type SortVariant } from './order/qsort.js'
export { cacheText } from './project/cache-text.js'
export {
  type MadePackage,
  type MakePackageOptions,
  makePackage,
  type PackageFormat,
} from './project/make-package.js'
export type { PackageSources } from './project/package-sources.js'
export type { ProjectProblem } from './project/project-problem.js'
export type { ExecFiles } from './project/run-exec.js'
export { BuildError, problemLine } from './script/build-error.js'
export { type ReplaceClassOptions, type ReplacedClass, replaceClass } from './script/replace-class.js'
export {
  type FailedClass,
  type ReplaceClassesOptions,
  type ReplacedClasses,
  replaceClasses,
} from './script/replace-classes.js'
export { type CheckTextsOptions, checkTexts } from './sources/check-texts.js'
export type { SourceFileText } from './sources/class-source.js'
export { scriptTextOf, type TextWithoutCpp, textChecksum, withCppText, withoutCppText } from './sources/class-text.js'
export { type MacroDefinition, type PreprocessedText, preprocess } from './sources/preprocess.js'
export { STUB_DEFAULTS, type StubOptions, type StubPackage, stubPackage } from './stub/stub-package.js'
export type { BaseRevision } from './verify/base-revisions.js'
export type { ClassDifference } from './verify/compare-classes.js'
export { type VerifiedMake, type VerifyMakeOptions, verifyMake } from './verify/verify-package.js'
