import { hex, PackageError } from '../error.js'
import type { ExportEntry } from '../tables/export-entry.js'
import type { ImportEntry } from '../tables/import-entry.js'
import type { NameEntry } from '../tables/name-entry.js'

/**
 * Checks every index and range in the tables: names, object references, bodies inside the file.
 *
 * What passes can be walked without further checks, but for cycles of outers, which `verify` looks for.
 */
export function checkTables(
  names: readonly NameEntry[],
  imports: readonly ImportEntry[],
  exports: readonly ExportEntry[],
  length: number,
): PackageError[] {
  const problems: PackageError[] = []
  const name = (index: number, field: string) => {
    if (index >= 0 && index < names.length) return
    problems.push(
      new PackageError('bad-index', `expected an index into the ${names.length} names, found ${index}`, { field }),
    )
  }
  const object = (reference: number, field: string) => {
    if (reference <= exports.length && reference >= -imports.length) return
    const message = `expected an object reference from ${-imports.length} to ${exports.length}, found ${reference}`
    problems.push(new PackageError('bad-index', message, { field }))
  }
  for (let i = 0; i < imports.length; i++) {
    const entry = imports[i]
    if (entry === undefined) continue
    name(entry.classPackage, `imports[${i}].classPackage`)
    name(entry.className, `imports[${i}].className`)
    name(entry.objectName, `imports[${i}].objectName`)
    object(entry.outer, `imports[${i}].outer`)
  }
  for (let i = 0; i < exports.length; i++) {
    const entry = exports[i]
    if (entry === undefined) continue
    name(entry.objectName, `exports[${i}].objectName`)
    object(entry.class, `exports[${i}].class`)
    object(entry.super, `exports[${i}].super`)
    object(entry.outer, `exports[${i}].outer`)
    object(entry.archetype, `exports[${i}].archetype`)
    if (entry.size < 0 || (entry.size > 0 && (entry.offset < 0 || entry.offset + entry.size > length))) {
      const message = `expected a body inside the file (${length} bytes), found ${entry.size} bytes at ${hex(entry.offset)}`
      problems.push(new PackageError('bad-offset', message, { field: `exports[${i}]`, offset: entry.offset }))
    }
  }
  return problems
}
