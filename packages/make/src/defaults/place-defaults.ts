import type { PackageSet } from '@ukit/core'
import { ScriptStruct } from '@ukit/objects/script'
import type { PackageDraft } from '../draft/draft.js'
import type { BuildProblem } from '../draft/problem.js'
import { declareDefaultObject } from './default-objects.js'
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
  if (draft.engine === 3) return placeUe3Defaults(draft, classes, packages)
  const work = new DefaultsWork(draft, classes, packages)
  for (const { owner } of classes) {
    const layer = await work.layerOf(owner.symbol)
    owner.object.properties = work.lists.listOf(layer, draft.traits.keepsZeroes(owner.symbol.name))
  }
  return work.problems
}

/** UE3: defaults are in an object of their own, and structs have some too. */
async function placeUe3Defaults(
  draft: PackageDraft,
  classes: readonly ClassWithDefaults[],
  packages: PackageSet,
): Promise<readonly BuildProblem[]> {
  const work = new DefaultsWork(draft, classes, packages)
  // A class that is put into a finished package keeps its default object when its text says no values.
  const holders = classes
    .filter(({ owner, defaults }) => defaults !== undefined || owner.object.defaultObject === null)
    .map((one) => ({ ...one, ...declareDefaultObject(draft, one.owner) }))
  for (const { owner } of classes) {
    for (const { symbol, object } of owner.structs)
      if (object instanceof ScriptStruct)
        object.defaults = work.lists.structList(
          work.structs.valueOf(symbol),
          symbol.super === null ? undefined : work.structs.valueOf(symbol.super),
        )
  }
  for (const { owner, defaults, object } of holders) {
    if (defaults === undefined) continue
    const layer = await work.layerOf(owner.symbol)
    object.properties = work.lists.listOf(layer, false)
    work.subobjects.list(owner)
  }
  work.subobjects.finish()
  return work.problems
}
