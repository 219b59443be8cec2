export {
  ADD_TO_CACHE_DEFAULTS,
  type AddedToCache,
  type AddToCacheOptions,
  addToCache,
  type PackageForCache,
} from './node/add-to-cache.js'
export { BasePackageSets, type BasePackagesOptions, basePackages } from './node/base-packages.js'
export { type CleanedCache, cleanCache } from './node/clean-cache.js'
export { folderFiles } from './node/folder-files.js'
export { hashFile } from './node/hash-file.js'
export { defaultIndexPath, type LoadedIndex, loadIndex, saveIndex, userCacheFolder } from './node/index-file.js'
export { gameOfFile, openGame } from './node/open-game.js'
export { type RestoredFile, type RestoreOptions, restoreCache } from './node/restore-cache.js'
export {
  copyRelease,
  WRITE_RELEASE_DEFAULTS,
  type WriteReleaseOptions,
  type WrittenFile,
  zipRelease,
} from './node/write-release.js'
