import { ExportObject, type PackageObject } from '@ukit/core'
import { EditExport } from '@ukit/edit'

/** More objects are never inside each other. */
const MOST_OUTERS = 128

function outersOf(object: PackageObject | EditExport): string[] {
  const names: string[] = []
  let at: { readonly name: string; readonly outer: unknown } | null = object
  for (let depth = 0; depth < MOST_OUTERS; depth++) {
    const outer: unknown = at.outer
    if (!(outer instanceof EditExport) && !(outer instanceof ExportObject)) break
    names.unshift(outer.name.toLowerCase())
    at = outer
  }
  return names
}

/**
 * The object that is in exactly the given groups, else the first in these and others.
 *
 * @param fits whether an object may be of a class.
 */
export function nearest<T extends PackageObject | EditExport>(
  named: readonly T[],
  groups: readonly string[],
  packageName: string,
  fits: (className: string) => boolean,
): T | undefined {
  const possible = named.filter((one) => isInside(groups, outersOf(one), packageName) && fits(one.className))
  const own = groups[0] === packageName.toLowerCase() ? groups.slice(1) : groups
  return possible.find((one) => outersOf(one).join('.') === own.join('.')) ?? possible[0]
}

/**
 * Tells whether the given groups (in lower case, as `outers`) are among those that an object is in, in this
 * order.
 */
export function isInside(given: readonly string[], outers: readonly string[], packageName: string): boolean {
  const all = [packageName.toLowerCase(), ...outers]
  let at = 0
  for (const group of given) {
    const found = all.indexOf(group, at)
    if (found < 0) return false
    at = found + 1
  }
  return true
}
