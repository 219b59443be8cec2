import { readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { systemError } from '@ukit/files'
import { codeOf, fileSource } from '@ukit/files/node'
import type { FileEntry, GameFiles } from '../game-files.js'

/**
 * *The folders of this machine.* A file that is removed between listing and examining it is not listed, and
 * neither is a broken link.
 */
export const folderFiles: GameFiles = {
  async list(folder) {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw systemError(`the folder "${folder}" cannot be listed`, error, { path: folder })
    })
    const entries = await Promise.all(names.map((name) => entryOf(folder, name)))
    return entries.filter((entry) => entry !== undefined)
  },
  open: fileSource,
  // Not the number of the file, which some network drives do not have.
  identity: (folder) => realpath(folder).catch(() => undefined),
  absolute: (path) => (sep === '/' ? resolve(path) : resolve(path).replaceAll(sep, '/')),
}

async function entryOf(folder: string, name: string): Promise<FileEntry | undefined> {
  const path = join(folder, name)
  try {
    const stats = await stat(path)
    if (stats.isDirectory()) return { name, kind: 'folder', size: 0, modified: stats.mtimeMs }
    return stats.isFile() ? { name, kind: 'file', size: stats.size, modified: stats.mtimeMs } : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw systemError(`"${path}" cannot be examined`, error, { path })
  }
}

/**
 * Tells whether an error means that nothing has this name: neither a folder, nor a file that a link leads to.
 */
function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))
}
