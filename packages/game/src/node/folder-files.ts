import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSource } from '@ukit/core/node'
import type { FileEntry, GameFiles } from '../game-files.js'

/** The folders of this machine. A file that vanishes between listing and looking at it is not listed. */
export const folderFiles: GameFiles = {
  async list(folder) {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const entries = await Promise.all(names.map((name) => entryOf(folder, name)))
    return entries.filter((entry) => entry !== undefined)
  },
  open: fileSource,
}

async function entryOf(folder: string, name: string): Promise<FileEntry | undefined> {
  try {
    const stats = await stat(join(folder, name))
    if (stats.isDirectory()) return { name, kind: 'folder', size: 0, modified: stats.mtimeMs }
    return stats.isFile() ? { name, kind: 'file', size: stats.size, modified: stats.mtimeMs } : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
