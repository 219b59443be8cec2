import { PackageError } from '../error.js'
import type { PackageEdit } from './document.js'
import type { EditName, EditObject } from './entries.js'
import { usesOf } from './uses.js'

/** What was dropped, as text. */
export interface Dropped {
  readonly names: readonly string[]
  /** Paths. */
  readonly imports: readonly string[]
}

/**
 * *Drops names and imports that nothing uses.*
 *
 * `None` stays, and so does every name of an earlier generation: clients with that release count on its place. Depends lists (UE3) do not count as use.
 *
 * @throws {PackageError} `unsupported` when some object is not understood to its last byte: what it uses cannot be told.
 */
export async function dropUnused(edit: PackageEdit): Promise<Dropped> {
  const { uses, names, opaque } = await usesOf(edit)
  const [first] = opaque
  if (first !== undefined) {
    const others = opaque.length > 1 ? ` (and ${opaque.length - 1} more)` : ''
    throw new PackageError('unsupported', `what it uses cannot be told: not all of its bytes are understood${others}`, {
      object: first.path,
    })
  }
  const used = new Set<EditObject>(
    uses.filter(({ from, field }) => !isOuterOfImport(edit, from, field)).map(({ to }) => to),
  )
  // What an import that stays is in stays too.
  for (const entry of edit.imports)
    if (used.has(entry)) for (let at = entry.outer; at !== null; at = at.outer) used.add(at)
  const imports = edit.imports.filter((entry) => !used.has(entry))
  if (imports.length > 0) edit.removeEntries(new Set<EditName | EditObject>(imports))
  const needed = imports.length > 0 ? (await usesOf(edit, () => false)).names : names
  const earlier = edit.package.summary.generations.at(-2)?.nameCount ?? 0
  const guids = edit.package.summary.importGuidsCount
  const dropped = edit.names.filter(
    (entry) => guids === 0 && !needed.has(entry) && entry.text.toLowerCase() !== 'none' && entry.position >= earlier,
  )
  if (dropped.length > 0) edit.removeEntries(new Set<EditName | EditObject>(dropped))
  return { names: dropped.map((entry) => entry.text), imports: imports.map((entry) => entry.path) }
}

function isOuterOfImport(edit: PackageEdit, from: EditObject, field: string): boolean {
  return field === 'outer' && edit.imports[from.position] === from
}
