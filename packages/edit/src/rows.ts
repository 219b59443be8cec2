import { ComponentMapEntry, type ExportEntry, ImportEntry } from '@ukit/container'
import type { EditExport, EditImport, EditObject } from './entries.js'

/**
 * The row of an import with the present indices. @throws {PackageError} `refused` when it refers to what was
 * removed.
 */
export function importRow(entry: EditImport): ImportEntry {
  const { entry: row } = entry
  return changed(Object.assign(new ImportEntry(), row), row, {
    classPackage: entry.storedClassPackage.entry.index,
    classPackageNumber: entry.storedClassPackage.number,
    className: entry.storedClassName.entry.index,
    classNameNumber: entry.storedClassName.number,
    outer: referenceTo(entry.outer),
    objectName: entry.storedName.entry.index,
    objectNameNumber: entry.storedName.number,
  })
}

/**
 * The row of an export with the present indices. @throws {PackageError} `refused` when it refers to what was
 * removed.
 */
export function exportRow(entry: EditExport, size: number, offset: number): ExportEntry {
  const { entry: row } = entry
  const componentMap = entry.componentMap.map(({ name, component }) =>
    Object.assign(new ComponentMapEntry(), {
      name: name.entry.index,
      nameNumber: name.number,
      component: referenceTo(component),
    }),
  )
  const next = changed(row.copy(), row, {
    class: referenceTo(entry.class),
    super: referenceTo(entry.super),
    outer: referenceTo(entry.outer),
    archetype: referenceTo(entry.archetype),
    objectName: entry.storedName.entry.index,
    objectNameNumber: entry.storedName.number,
    flags: entry.flags,
    flagsHigh: entry.flagsHigh,
    size,
    offset,
  })
  const same =
    componentMap.length === row.componentMap.length &&
    componentMap.every((component, i) => {
      const before = row.componentMap[i]
      return (
        component.name === before?.name &&
        component.nameNumber === before.nameNumber &&
        component.component === before.component
      )
    })
  next.componentMap = componentMap
  if (!same) next.verbatim = undefined
  return next
}

function referenceTo(object: EditObject | null): number {
  return object === null ? 0 : object.reference
}

/**
 * A copy of a row with other values; the stored bytes of an odd row are kept only where all values are as
 * they were.
 */
function changed<T extends { verbatim: Uint8Array | undefined }>(copy: T, row: T, values: Partial<T>): T {
  Object.assign(copy, values)
  if (row.verbatim === undefined) return copy
  const keys = Object.keys(values) as (keyof T)[]
  if (keys.some((key) => row[key] !== values[key])) copy.verbatim = undefined
  return copy
}
