export { memCrc } from '@ukit/codecs'
export { type BuildOptions, type Built, buildUmod, type MasterTree } from './build.js'
export { umodContainer, umodKind } from './container.js'
export { applyDelta, DELTA_DEFAULTS, type DeltaOptions, deltaInfo, makeDelta } from './delta.js'
export { describeFolder, type FolderDescription, type FolderPart } from './describe-folder.js'
export type { IniEdit } from './ini-edit.js'
export { InstalledManifest, type InstallLog, type LoggedEntry, type LoggedKind } from './installed.js'
export { Directory, DirectoryEntry, Trailer, UMOD_MAGIC, UMOD_VERSION, UmodFlag } from './layout.js'
export {
  groupsOf,
  MANIFEST_NAME,
  type Manifest,
  type ManifestGroup,
  type ManifestIni,
  type ManifestRequirement,
  parseManifest,
  versionNumber,
} from './manifest.js'
export type { ManifestFile } from './manifest-file.js'
export { PACK_DEFAULTS, type PackOptions, packUmod, type UmodMember } from './pack.js'
export { installedIn, planInstall } from './plan.js'
export {
  type GameTree,
  type InstallPlan,
  PLAN_DEFAULTS,
  type PlannedFile,
  type PlannedIni,
  type PlannedRequirement,
  type PlanOptions,
} from './plan-types.js'
export { readManifest, readMember } from './read-manifest.js'
export { isUmod, openUmod, type ReadThroughOptions, readUmod, Umod, type UmodEntry } from './umod.js'
export { type UmodReport, type VerifyUmodOptions, verifyUmod } from './verify.js'
