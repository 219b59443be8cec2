import type { PackageEdit } from './document.js'
import { EditName, type EditObject } from './entries.js'
import { usesOf } from './uses.js'

/** What was dropped, as text. */
export interface Dropped {
  /** Names, in the order that they had. */
  readonly names: readonly string[]
  /** Paths. */
  readonly imports: readonly string[]
  /** Paths of the objects that are not understood to their last byte: what they may name was kept. */
  readonly uncertain: readonly string[]
}

/**
 * *Drops names and imports that nothing uses.*
 *
 * `None` stays, and so does every name of an earlier generation: clients with that release rely on its index.
 * Depends lists (UE3) do not count as use.
 *
 * What bytes that are not understood may name stays as well, and at its place: others move up around it.
 *
 * @param isWanted which ones to drop; all by default.
 */
export async function dropUnused(
  edit: PackageEdit,
  isWanted: (entry: EditName | EditObject) => boolean = () => true,
): Promise<Dropped> {
  const { uses, names, opaque, uncertain } = await usesOf(edit)
  const used = new Set<EditObject>(
    uses.filter(({ from, field }) => !isOuterOfImport(edit, from, field)).map(({ to }) => to),
  )
  for (const entry of edit.imports) if (uncertain.has(entry)) used.add(entry)
  // The outers of an import that stays also stay.
  for (const entry of edit.imports)
    if (used.has(entry)) for (let at = entry.outer; at !== null; at = at.outer) used.add(at)
  const imports = remove(edit, 'imports', (entry) => !used.has(entry) && isWanted(entry), uncertain)
  const needed = imports.length > 0 ? (await usesOf(edit, () => false)).names : names
  const earlier = edit.summary.generations.at(-2)?.nameCount ?? 0
  const guids = edit.package.summary.importGuidsCount
  const dropped = remove(
    edit,
    'nameTable',
    (entry) =>
      guids === 0 &&
      isWanted(entry) &&
      !needed.has(entry) &&
      !uncertain.has(entry) &&
      entry.text.toLowerCase() !== 'none' &&
      entry.index >= earlier,
    uncertain,
  )
  return {
    names: dropped.map((entry) => entry.text),
    imports: imports.map((entry) => entry.path),
    uncertain: opaque.map((entry) => entry.path),
  }
}

/**
 * Takes entries out of a table. Where some have to keep their places, unneeded ones are left in between when
 * there is nothing else to put there.
 */
function remove<T extends 'nameTable' | 'imports'>(
  edit: PackageEdit,
  table: T,
  isUnneeded: (entry: PackageEdit[T][number]) => boolean,
  fixed: ReadonlySet<EditName | EditObject>,
): PackageEdit[T][number][] {
  const entries: readonly PackageEdit[T][number][] = edit[table]
  const movable = entries.filter((entry) => !isUnneeded(entry) && !fixed.has(entry)).values()
  // Outers come first, so that no import is left without its outer.
  const spare = entries
    .filter(isUnneeded)
    .sort((a, b) => depthOf(a) - depthOf(b))
    .values()
  const last = entries.reduce((found, entry, index) => (fixed.has(entry) ? index : found), -1)
  const order: PackageEdit[T][number][] = []
  for (const [index, entry] of entries.entries()) {
    if (fixed.has(entry)) order.push(entry)
    else {
      const next = movable.next().value ?? (index < last ? spare.next().value : undefined)
      if (next !== undefined) order.push(next)
    }
  }
  const kept = new Set<EditName | EditObject>(order)
  const gone = entries.filter((entry) => !kept.has(entry))
  if (gone.length === 0) return []
  edit.removeEntries(new Set<EditName | EditObject>(gone))
  edit.reorder({ [table]: order })
  return gone
}

function depthOf(entry: EditName | EditObject): number {
  let depth = 0
  for (let at = entry instanceof EditName ? null : entry.outer; at !== null; at = at.outer) depth++
  return depth
}

function isOuterOfImport(edit: PackageEdit, from: EditObject, field: string): boolean {
  return field === 'outer' && edit.imports[from.index] === from
}
