export { DOWNLOAD_POLICY_DEFAULTS, type DownloadPolicy, type NotOffered, type OfferedFile } from './download-policy.js'
export { DOWNLOAD_DEFAULTS, type DownloadOptions } from './fetch/download.js'
export { FetchError, type FetchErrorKind } from './fetch/fetch-error.js'
export {
  type FetchedPackage,
  type FetchOptions,
  fetchPackage,
  fetchToCache,
  type WantedFile,
} from './fetch/fetch-package.js'
export type { ManifestPackage } from './manifest.js'
export type { TranscriptLine } from './negotiation/line-connection.js'
export {
  NEGOTIATE_DEFAULTS,
  type NegotiateOptions,
  type NegotiationFailure,
  type NegotiationResult,
  negotiate,
} from './negotiation/negotiation-client.js'
export {
  NEGOTIATION_SERVER_DEFAULTS,
  type NegotiationEvent,
  type NegotiationServer,
  type NegotiationServerOptions,
  type Refusal,
  serveNegotiation,
} from './negotiation/negotiation-server.js'
export { type AccessRecord, accessLine } from './redirect/access-record.js'
export type { CompressJob, CompressOutcome } from './redirect/compress-job.js'
export { type Compressor, inlineCompressor, threadCompressor } from './redirect/compressor.js'
export type { HotFile } from './redirect/hot-files.js'
export type { Metrics } from './redirect/metrics.js'
export type { Clock } from './redirect/progress.js'
export {
  createRedirect,
  defaultCacheFolder,
  REDIRECT_DEFAULTS,
  type Redirect,
  type RedirectOptions,
} from './redirect/redirect.js'
export {
  REDIRECT_SERVER_DEFAULTS,
  type RedirectServer,
  type RedirectServerOptions,
  serveRedirect,
} from './redirect/redirect-server.js'
export type { NameCollision, ServedFile } from './redirect/served-folders.js'
export {
  BUILD_REDIRECT_DEFAULTS,
  type BuildRedirectOptions,
  type BuiltRedirect,
  buildRedirect,
  type LeftOut,
} from './static/build-redirect.js'
export { type BuiltFile, type BuiltPackage, MANIFEST_NAME, type RedirectManifest } from './static/redirect-manifest.js'
export { type StudioServer, type StudioServerOptions, serveStudio } from './studio/studio-server.js'
export { UZ_FORMATS, type UzFormat } from './uz-format.js'
