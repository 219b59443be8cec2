import { PackageError } from '../error.js'
import type { PackageEdit } from './document.js'
import type { EditImport } from './entries.js'
import { checkName } from './names.js'

/**
 * *Gives a package another name in those that import it*: who imports from it imports from the new name. The package's own name is its file's.
 *
 * @param edits the package itself, which may import itself, and all that import it.
 * @returns those that were changed.
 * @throws {PackageError} `refused` when the name is none that a package can have, or when one of them imports from another package of that name.
 */
export function renamePackage(edits: readonly PackageEdit[], name: string, newName: string): PackageEdit[] {
  checkPackageName(newName)
  const [key, newKey] = [name.toLowerCase(), newName.toLowerCase()]
  const isRoot = (entry: EditImport, of: string) =>
    entry.outer === null && String(entry.className) === 'Package' && entry.name.toString().toLowerCase() === of
  if (key !== newKey) {
    const taken = edits.find((edit) => edit.imports.some((entry) => isRoot(entry, newKey)))
    if (taken !== undefined) {
      const message = `${taken.package.name} imports from another package that is called ${newName}`
      throw new PackageError('refused', message)
    }
  }
  return edits.filter((edit) => {
    const roots = edit.imports.filter((entry) => isRoot(entry, key))
    const classes = edit.imports.filter((entry) => entry.classPackage.toString().toLowerCase() === key)
    if (roots.length + classes.length === 0) return false
    const known = edit.findName(newName)
    // Only the case differs: there is one entry for both, which is changed for all that have the name.
    if (key === newKey && known !== undefined) edit.recase(known, newName)
    const to = edit.name(newName)
    for (const entry of roots) entry.name = to
    for (const entry of classes) entry.classPackage = to
    edit.revision++
    return true
  })
}

/** @throws {PackageError} `refused` for what cannot be the name of a package and of its file. */
export function checkPackageName(name: string): void {
  checkName(name)
  if (name.toLowerCase() === 'none' || /[.\\/:*?"<>|',()]/.test(name) || name !== name.trim()) {
    const message = `expected a name for a package and its file, without dots, slashes, quotes, colons and the like, found ${JSON.stringify(name)}`
    throw new PackageError('refused', message)
  }
}
