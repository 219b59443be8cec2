// For the sister packages of ukit only: it changes without notice.

export { loadCodec } from './layers/compression.js'
export { uncompressedSummary } from './package/bare-summary.js'
export { CHUNK_TAGS } from './package/chunk-tags.js'
export { isInClassDefaults } from './package/class-defaults.js'
export { findAll, lookUpIn, noSuchObject, onlyExport, type Paths, sameNames } from './package/look-up.js'
export { pathOf } from './package/package-object.js'
export { RecentlyUsed } from './package/recently-used.js'
