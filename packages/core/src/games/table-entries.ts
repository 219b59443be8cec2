import type { Archive, ExportEntry, ImportEntry, Layout, NameEntry } from '@ukit/container'
import { Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { extraOf, fieldsAfter } from './hooks.js'

// Ways of storing a table entry, or a part of it, that several games share.

/** The start of an export, from class to archetype. */
export function serializeExportStart(ar: Archive, entry: ExportEntry): void {
  entry.class = ar.index(entry.class, 'class')
  entry.super = ar.index(entry.super, 'super')
  entry.outer = ar.i32(entry.outer, 'outer')
  entry.serializeName(ar)
  if (ar.since(Version.ExportArchetype)) entry.archetype = ar.i32(entry.archetype, 'archetype')
}

/** Net object counts, GUID and flags of a merged package. */
export function serializePackageFields(ar: Archive, entry: ExportEntry): void {
  const count = ar.count(entry.netObjectCounts.length, 'netObjectCountCount', 4)
  entry.netObjectCounts = ar.i32s([...entry.netObjectCounts], count, 'netObjectCounts')
  entry.packageGuid = ar.guid(entry.packageGuid, 'packageGuid')
  if (ar.since(Version.ExportPackageFlags)) entry.packageFlags = ar.u32(entry.packageFlags, 'packageFlags')
}

/** The fields of an export as usual, except that the outer has 16 bits. */
export function serializeShortOuter(
  ar: Archive,
  entry: ExportEntry,
  index: (value: number, field: string) => number,
): void {
  entry.class = index(entry.class, 'class')
  entry.super = index(entry.super, 'super')
  entry.outer = ar.i16(entry.outer, 'outer')
  entry.serializeName(ar)
  entry.serializeFlags(ar)
  entry.size = index(entry.size, 'size')
  if (entry.size !== 0) entry.offset = index(entry.offset, 'offset')
}

/** An import with a 16-bit outer. */
export function serializeShortImport(ar: Archive, entry: ImportEntry): void {
  entry.classPackage = ar.index(entry.classPackage, 'classPackage')
  entry.className = ar.index(entry.className, 'className')
  entry.outer = ar.i16(entry.outer, 'outer')
  entry.objectName = ar.index(entry.objectName, 'objectName')
}

/** A name in the Xbox games: it has a 16-bit length that does not count the terminator. */
export function serializeXboxName(ar: Archive, entry: NameEntry): void {
  const length = ar.u16(entry.text.length, 'length')
  entry.text = ar.narrowText(entry.text, length + 1, 'text')
  entry.serializeFlags(ar)
}

/** A name with a 32-bit length and no terminator. */
export const serializeUnterminatedName: NonNullable<Layout['name']> = (ar, entry) => {
  const length = ar.count(entry.text.length, 'length', 1)
  entry.text = ar.narrowText(entry.text, length, 'text')
  entry.serializeFlags(ar)
}

/**
 * Names followed by meaningless bytes (AVA, Metro Conflict), whose number depends on the length of the text
 * and a key.
 */
export function nameWithJunk(key: number | undefined): Layout {
  if (key === undefined) return {}
  return {
    name(ar, entry) {
      entry.text = ar.string(entry.text, 'text')
      extra.bytes(ar, extraOf(entry), 'junk', (entry.text.length ^ key) & 0x0f)
      entry.serializeFlags(ar)
    },
  }
}

/** A word after the package flags (Hawken, Gigantic). */
export const wordAfterFlags = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({ flags: (ar, { extra: fields }) => void (licensee >= 2 && extra.i32(ar, fields, 'word')) }),
})
