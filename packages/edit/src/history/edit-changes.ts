import { EditExport, EditName, type EditObject, REMOVED } from '../entries.js'
import type { EditSnapshot } from './edit-snapshot.js'
import { contentOf, type EntryState, isSame } from './entry-states.js'

/** *One thing that was changed in a document*, as plain data. */
export interface EditChange {
  /** A row of a table, or the header of the package. */
  readonly what: 'export' | 'import' | 'name' | 'package'
  /** `renamed` is also for what was moved into something else: its path is another. */
  readonly kind: 'added' | 'removed' | 'renamed' | 'changed'
  /** Path of the object as it is now, of a removed one as it was; the text of a name. */
  readonly path: string
  /** Path before, of what was renamed. */
  readonly before?: string
  /** What is different in what was changed: `flags`, `content` for its values, fields of the header. */
  readonly fields?: readonly string[]
}

/**
 * *What is different between two snapshots of a document*: exports first, then imports, names, the header.
 */
export function changesBetween(before: EditSnapshot, after: EditSnapshot): EditChange[] {
  const [was, is] = [before.parts.tables.states, after.parts.tables.states]
  const found: EditChange[] = []
  const lists = [
    ['export', [...before.parts.tables.exports, ...after.parts.tables.exports]],
    ['import', [...before.parts.tables.imports, ...after.parts.tables.imports]],
    ['name', [...before.parts.tables.names, ...after.parts.tables.names]],
  ] as const
  for (const [what, entries] of lists) {
    for (const entry of new Set<EditName | EditObject>(entries)) {
      const [old, now] = [present(was.get(entry)), present(is.get(entry))]
      if (old === now) continue
      if (old === undefined) found.push({ what, kind: 'added', path: pathIn(entry, is) })
      else if (now === undefined) found.push({ what, kind: 'removed', path: pathIn(entry, was) })
      else
        found.push(...differences(what, pathIn(entry, was), pathIn(entry, is), old, now, entry instanceof EditExport))
    }
  }
  const [summary, heritage] = [after.parts.summary, after.parts.heritage]
  const fields = Object.entries(summary).flatMap(([field, value]) =>
    isSame(value, Reflect.get(before.parts.summary, field)) ? [] : [field],
  )
  if (!isSame(heritage, before.parts.heritage)) fields.push('heritage')
  if (fields.length > 0) found.push({ what: 'package', kind: 'changed', path: '', fields })
  return found
}

function present(state: EntryState | undefined): EntryState | undefined {
  return state?.['position'] === REMOVED ? undefined : state
}

function differences(
  what: 'export' | 'import' | 'name',
  before: string,
  path: string,
  old: EntryState,
  now: EntryState,
  isExport: boolean,
): EditChange[] {
  const found: EditChange[] = []
  if (path !== before) found.push({ what, kind: 'renamed', path, before })
  const fields = contentOf(now).flatMap(([field, value]) =>
    isSame(value, old[field]) ? [] : [isExport && field === 'body' ? 'content' : field],
  )
  if (fields.length > 0) found.push({ what, kind: 'changed', path, fields })
  return found
}

/** The path that an entry had, or its text. */
function pathIn(entry: EditName | EditObject, states: ReadonlyMap<EditName | EditObject, EntryState>): string {
  const names: string[] = []
  let at: unknown = entry
  for (let depth = 0; depth < MOST_OUTERS; depth++) {
    if (!(at instanceof Object)) break
    const state = statesOf(at, states)
    if (at instanceof EditName) return textOf(state?.['entry']) ?? at.text
    names.unshift(String(state?.['storedName'] ?? ''))
    at = state?.['outer']
  }
  return names.join('.')
}

const MOST_OUTERS = 64

function statesOf(at: object, states: ReadonlyMap<object, EntryState>): EntryState | undefined {
  return states.get(at)
}

function textOf(row: unknown): string | undefined {
  return typeof row === 'object' && row !== null && 'text' in row ? String(row.text) : undefined
}
