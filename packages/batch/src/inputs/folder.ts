import { statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonWithoutPath } from '@ukit/files/internal'
import { codeOf, systemPath } from '@ukit/files/node'
import { type Entry, listFolder } from './list-folder.js'

/** A file in a folder, or a folder that could not be read. */
export interface FoundFile {
  /** The path, which starts with that of the folder. */
  readonly path: string
  /** The path relative to the folder, with `/`. */
  readonly below: string
  /** Length in bytes. */
  readonly bytes: number
  /** Why the folder could not be listed, or the file not be examined. */
  readonly problem?: string
}

/**
 * Every file below a folder, in the order of the names. Links to files are followed; links to folders are
 * not, since they may be circular. Pipes, devices and broken links are left out.
 */
export function* filesBelow(folder: string, below = ''): Generator<FoundFile> {
  let entries: Entry[]
  try {
    entries = listFolder(folder)
  } catch (error) {
    yield { path: folder, below, bytes: 0, problem: reasonWithoutPath(error) }
    return
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const way = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.kind === 'folder') yield* filesBelow(path, way)
    else if (entry.kind === 'file') {
      const found = fileAt(path, way)
      if (found !== undefined) yield found
    }
  }
}

function fileAt(path: string, below: string): FoundFile | undefined {
  try {
    const stats = statSync(systemPath(path), { throwIfNoEntry: false })
    return stats?.isFile() ? { path, below, bytes: stats.size } : undefined
  } catch (error) {
    // Links that only point to each other do not lead to a file.
    return codeOf(error) === 'ELOOP' ? undefined : { path, below, bytes: 0, problem: reasonWithoutPath(error) }
  }
}
