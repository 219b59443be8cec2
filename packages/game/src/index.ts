export { CacheIni, type CacheIniEntry } from './cache/cache-ini.js'
export {
  CACHE_EXTENSION,
  type CacheKey,
  type CacheStyle,
  cacheFileName,
  cacheKeyText,
  parseCacheKey,
  parseCacheName,
} from './cache/cache-name.js'
export { type CachedPackage, readCachedPackage } from './cache/cached-package.js'
export { contentOf, extensionFor, type PackageContent } from './cache/content.js'
export { type FoundCache, findCache } from './cache/find-cache.js'
export type { InferredName, NameEvidence } from './cache/infer-name.js'
export { type InferNamesOptions, inferNames } from './cache/infer-names.js'
export { placeInGame } from './cache/place-in-game.js'
export { type CleanPlan, type PlanCleanOptions, planClean } from './cache/plan-clean.js'
export { type PlanRestoreOptions, planRestore, type RestorePlan, type RestoreStep } from './cache/plan-restore.js'
export { type CachedFile, type PackageCache, type ReadCacheOptions, readCache } from './cache/read-cache.js'
export { type CacheProblem, type CacheProblemKind, type VerifyCacheOptions, verifyCache } from './cache/verify-cache.js'
export { checkImports, type ImportProblem } from './check/check-imports.js'
export { type CheckInstallOptions, checkInstall } from './check/check-install.js'
export {
  checkServerSideOnly,
  clientPackages,
  type FindsPackages,
  needsServerSide,
  type ServerSideNeed,
} from './check/check-server-side.js'
export { type CheckedStockFile, type CheckStockOptions, checkStock, type StockReport } from './check/check-stock.js'
export type { CheckedPackage } from './check/checked-package.js'
export { InstalledCode } from './check/installed-code.js'
export { type PatchLevel, patchLevelOf, type ReleasedFile } from './check/patch-level.js'
export {
  type DependencyGraph,
  type DependencyNode,
  GATHER_DEFAULTS,
  type GatherOptions,
  gatherDependencies,
} from './deps/gather.js'
export { likelyGame } from './deps/likely-game.js'
export { type NativeCode, nativeCodeOf } from './deps/native-code.js'
export {
  FOLDER_FINDER_DEFAULTS,
  type FolderFinderOptions,
  finderOf,
  folderFinder,
  type PackageFinder,
} from './deps/package-finder.js'
export { isMapFile, kindOfPackage, type PackageKind } from './deps/package-kind.js'
export {
  type ImportGroup,
  importGroups,
  importRefusal,
  type ObjectNeed,
  PackageNeed,
  type Provider,
  redirectorText,
  refusedImports,
} from './deps/package-need.js'
export { isStubFile, isStubTables } from './deps/stub-tables.js'
export { type UnusedPackage, unusedPackages } from './deps/unused.js'
export { type UsedImports, usedImports } from './deps/used-imports.js'
export { type PackageUser, parseUsedThing, type UsedThing, usersOf } from './deps/users.js'
export {
  type ExplainFlagsOptions,
  engineOf,
  explainFlags,
  type FlagMeaning,
  type NetworkRole,
  networkRole,
} from './flags/flags.js'
export { NetFlag } from './flags/net-flag.js'
export {
  flagsOfUpkg,
  type PackageOptions,
  parseUpkg,
  UPKG_DEFAULTS,
  type Upkg,
  type UpkgProblem,
  upkgOfFlags,
  writeUpkg,
} from './flags/upkg.js'
export type { FileEntry, GameFiles } from './game-files.js'
export { dotText } from './graph/dot.js'
export { type Drawing, type DrawnNeed, type DrawnPackage, drawingOf } from './graph/drawing.js'
export { mermaidText } from './graph/mermaid.js'
export { svgText } from './graph/svg.js'
export { type ImportedObject, type OfferedObject, PackageTables } from './index-file/package-tables.js'
export { EMPTY_PATH, hashPath, type PathHash } from './index-file/path-hash.js'
export { TableIndex, type UnreadablePackage } from './index-file/table-index.js'
export { type ReadAllOptions, TableReader, type TableReaderOptions } from './index-file/table-reader.js'
export { Install, RESOLVE_DEFAULTS } from './install/install.js'
export { OPEN_INSTALL_DEFAULTS, type OpenInstallOptions, openInstall } from './install/open-install.js'
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
export type { RedirectFolder } from './join/redirect-files.js'
export { JOIN_DEFAULTS, type JoinOptions, simulateJoin, wantedOf } from './join/simulate-join.js'
export { type CommonCounts, commonCounts, type NumberedPackage, type SharedPackage } from './map/common-counts.js'
export type { GameClass } from './map/game-class.js'
export {
  type MapPackage,
  type MapReason,
  type MissingPackage,
  type PackageMap,
  type PackageMapOptions,
  packageMap,
} from './map/package-map.js'
export type { ModConflict, ModSide } from './mods/conflict.js'
export type { LoadOrder } from './mods/load-order.js'
export { type Mod, modsAt } from './mods/mod.js'
export {
  MOD_CONFLICTS_DEFAULTS,
  type ModConflictReport,
  type ModConflictsOptions,
  modConflicts,
} from './mods/mod-conflicts.js'
export { type ModRoot, modRoots } from './mods/mod-roots.js'
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
export {
  mergeReleases,
  type Release,
  type ReleaseFile,
  type ReleaseOptions,
  releaseOf,
  type StockFile,
} from './release/release.js'
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
export { gameOfInstaller } from './settings/known-games.js'
export { overlayIni } from './settings/layered-ini.js'
export { readSettings, type SettingsOptions } from './settings/read-settings.js'
export { type FilePlace, stampOf } from './stamp.js'
export { comesWithGame, type PackageGame } from './stock/comes-with-game.js'
export { type LookedUpFile, type Original, OriginalFiles, type OriginalFinding } from './stock/find-original.js'
export { loadStock, STOCK_GAMES } from './stock/load-stock.js'
export { type FileHasher, ShippedFiles, type ShippedFilesOptions } from './stock/shipped-files.js'
export {
  editionsOf,
  editionsText,
  isInEveryCopy,
  type StockHash,
  type StockHashKind,
  StockList,
  type StockRow,
} from './stock/stock-list.js'
export { type StockCandidate, type StockFinding, type StockState, stockStateOf } from './stock/stock-state.js'
