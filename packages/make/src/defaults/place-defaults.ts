import type { PackageSet } from '@ukit/core'
import type { ClassDraft } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'
import type { BuildProblem } from '../draft/problem.js'
import { DefaultsWork } from './defaults-work.js'

/** A class with the text of its default properties, which stands on the lines that it has in the file. */
export interface ClassWithDefaults {
  readonly file: string
  readonly owner: ClassDraft
  readonly defaults: string | undefined
}

/**
 * *Gives classes their default properties, as their texts and their superclasses say* (UE1, UE2): see `DefaultsWork`.
 *
 * @param classes supers first.
 * @returns what was left out, as warnings.
 */
export async function placeDefaults(
  draft: PackageDraft,
  classes: readonly ClassWithDefaults[],
  packages: PackageSet,
): Promise<BuildProblem[]> {
  if (draft.engine === 3) return []
  const work = new DefaultsWork(draft, classes, packages)
  const problems: BuildProblem[] = []
  for (const { file, owner, defaults } of classes) {
    await work.loadSupers(owner.symbol)
    const layer = work.layerOf(owner.symbol)
    if (defaults !== undefined) problems.push(...work.assign(owner, layer, file, defaults))
    owner.object.properties = work.lists.listOf(layer, draft.traits.keepsZeroes(owner.symbol.name))
  }
  return problems
}
