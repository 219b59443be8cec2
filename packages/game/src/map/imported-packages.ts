import type { Package } from '@ukit/core'

/**
 * Names of the packages that one needs, as written, in the order of its import table, each once: imports of
 * class `Core.Package` that are in nothing. An import of another class without an outer is not a dependency.
 */
export function packagesNeededBy(pkg: Package): string[] {
  const names = new Map<string, string>()
  for (const object of pkg.imports) {
    const { entry } = object
    if (entry.outer !== 0 || object.className.toLowerCase() !== 'package') continue
    if (pkg.nameText(entry.classPackage, entry.classPackageNumber).toLowerCase() !== 'core') continue
    const key = object.name.toLowerCase()
    if (!names.has(key)) names.set(key, object.name)
  }
  return [...names.values()]
}
