import { folderOf, lastPart } from '../paths.js'
import type { Mod } from './mod.js'

/** *In which order a game takes mods*, as far as that can be known. */
export interface LoadOrder {
  /** The mods, the first one first: what a later one says of a setting replaces what an earlier one says. */
  readonly mods: readonly Mod[]
  /**
   * What decides it: `given`: the caller; `folders`: the names of the mods' folders, which lie in one
   * folder; `unknown`: they lie in several, whose order the game's own settings decide (`ModRootDirs` in
   * XCOM 2), or the game takes its mods otherwise. Then the mods are in the order in which they were named.
   */
  readonly decidedBy: 'given' | 'folders' | 'unknown'
}

/**
 * The order of mods. Games of UE3 with mods list their folders, and the system gives names character by
 * character, so that `100` comes before `20`; what is on their list of active mods does not matter.
 *
 * @param isGiven whether the mods are in their order already.
 */
export function loadOrder(mods: readonly Mod[], isGiven: boolean): LoadOrder {
  if (isGiven) return { mods, decidedBy: 'given' }
  const folders = new Set(mods.map(({ path }) => folderOf(path)))
  if (folders.size !== 1) return { mods, decidedBy: 'unknown' }
  const key = ({ path }: Mod) => lastPart(path).toLowerCase()
  return { mods: [...mods].sort((a, b) => (key(a) < key(b) ? -1 : 1)), decidedBy: 'folders' }
}
