import { Name } from '@ukit/container'
import { ExportObject, ImportObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import type { PackageEdit } from './document.js'
import { EditExport, EditImport, EditName } from './entries.js'

/**
 * *Makes every name in an object one of the document's*, and every object of its package an entry of it: for
 * objects that were made by hand (whose `Name.NONE` is in no table), that were read from another package, or
 * that gain fields by a conversion.
 *
 * @throws {PackageError} `refused` when it refers to an object of another package.
 */
export function adoptNames(edit: PackageEdit, object: UnrealObject, path: string): void {
  replaceValues(object, (value) => {
    if (value instanceof Name) return ownName(edit, value)
    if (value instanceof ExportObject || value instanceof ImportObject) {
      if (value.package === edit.package) return edit.entryOf(value)
      throw new PackageError('refused', `it refers to ${value} of another package: import it first`, { object: path })
    }
    return value
  })
}

/**
 * *Makes every name in an object the one that the document finds for its text*: of several entries with one
 * text, which all mean the same, the first.
 */
export function firstNames(edit: PackageEdit, object: UnrealObject): void {
  replaceValues(object, (value) =>
    value instanceof Name ? (edit.findName(value.entry.text)?.numbered(value.number) ?? value) : value,
  )
}

/** Replaces names and objects, wherever they are in an object. */
function replaceValues(object: UnrealObject, replaced: (value: object) => object): void {
  // Trees of bytecode can be of any depth: no recursion.
  const waiting: object[] = [object]
  const seen = new Set<object>(waiting)
  const own = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
    const other = replaced(value)
    if (other !== value || isEnd(value) || seen.has(value)) return other
    seen.add(value)
    waiting.push(value)
    return value
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Map) {
      const entries = [...next].map(([key, value]) => [own(key), own(value)] as const)
      next.clear()
      for (const [key, value] of entries) next.set(key, value)
      continue
    }
    if (Array.isArray(next)) {
      const list: unknown[] = next
      for (let at = 0; at < list.length; at++) {
        const other = own(list[at])
        if (other !== list[at]) list[at] = other
      }
      continue
    }
    // Not Object.entries, which makes a list for each field of each object.
    for (const key in next) {
      const value: unknown = Reflect.get(next, key)
      const other = own(value)
      if (other !== value) Reflect.set(next, key, other)
    }
  }
}

/** Names and objects of tables: what is in them is not part of the object. */
function isEnd(value: object): boolean {
  return value instanceof Name || value instanceof EditExport || value instanceof EditImport
}

function ownName(edit: PackageEdit, name: Name): Name {
  const { entry, number } = name
  if (entry instanceof EditName && edit.nameTable[entry.position] === entry) return name
  const same = number === 0 ? edit.findName(entry.text) : undefined
  return same === undefined ? edit.addName(name.toString()) : edit.nameEntry(entry.text).numbered(0)
}
