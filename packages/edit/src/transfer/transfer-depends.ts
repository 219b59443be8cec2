import type { PackageEdit } from '../document.js'
import type { EditObject } from '../entries.js'
import { readFurtherTables } from '../further-tables.js'
import type { PlacedObject } from './transfer-types.js'

/**
 * What the engine loads with an object (the depends table of UE3), as far as it came along or is imported.
 *
 * @param here what an object of a source is now.
 */
export async function fillDepends(
  from: PackageEdit,
  placed: readonly PlacedObject[],
  here: ReadonlyMap<EditObject, EditObject>,
): Promise<void> {
  const lists = (await readFurtherTables(from.package)).depends?.table.lists
  for (const { from: own, source, object, how } of placed) {
    if (own !== from || how === 'reused') continue
    const stored = source.origin === undefined ? undefined : lists?.[source.origin.index]
    const list = source.depends ?? stored?.map((reference) => from.objectAt(reference))
    object.depends = list?.flatMap((entry) => (entry === undefined ? [] : (here.get(entry) ?? [])))
  }
}
