import type { EditBody } from '../body.js'
import { EditExport, EditImport, EditName } from '../entries.js'
import { type Memento, mementoOf } from './memento.js'

/** An entry of a document under change. */
export type Entry = EditName | EditImport | EditExport

/** *What an entry was like*: the values of its fields, by name. */
export type EntryState = Readonly<Record<string, unknown>>

/** The fields of an object that a change of its place or name in the tables does not touch. */
export function contentOf(state: EntryState): readonly (readonly [field: string, value: unknown])[] {
  return Object.entries(state).filter(([field]) => !PLACE.has(field))
}

const PLACE: ReadonlySet<string> = new Set(['position', 'storedName', 'outer', 'entry', 'codec'])

const NAME_FIELDS = ['entry', 'position'] as const
const IMPORT_FIELDS = [
  'storedName',
  'outer',
  'position',
  'replacement',
  'storedClassPackage',
  'storedClassName',
  'entry',
  'origin',
] as const
const EXPORT_FIELDS = [
  'storedName',
  'outer',
  'position',
  'replacement',
  'class',
  'super',
  'archetype',
  'flags',
  'flagsHigh',
  'componentMap',
  'depends',
  'body',
  'codec',
  'entry',
  'origin',
] as const

/** What changed objects were like when their body was set: `change` sets it each time. */
const MEMENTOS = new WeakMap<EditBody, Memento>()

/**
 * What an entry is like now.
 *
 * @param before what it was like earlier: given back when nothing is different.
 */
export function stateOf(entry: Entry, before?: EntryState): EntryState {
  if (entry instanceof EditExport) keepBody(entry.body)
  const fields: readonly string[] =
    entry instanceof EditExport ? EXPORT_FIELDS : entry instanceof EditImport ? IMPORT_FIELDS : NAME_FIELDS
  if (before !== undefined && fields.every((field) => isSame(Reflect.get(entry, field), before[field]))) return before
  return Object.fromEntries(fields.map((field) => [field, kept(Reflect.get(entry, field))]))
}

/** Makes an entry what it was. */
export function restoreState(entry: Entry, state: EntryState): void {
  if (!(entry instanceof EditName)) entry.watch = undefined
  for (const [field, value] of Object.entries(state)) Reflect.set(entry, field, kept(value))
  if (entry instanceof EditExport) MEMENTOS.get(entry.body)?.restore()
}

function keepBody(body: EditBody): void {
  if (body.kind === 'changed' && !MEMENTOS.has(body)) MEMENTOS.set(body, mementoOf(body.object))
}

/** Lists of components are the entry's own, and may be changed where they are. */
function kept(value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => (isComponent(item) ? { ...item } : item)) : value
}

/** Tells whether a field has the value that it had. */
export function isSame(now: unknown, before: unknown): boolean {
  if (now === before) return true
  if (!Array.isArray(now) || !Array.isArray(before) || now.length !== before.length) return false
  return now.every((item, i) => {
    const other: unknown = before[i]
    if (item === other) return true
    return isComponent(item) && isComponent(other) && item.name === other.name && item.component === other.component
  })
}

function isComponent(value: unknown): value is { readonly name: unknown; readonly component: unknown } {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
