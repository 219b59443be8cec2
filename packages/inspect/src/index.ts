export { type ClassCount, classCounts } from './class-counts.js'
export {
  DESCRIBE_DEFAULTS,
  type DescribeOptions,
  describeObject,
  describeValue,
  type Json,
  type ObjectDescription,
  presentFields,
} from './describe.js'
export { DIFF_DEFAULTS, type DiffOptions, diffPackages, type PackageDiff } from './diff.js'
export {
  type Breakage,
  type BreakageKind,
  type ImportRefusal,
  refusalOf,
  type UnsatisfiedImport,
  unsatisfiedImports,
} from './diff-breaks.js'
export { type FunctionChange, isBookkeeping, type ObjectChange, type TextChange } from './diff-objects.js'
export {
  type ChangedExport,
  type ExportsDiff,
  type FieldChange,
  type ImportsDiff,
  isPublic,
  type ListedExport,
  type MovedExport,
  type NamesDiff,
} from './diff-tables.js'
export { diffLines, type TextDiff, type TextHunk } from './diff-text.js'
export type { ValueChange } from './diff-values.js'
export { type EffectiveProperties, type EffectiveProperty, effectiveProperties } from './effective.js'
export {
  type DuplicateGroup,
  type Duplicates,
  type FindDuplicatesOptions,
  findDuplicates,
  type OpenedPileFile,
  type PileEntry,
  type PileFile,
} from './find-duplicates.js'
export { HEADER_FIELDS_DEFAULTS, type HeaderField, type HeaderFieldsOptions, headerFields } from './header-fields.js'
export { type FurtherTables, type HeaderMap, type HeaderRegion, headerRegions } from './header-regions.js'
export { type HexMap, type HexMapOptions, type HexRow, hexMap } from './hex-map.js'
export {
  type ErrorInfo,
  errorInfo,
  type InspectOptions,
  inspect,
  NO_INFO,
  type PackageInfo,
} from './inspect.js'
export type { Problem, ProblemKind } from './problem.js'
export { formatNumber, RENDER_DEFAULTS, type RenderOptions, type RenderPaint, renderDescription } from './render.js'
export { isStub, STUB_MARK } from './stub-mark.js'
export { type VerifyOptions, type VerifyReport, verify, verifyPackage } from './verify.js'
export { type ClassTally, type ObjectsReport, type VerifyObjectsOptions, verifyObjects } from './verify-objects.js'
