export {
  ADD_TO_CACHE_DEFAULTS,
  type AddedToCache,
  type AddToCacheOptions,
  addToCache,
  type PackageForCache,
} from './node/add-to-cache.js'
export { folderFiles } from './node/folder-files.js'
