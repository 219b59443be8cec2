import { safeFileName } from '../file-name.js'

/** The path to a file relative to a folder, both below the same root: `../Skins/Face.png`. */
export function relativePath(folders: readonly string[], path: string): string {
  const from = folders.map(safeFileName)
  const to = path.split('/')
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}
