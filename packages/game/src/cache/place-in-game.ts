import type { Install } from '../install/install.js'
import { usualFolder } from './plan-restore.js'

/**
 * The folder of a game, below its root, where a package of this extension (without dot) belongs: the first
 * entry of its search path for the extension. In UE3 a folder of the user's, called "Published", comes first.
 */
export function placeInGame(install: Install, extension: string): string {
  const suffix = `.${extension.toLowerCase()}`
  const fitting = install.searchPath.filter(({ suffixes }) => suffixes.some((known) => known.toLowerCase() === suffix))
  const chosen = fitting.find(({ folder }) => /published/i.test(folder)) ?? fitting[0]
  const folder = chosen?.real ?? chosen?.folder
  const root = install.root === '.' ? '' : `${install.root.replace(/\/$/, '')}/`
  if (folder === undefined || !folder.startsWith(root)) return usualFolder(extension)
  return folder.slice(root.length)
}
