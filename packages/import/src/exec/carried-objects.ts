import { concat } from '@ukit/codecs/internal'
import { Archive } from '@ukit/container'
import { ExportObject, type ObjectReader, savePackage } from '@ukit/core'
import {
  buildPackage,
  EditExport,
  type EditObject,
  emptyLike,
  groupAt,
  moveObject,
  PackageEdit,
  removeObject,
  transferObjects,
} from '@ukit/edit'

/**
 * *Objects of a package as a package of their own*, for lines of `OBJ LOAD` that put them back. What they
 * refer to stays where it is, and is imported from there.
 *
 * @param name of the new package.
 * @param group the path of the group that the line puts the objects into: they are at the top of the new
 *   package.
 * @throws {PackageError} as `transferObjects`.
 */
export async function packageOfObjects(
  reader: ObjectReader,
  objects: readonly ExportObject[],
  name: string,
  group?: string,
): Promise<Uint8Array> {
  const { package: pkg } = reader
  const from = await PackageEdit.open(pkg)
  const into = await emptyLike(pkg, name, pkg.summary.guid)
  const wanted = objects.flatMap(({ index }) => from.exports[index] ?? [])
  await transferObjects(into, [{ from, objects: wanted }], { references: 'leave' })
  if (group !== undefined) {
    const place = groupAt(into, group, true)
    for (const object of into.exports.filter(({ outer }) => outer === place)) moveObject(into, object, null)
    for (let empty: EditObject | null = place; empty instanceof EditExport; ) {
      const { outer }: EditExport = empty
      if (!into.exports.some((object) => object.outer === empty)) await removeObject(into, empty)
      empty = outer
    }
  }
  return bytesOf(into)
}

async function bytesOf(edit: PackageEdit): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of savePackage(await buildPackage(edit))) pieces.push(piece.slice())
  return concat(pieces)
}

/**
 * Objects with all that they need of their own package, except classes, what is in those, and what `isThere`
 * says will be there anyway. What is inside an object is not listed: it comes along.
 */
export async function withNeeds(
  reader: ObjectReader,
  objects: Iterable<ExportObject>,
  isThere: (object: ExportObject) => boolean,
): Promise<ExportObject[]> {
  const found = new Set(objects)
  for (const object of found) {
    const children = reader.package.children(object).filter((child) => child instanceof ExportObject)
    for (const inside of [object, ...children])
      for (const other of await ownReferences(reader, inside))
        if (!isThere(other) && !isPartOfClass(other) && other.className !== 'Package') found.add(other)
  }
  return [...found].filter((object) => !(object.outer instanceof ExportObject && found.has(object.outer)))
}

/**
 * Those of some objects that need no class of their package: a package of them can be loaded before those
 * exist.
 */
export async function independentOf(reader: ObjectReader, objects: readonly ExportObject[]): Promise<ExportObject[]> {
  const needs = new Map<ExportObject, Set<ExportObject>>()
  const queue = [...objects]
  for (let object = queue.pop(); object !== undefined; object = queue.pop()) {
    if (needs.has(object)) continue
    const inside = reader.package.children(object).filter((child) => child instanceof ExportObject)
    const own = new Set([...(await ownReferences(reader, object)), ...inside])
    if (object.class instanceof ExportObject) own.add(object.class)
    needs.set(object, own)
    queue.push(...own)
  }
  const bound = new Set([...needs.keys()].filter(isPartOfClass))
  for (let count = -1; count !== bound.size; ) {
    count = bound.size
    for (const [object, own] of needs) if ([...own].some((other) => bound.has(other))) bound.add(object)
  }
  return objects.filter((object) => !bound.has(object))
}

async function ownReferences(reader: ObjectReader, object: ExportObject): Promise<Set<ExportObject>> {
  const found = new Set<ExportObject>()
  if (object.entry.size === 0 || isPartOfClass(object)) return found
  const { object: decoded } = await reader.read(object)
  const note = (to: unknown) => {
    if (to instanceof ExportObject) found.add(to)
  }
  decoded.serialize(Archive.references({ object: note }, reader.package.context, reader.subjectOf(object)))
  return found
}

/** Maximum depth of nesting: real objects are never nested deeper. */
const MOST_OUTERS = 128

/** Whether an object is a class, or is inside one or inside the object that contains a class's defaults. */
export function isPartOfClass(exported: ExportObject): boolean {
  if (/^default__/i.test(exported.path)) return true
  let at: ExportObject['outer'] = exported
  for (let depth = 0; at !== null && depth < MOST_OUTERS; depth++) {
    if (at.className === 'Class') return true
    at = at.outer
  }
  return false
}
