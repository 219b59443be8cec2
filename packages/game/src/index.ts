export { type CheckedPackage, type CheckInstallOptions, checkInstall } from './check/check-install.js'
export type { FileEntry, GameFiles } from './game-files.js'
export { Install, RESOLVE_DEFAULTS } from './install.js'
export { bytesText, durationText } from './join/amounts.js'
export { CLIENT_DEFAULTS, type ClientBehaviour, clientAnswer } from './join/client-answer.js'
export { type DownloadWays, downloadWays } from './join/download-plan.js'
export type {
  ClientFile,
  Download,
  JoinPackage,
  JoinProblem,
  JoinReport,
  JoinStatus,
  WantedPackage,
} from './join/join-types.js'
export { JOIN_DEFAULTS, type JoinOptions, simulateJoin, wantedOf } from './join/simulate-join.js'
export { type CommonCounts, commonCounts, type NumberedPackage, type SharedPackage } from './map/common-counts.js'
export type { GameClass } from './map/game-class.js'
export {
  type MapPackage,
  type MapReason,
  type MissingPackage,
  NetFlag,
  type PackageMap,
  type PackageMapOptions,
  packageMap,
} from './map/package-map.js'
export { OPEN_INSTALL_DEFAULTS, type OpenInstallOptions, openInstall } from './open-install.js'
export type { PackageStamp } from './package-stamp.js'
export type { InstallProblem, InstallProblemKind } from './problem.js'
export { challengeResponse } from './protocol/challenge.js'
export { formatLine, MAX_LINE_LENGTH, parseLine } from './protocol/line-codec.js'
export { MAX_FILE_NAME_LENGTH } from './protocol/line-fields.js'
export type {
  Challenge,
  DownloadManager,
  DynamicRate,
  FailCode,
  Failure,
  Have,
  Hello,
  Join,
  KnownMessage,
  Login,
  Message,
  NetSpeed,
  OtherLine,
  Pair,
  Skip,
  StaticRate,
  Unload,
  Upgrade,
  UserFlag,
  Uses,
  Welcome,
} from './protocol/messages.js'
export type {
  FoundPackage,
  FoundWhere,
  Resolution,
  ResolutionStep,
  ResolveOptions,
  SearchPolicy,
} from './search/resolution.js'
export { resolutionText } from './search/resolution-text.js'
export type { InstalledPackage, SearchEntry, SearchEntryKind } from './search/search-entry.js'
export type { CookedOrder } from './search/search-path.js'
export { SETTINGS_DEFAULTS } from './settings/defaults.js'
export type { DownloadSettings, EngineGeneration, GameSettings } from './settings/game-settings.js'
export { layIni } from './settings/layered-ini.js'
export { readSettings, type SettingsOptions } from './settings/read-settings.js'
export { type FilePlace, stampOf } from './stamp.js'
