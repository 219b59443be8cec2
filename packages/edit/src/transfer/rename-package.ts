import { packageSourceCrc } from '@ukit/codecs'
import { PackageError } from '@ukit/files'
import type { PackageEdit } from '../document.js'
import type { EditImport } from '../entries.js'
import { checkName, list } from '../names.js'
import { ExportIndex, namesTo } from './export-index.js'

/**
 * *Gives a package another name in those that import it*: who imports from it imports from the new name. The
 * package's own name is its file's.
 *
 * @param edits the package itself, which may import itself, and all that import it.
 * @returns those that were changed.
 * @throws {PackageError} `refused` when the name is none that a package can have, when the package has
 *   classes that the game's code makes, or when one of them imports from another package of that name.
 */
export function renamePackage(edits: readonly PackageEdit[], name: string, newName: string): PackageEdit[] {
  checkPackageName(newName)
  const [key, newKey] = [name.toLowerCase(), newName.toLowerCase()]
  const isRoot = (entry: EditImport, of: string) =>
    entry.outer === null && entry.className === 'Package' && entry.name.toLowerCase() === of
  if (key !== newKey) {
    const taken = edits.find((edit) => edit.imports.some((entry) => isRoot(entry, newKey)))
    if (taken !== undefined) {
      const message = `${taken.package.name} imports from another package that is called ${newName}`
      throw new PackageError('refused', message)
    }
  }
  for (const edit of edits) if (edit.package.name.toLowerCase() === key && key !== newKey) checkHasNoNatives(edit)
  return edits.filter((edit) => {
    const roots = edit.imports.filter((entry) => isRoot(entry, key))
    const classes = edit.imports.filter((entry) => entry.classPackage.toLowerCase() === key)
    const signed = signAs(edit, key, newName)
    if (roots.length + classes.length === 0) return signed
    const known = edit.findName(newName)
    // Only the case differs: there is one entry for both, which is changed for all that have the name.
    if (key === newKey && known !== undefined) edit.recase(known, newName)
    const to = edit.addName(newName)
    for (const entry of roots) entry.storedName = to
    for (const entry of classes) entry.storedClassPackage = to
    edit.revision++
    return true
  })
}

/**
 * Refuses to rename a package that imports classes of its own, which it does not hold: the game's code makes
 * them, under the name of the package.
 */
function checkHasNoNatives(edit: PackageEdit): void {
  const { name } = edit.package
  const index = new ExportIndex(edit)
  const natives = edit.imports.filter((entry) => {
    const [root = '', ...path] = namesTo(entry)
    const isOwn = root.toLowerCase() === name.toLowerCase() && path.length > 0
    return isOwn && entry.className === 'Class' && index.at(path, 'Class') === undefined
  })
  if (natives.length === 0) return
  const message =
    `${name} has classes that the game's code creates ` +
    `(${list(natives.map((entry) => entry.path))}): the game would not find them under another name`
  throw new PackageError('refused', message)
}

/** UE3 stores a checksum of the package's own name. @returns whether it is another one now. */
function signAs(edit: PackageEdit, key: string, newName: string): boolean {
  const { name } = edit.package
  const before = packageSourceCrc(name)
  if (name.toLowerCase() !== key || edit.summary.packageSource !== before) return false
  edit.summary.packageSource = packageSourceCrc(newName)
  return edit.summary.packageSource !== before
}

/** @throws {PackageError} `refused` for what cannot be the name of a package and of its file. */
export function checkPackageName(name: string): void {
  checkName(name)
  if (name.toLowerCase() === 'none' || /[.\\/:*?"<>|',()]/.test(name) || name !== name.trim()) {
    const message =
      'expected a name for a package and its file, without dots, slashes, quotes, colons and the ' +
      `like, found ${JSON.stringify(name)}`
    throw new PackageError('refused', message)
  }
}
