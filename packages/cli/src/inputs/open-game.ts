import { SourceError } from '@ukit/files'
import { type Install, type OpenInstallOptions, openInstall } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'

/** Systems whose disks take `Maps` and `maps` for one folder, as a rule. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin'

/**
 * Opens the game in a folder of this machine, or the one that an ini belongs to.
 *
 * @throws {SourceError} `io` when there is no such folder or file, and when a folder has nothing of a game in it.
 */
export async function openGame(path: string, options: OpenInstallOptions = {}): Promise<Install> {
  if (path === '')
    throw new SourceError('io', 'expected the folder of a game or its ini, found an empty name', { path })
  const install = await openInstall(folderFiles, path, { ignoreCase: IGNORE_CASE, ...options })
  if (install.iniPath === undefined && install.searchPath.every(({ real }) => real === undefined)) {
    const message = `there is no game in "${path}": no ini, and none of the folders that a game has (System, Maps, CookedPC …)`
    throw new SourceError('io', message, { path })
  }
  return install
}
