import { type Install, type OpenInstallOptions, openInstall } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'

/** Systems whose disks take `Maps` and `maps` for one folder, as a rule. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin'

/**
 * Opens the game in a folder of this machine, or the one that an ini belongs to.
 *
 * @throws {SourceError} `io` when there is no such folder or file.
 */
export function openGame(path: string, options: OpenInstallOptions = {}): Promise<Install> {
  return openInstall(folderFiles, path, { ignoreCase: IGNORE_CASE, ...options })
}
