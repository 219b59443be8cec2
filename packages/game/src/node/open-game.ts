import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { SourceError } from '@ukit/files'
import type { Install } from '../install/install.js'
import { type OpenInstallOptions, openInstall } from '../install/open-install.js'
import { folderFiles } from './folder-files.js'

/** Systems on which `Maps` and `maps` are usually the same folder. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin'

/**
 * Opens an installed game by a path: the game's folder, its `System` or `Binaries`, one of its inis, or a
 * folder inside the game, such as `Maps`.
 *
 * @throws {SourceError} `io` when there is no such folder or file, and when a folder is not part of a game.
 */
export async function openGame(path: string, options: OpenInstallOptions = {}): Promise<Install> {
  if (path === '')
    throw new SourceError('io', 'expected the folder of a game or its ini, found an empty name', { path })
  const around = /\.ini$/i.test(path) ? undefined : gameAround(path)
  const install = await openInstall(folderFiles, around ?? path, { ignoreCase: IGNORE_CASE, ...options })
  if (install.iniPath === undefined && install.searchPath.every(({ real }) => real === undefined)) {
    const folders = 'System, Maps, CookedPC …'
    const message = `there is no game in "${path}": no ini, and none of the folders that a game has (${folders})`
    throw new SourceError('io', message, { path })
  }
  return install
}

/**
 * The game that contains a file, or the current folder if no file is given; `undefined` when there is none.
 */
export async function gameOfFile(
  file: string | undefined,
  options: OpenInstallOptions = {},
): Promise<Install | undefined> {
  const root = gameAround(file === undefined ? '.' : dirname(file))
  return root === undefined ? undefined : openGame(root, options)
}

/** Maximum number of folders between a package and its game's folder: `UTGame/CookedPC/Environments/…`. */
const MOST_FOLDERS = 7

/** Folders with packages in games of UE1 and UE2; the game's folder is their parent. */
const PACKAGE_FOLDERS = /^(?:maps|textures|sounds|music|staticmeshes|animations|karmadata|cache)$/i

/**
 * The folder of the game that a folder is or is in: in UE1 and UE2, a folder with `System` or several folders
 * of packages; in UE3, one with `Binaries` and `Engine`.
 */
function gameAround(folder: string): string | undefined {
  const name = basename(resolve(folder))
  if (hasFolders(folder, ['system'])) return folder
  if (/^system(?:64)?$/i.test(name)) return folder
  const above = join(folder, '..')
  if (PACKAGE_FOLDERS.test(name) && hasPackageFolders(above, name)) return above
  let at = folder
  for (let i = 0; i < MOST_FOLDERS; i++) {
    if (hasFolders(at, ['binaries', 'engine'])) return at
    at = join(at, '..')
  }
  return undefined
}

/**
 * Tells whether a folder has `System`, or another folder for packages: then it is a game, or files unpacked
 * for one.
 */
function hasPackageFolders(folder: string, known: string): boolean {
  return foldersIn(folder).some(
    (name) => name !== known.toLowerCase() && (name === 'system' || PACKAGE_FOLDERS.test(name)),
  )
}

function hasFolders(folder: string, wanted: readonly string[]): boolean {
  const names = new Set(foldersIn(folder))
  return wanted.every((name) => names.has(name))
}

/**
 * Names of the folders in a folder, in lower case. The folder is listed in one call, and only links are
 * examined further, since parent folders may contain thousands of files.
 */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => isFolder(folder, entry)).map(({ name }) => name.toLowerCase())
  } catch {
    // A parent folder that cannot be read does not belong to a game.
    return []
  }
}

function isFolder(folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  try {
    return statSync(join(folder, entry.name)).isDirectory()
  } catch {
    // The link is broken or circular.
    return false
  }
}
