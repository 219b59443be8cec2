import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { SourceError } from '@ukit/files'
import { type Install, type OpenInstallOptions, openInstall } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'

/** Systems whose disks take `Maps` and `maps` for one folder, as a rule. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin'

/**
 * Opens the game that a place on this machine names: the game's folder, its `System` or `Binaries`, an ini
 * that belongs to it, or a folder inside the game, such as `Maps`.
 *
 * @throws {SourceError} `io` when there is no such folder or file, and when a folder has nothing of a game in
 *   it.
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
 * The game that a file is in; without a file, the one that the current folder is in. `undefined` when there
 * is none.
 */
export async function gameOfFile(
  file: string | undefined,
  options: OpenInstallOptions = {},
): Promise<Install | undefined> {
  const root = gameAround(file === undefined ? '.' : dirname(file))
  return root === undefined ? undefined : openGame(root, options)
}

/** Folders between a package and its game's folder, at most: `UTGame/CookedPC/Environments/…`. */
const MOST_FOLDERS = 7

/** Folders of a game of UE1 and UE2 with packages in them; the game's own folder is the one above. */
const PACKAGE_FOLDERS = /^(?:maps|textures|sounds|music|staticmeshes|animations|karmadata|cache)$/i

/**
 * The folder of the game that a folder is in, or is: the one with `System` or several folders of packages in
 * UE1 and UE2, with `Binaries` and `Engine` in UE3.
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
 * Whether a folder has `System`, or another folder that packages are in: a game, or what was unpacked for
 * one.
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
 * Names of the folders in a folder, in lower case: at once, and only links are looked at, since there may be
 * thousands of files in the folders above one.
 */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => isFolder(folder, entry)).map(({ name }) => name.toLowerCase())
  } catch {
    // A folder above that may not be read is not a game's.
    return []
  }
}

function isFolder(folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  try {
    return statSync(join(folder, entry.name)).isDirectory()
  } catch {
    // It leads nowhere, or in a circle.
    return false
  }
}
