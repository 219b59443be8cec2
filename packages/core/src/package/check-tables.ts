import type { ExportEntry, ImportEntry } from '@ukit/container'
import { type ErrorKind, hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'

/**
 * Checks every index and range in the tables: names, object references, bodies inside the file.
 *
 * Tables without problems can be followed without further checks, except for cycles of outers, which `verify`
 * looks for. Gives the first `most` problems and a last one that counts the rest: an error takes far more
 * memory than its entry, and a file may consist entirely of bad entries.
 */
export function checkTables(
  names: { readonly length: number },
  imports: readonly ImportEntry[],
  exports: readonly ExportEntry[],
  length: number,
  most: number,
): PackageError[] {
  const problems: PackageError[] = []
  let more = 0
  // Paths are built only for problems, since nearly all entries of nearly all packages are right.
  const report = (kind: ErrorKind, message: string, table: string, row: number, field: string, offset?: number) => {
    if (problems.length < most)
      problems.push(new PackageError(kind, message, { field: `${table}[${row}]${field}`, offset }))
    else more++
  }
  const name = (index: number, table: string, row: number, field: string) => {
    if (index >= 0 && index < names.length) return
    report('bad-index', `expected an index into the ${plural(names.length, 'name')}, found ${index}`, table, row, field)
  }
  const object = (reference: number, table: string, row: number, field: string) => {
    if (reference <= exports.length && reference >= -imports.length) return
    const message = `expected an object reference from ${-imports.length} to ${exports.length}, found ${reference}`
    report('bad-index', message, table, row, field)
  }
  for (let i = 0; i < imports.length; i++) {
    const entry = imports[i]
    if (entry === undefined) continue
    name(entry.classPackage, 'imports', i, '.classPackage')
    name(entry.className, 'imports', i, '.className')
    name(entry.objectName, 'imports', i, '.objectName')
    object(entry.outer, 'imports', i, '.outer')
  }
  for (let i = 0; i < exports.length; i++) {
    const entry = exports[i]
    if (entry === undefined) continue
    name(entry.objectName, 'exports', i, '.objectName')
    object(entry.class, 'exports', i, '.class')
    object(entry.super, 'exports', i, '.super')
    object(entry.outer, 'exports', i, '.outer')
    object(entry.archetype, 'exports', i, '.archetype')
    if (entry.size < 0 || (entry.size > 0 && (entry.offset < 0 || entry.offset + entry.size > length))) {
      const message =
        `expected a body inside the file (${plural(length, 'byte')}), found ${plural(entry.size, 'byte')} at ` +
        `${hex(entry.offset)}`
      report('bad-offset', message, 'exports', i, '', entry.offset)
    }
  }
  if (more > 0)
    problems.push(
      new PackageError(
        'limit',
        `${plural(more, 'more problem of the tables is', 'more problems of the tables are')} not listed`,
      ),
    )
  return problems
}
