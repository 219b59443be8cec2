import { join } from 'node:path'
import { isPattern, patternToRegExp } from '@ukit/files/containers'
import { listFolder } from './list-folder.js'
import { statOf } from './missing.js'

/** Systems on which `Maps` and `maps` are usually the same folder. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin'

/**
 * The files and folders that match a pattern, in the order of their names. Names that start with a dot only
 * match a pattern that does, too.
 */
export function* filesMatching(pattern: string): Generator<string> {
  const path = process.platform === 'win32' ? pattern.replace(/\\/g, '/') : pattern
  const root = /^(?:[A-Za-z]:)?\/+/.exec(path)?.[0] ?? ''
  const segments = path
    .slice(root.length)
    .split('/')
    .filter((segment) => segment !== '')
  yield* matchBelow(root, segments)
}

function* matchBelow(base: string, segments: readonly string[]): Generator<string> {
  const [segment, ...rest] = segments
  if (segment === undefined) {
    yield base
    return
  }
  if (!isPattern(segment)) {
    const next = base === '' ? segment : join(base, segment)
    if (statOf(next) !== undefined) yield* matchBelow(next, rest)
    return
  }
  if (segment === '**') {
    // `**` matches no folder, or one folder followed by `**` again.
    if (rest.length > 0) yield* matchBelow(base, rest)
    for (const { name, isFolder } of listing(base)) {
      if (name.startsWith('.')) continue
      const next = base === '' ? name : join(base, name)
      if (isFolder) yield* matchBelow(next, segments)
      else if (rest.length === 0) yield next
    }
    return
  }
  const expression = patternToRegExp(segment, IGNORE_CASE)
  for (const { name, isFolder } of listing(base)) {
    if (!expression.test(name) || (name.startsWith('.') && !segment.startsWith('.'))) continue
    if (rest.length === 0 || isFolder) yield* matchBelow(base === '' ? name : join(base, name), rest)
  }
}

function listing(folder: string): { name: string; isFolder: boolean }[] {
  try {
    return listFolder(folder === '' ? '.' : folder).map(({ name, kind }) => ({ name, isFolder: kind === 'folder' }))
  } catch {
    // In a folder that cannot be listed, nothing matches.
    return []
  }
}
