import { PackageError } from '../error.js'
import type { PackageEdit } from './document.js'
import { EditExport, EditImport, type EditObject } from './entries.js'
import { checkName } from './names.js'

/**
 * Refuses a name that another object of the same outer has; exports and imports are told apart, as their top levels are different things.
 *
 * @throws {PackageError} `refused`.
 */
export function checkFree(
  edit: PackageEdit,
  object: EditObject | undefined,
  name: string,
  outer: EditObject | null,
  kind: 'export' | 'import' = object instanceof EditImport ? 'import' : 'export',
): void {
  checkName(name)
  const key = name.toLowerCase()
  if (key === 'none')
    throw new PackageError('refused', 'no object can be called None: the name means that there is none')
  if (/[.\s'":,()]/.test(name)) {
    throw new PackageError(
      'refused',
      `expected a name without dots, spaces, quotes, colons, commas and parentheses, found ${JSON.stringify(name)}`,
    )
  }
  const others: readonly EditObject[] = kind === 'import' ? edit.imports : edit.exports
  const taken = others.find(
    (other) => other !== object && other.outer === outer && other.name.toString().toLowerCase() === key,
  )
  if (taken !== undefined) {
    const what = taken instanceof EditExport ? taken.className : taken.className.toString()
    throw new PackageError('refused', `the name is taken: ${what}'${taken.path}'`, { object: object?.path ?? name })
  }
}
