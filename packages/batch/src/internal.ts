// For the sister packages of ukit only: it changes without notice.

export { withoutBackups } from './inputs/backups.js'
export { isDownloadName, isTaken, unpackedName } from './inputs/extensions.js'
export { listFolder } from './inputs/list-folder.js'
export { namedFile, statOf } from './inputs/missing.js'
