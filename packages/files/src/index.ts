export { downloadKind, type FileKind } from './containers/file-kind.js'
export { type ErrorKind, type ErrorPlace, hex, PackageError } from './error.js'
export { isOwnName, OWN_FOLDER } from './own-folder.js'
export { fileNameProblem, foldName, type SafePath, safePath, sanitizeName, sanitizePath } from './safe-path.js'
export { type BlobLike, blobSource } from './source/blob-source.js'
export { CACHED_SOURCE_DEFAULTS, type CachedSourceOptions, cachedSource } from './source/cached-source.js'
export { HTTP_SOURCE_DEFAULTS, type HttpSourceOptions, httpSource } from './source/http-source.js'
export { memorySource, type SyncByteSource } from './source/memory-source.js'
export { PIECE_SIZE, piecesOf } from './source/pieces.js'
export type { AbortSignalLike, FetchLike, HttpBody, HttpRequest, HttpResponse } from './source/platform.js'
export { sameBytes } from './source/same-bytes.js'
export { sectionSource } from './source/section-source.js'
export { segmentsSource } from './source/segments-source.js'
export type { ByteSource } from './source/source.js'
export {
  ignoreError,
  SourceError,
  type SourceErrorKind,
  type SourceErrorPlace,
  systemError,
} from './source/source-error.js'
export { wildcardTest } from './wildcard.js'
