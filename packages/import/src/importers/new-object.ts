import { checkFree, checkObjectName, EditExport, type EditObject, type PackageEdit } from '@ukit/edit'

/**
 * *Refuses a path that a new object cannot have*, before anything is changed. Missing groups may be added.
 *
 * @param className the class of the new object: in UE1 and UE2 an object of another class may have the same
 *   path.
 * @throws {PackageError} `refused` for a name that the engine would not take, or a path that is taken.
 */
export function checkNewPath(edit: PackageEdit, path: string, className: string): void {
  let outer: EditObject | null | undefined = null
  let at = ''
  for (const name of path.split('.')) {
    at = at === '' ? name : `${at}.${name}`
    const found = edit.find(at)
    if (outer === undefined) checkObjectName(name)
    else if (found === undefined || at === path)
      checkFree(edit, name, outer, { className: at === path ? className : 'Package' })
    outer = found instanceof EditExport ? found : undefined
  }
}

/** The path of the group that an object is in; `undefined` for an object at the top. */
export function groupOf(path: string): string | undefined {
  const dot = path.lastIndexOf('.')
  return dot < 0 ? undefined : path.slice(0, dot)
}
