export type { FileEntry, GameFiles } from './game-files.js'
export type { PackageStamp } from './package-stamp.js'
