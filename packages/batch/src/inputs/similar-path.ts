import { basename, dirname, join } from 'node:path'
import { suggest } from '@ukit/text/internal'
import { listFolder } from './list-folder.js'

/** Folders with more entries than this are not searched: comparing names takes time. */
const MOST_ENTRIES = 10_000

/**
 * The existing file or folder beside a missing one whose name is most like it: mistyped, in another case, or
 * without its extension. `undefined` when none is close, or their folder cannot be read.
 */
export function similarPath(path: string): string | undefined {
  const folder = dirname(path)
  let names: string[]
  try {
    names = listFolder(folder).map(({ name }) => name)
  } catch {
    return undefined
  }
  const name = suggest(basename(path), names.length > MOST_ENTRIES ? [] : names)
  if (name === undefined) return undefined
  return folder === '.' && !path.startsWith('./') ? name : join(folder, name)
}
