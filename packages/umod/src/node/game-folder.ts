import { stat } from 'node:fs/promises'
import { SourceError } from '@ukit/files'
import { FolderTarget, presentAt } from '@ukit/files/node'
import type { GameTree } from '../plan-types.js'
import { lazyFile } from './master-folder.js'

/**
 * A game's folder on disk. Links below it are refused, since what they lead to does not belong to the game.
 *
 * @throws {SourceError} `io` when it is not a folder.
 */
export async function gameFolder(root: string): Promise<GameTree> {
  const stats = await stat(root).catch(() => undefined)
  if (stats?.isDirectory() !== true) throw new SourceError('io', `"${root}" is not a folder`, { path: root })
  const target = new FolderTarget(root)
  return {
    async look(parts) {
      const { parts: real, path } = await target.resolve(parts)
      const present = await presentAt(path)
      if (present !== undefined && present !== 'file') {
        throw new SourceError('io', `"${path}" is not a file, though a file belongs there`, { path })
      }
      const source = present === 'file' ? lazyFile(path, (await stat(path)).size) : undefined
      return { path: real.join('/'), source }
    },
  }
}
