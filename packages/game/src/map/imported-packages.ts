import type { Package } from '@ukit/core'

/**
 * Names of the packages that a package needs, as written, each once in the order of its import table. These
 * are the imports of class `Core.Package` without an outer; such imports of other classes are not
 * dependencies.
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
