import { folderOf, isInside, lastPart } from '../paths.js'
import type { Mod } from './mod.js'

/** *In which order a game takes mods*, as far as that can be known. */
export interface LoadOrder {
  /** The mods, the first one first: what a later one says of a setting replaces what an earlier one says. */
  readonly mods: readonly Mod[]
  /**
   * What decides it: `given`: the caller; `settings`: the order of the folders that the game's settings name,
   * and in each of them the names of the mods' folders; `folders`: the names of the mods' folders, which lie
   * in one folder; `unknown`: they lie in several, whose order the game's own settings decide
   * (`ModRootDirs` in XCOM 2), or the game takes its mods otherwise. Then the mods are in the order in which
   * they were named.
   */
  readonly decidedBy: 'given' | 'settings' | 'folders' | 'unknown'
}

/**
 * The order of mods. Games of UE3 with mods list their folders, and the system gives names character by
 * character, so that `100` comes before `20`; what is on their list of active mods does not matter.
 *
 * @param isGiven whether the mods are in their order already.
 * @param roots folders of mods in the order in which the game's settings name them: see `modRoots`.
 */
export function loadOrder(mods: readonly Mod[], isGiven: boolean, roots: readonly string[] = []): LoadOrder {
  if (isGiven) return { mods, decidedBy: 'given' }
  const rootOf = ({ path }: Mod) => roots.findIndex((root) => isInside(path, root))
  if (roots.length > 0 && mods.every((mod) => rootOf(mod) >= 0)) {
    const sorted = [...mods].sort((a, b) => rootOf(a) - rootOf(b) || (keyOf(a) < keyOf(b) ? -1 : 1))
    return { mods: sorted, decidedBy: 'settings' }
  }
  const folders = new Set(mods.map(({ path }) => folderOf(path)))
  if (folders.size !== 1) return { mods, decidedBy: 'unknown' }
  return { mods: [...mods].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), decidedBy: 'folders' }
}

function keyOf({ path }: Mod): string {
  return lastPart(path).toLowerCase()
}
