// What it takes to open a package and look at its tables, without what decodes objects: a program that starts often pays for every
// module it loads.

export { downloadKind } from './containers/file-kind.js'
export { type ErrorKind, hex, PackageError } from './error.js'
export { objectFlagNames } from './flags.js'
export { gameById } from './games/detect.js'
export type { Game } from './games/game.js'
export { GAMES } from './games/games.js'
export { type OpenOptions, openPackage, openSummary } from './package/open.js'
export type { Package } from './package/package.js'
export { ExportObject, ImportObject, type PackageObject } from './package/package-object.js'
export type { ByteSource } from './source/source.js'
export { SourceError } from './source/source-error.js'
export { PackageTag } from './tables/summary.js'
export { type ErrorInfo, type InspectOptions, inspect, type PackageInfo } from './verbs/inspect.js'
