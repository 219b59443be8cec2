import type { PackageSet } from '@ukit/core'
import type { PackageDraft } from '../draft/draft.js'
import type { BuildProblem } from '../draft/problem.js'
import { type ClassWithDefaults, DefaultsWork } from './defaults-work.js'

/**
 * *Gives classes their default properties, as their texts and their superclasses say* (UE1, UE2).
 *
 * @returns what was left out, as warnings.
 */
export async function placeDefaults(
  draft: PackageDraft,
  classes: readonly ClassWithDefaults[],
  packages: PackageSet,
): Promise<readonly BuildProblem[]> {
  if (draft.engine === 3) return []
  const work = new DefaultsWork(draft, classes, packages)
  for (const { owner } of classes) {
    const layer = await work.layerOf(owner.symbol)
    owner.object.properties = work.lists.listOf(layer, draft.traits.keepsZeroes(owner.symbol.name))
  }
  return work.problems
}
