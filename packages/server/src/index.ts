export { DOWNLOAD_POLICY_DEFAULTS, type DownloadPolicy } from './download-policy.js'
export type { ManifestPackage } from './manifest.js'
export { type AccessRecord, accessLine } from './redirect/access-record.js'
export type { CompressJob, CompressOutcome } from './redirect/compress-job.js'
export { type Compressor, hereCompressor, threadCompressor } from './redirect/compressor.js'
export type { Metrics } from './redirect/metrics.js'
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
export { UZ_FORMATS, type UzFormat } from './uz-format.js'
