import { Archive } from '@ukit/container'
import { ExportObject, ImportObject, type ObjectReader, type PackageObject } from '@ukit/core'

/** More than any map uses; the limit stops endless chains of references. */
const MOST_OBJECTS = 100_000

/** Classes of script objects and their parts: what a class uses is not followed through its code. */
const SCRIPT =
  /^(?:class|function|delegatefunction|state|struct|scriptstruct|enum|const|package|textbuffer|\w*property)$/i

/**
 * *What a package, such as a map, uses of other packages*: what it imports, what the defaults of its imported
 * classes and their superclasses refer to (the mesh of a barrel), and what all of that needs in turn (the
 * skins of the mesh).
 *
 * Other classes that a default names are not followed: a weapon's ammunition would lead to the whole game.
 * What could not be followed is in `reader.packages.missing`.
 */
export async function usedObjects(reader: ObjectReader): Promise<ExportObject[]> {
  const used = new Set<ExportObject>()
  const seen = new Set<ExportObject>()
  const queue: ExportObject[] = []
  const add = (object: ExportObject | undefined, isListed: boolean) => {
    if (object === undefined || object.isNull || used.size >= MOST_OBJECTS) return
    if (isListed && object.package !== reader.package) used.add(object)
    if (seen.has(object)) return
    seen.add(object)
    queue.push(object)
  }
  for (const imported of reader.package.imports) if (!isGroup(imported)) add(await reader.follow(imported), true)
  for (let object = queue.shift(); object !== undefined; object = queue.shift()) {
    const own = object.package === reader.package ? reader : await reader.forPackage(object.package)
    if (isClass(object)) {
      add(await own.follow(object.super), false)
      add(defaultObjectOf(object), false)
    }
    for (const reference of await referencesIn(own, object))
      if (!isScript(reference)) add(await own.follow(reference), true)
  }
  return [...used]
}

/** Packages and groups are only folders. */
function isGroup(imported: ImportObject): boolean {
  return imported.className.toLowerCase() === 'package'
}

function isClass(object: ExportObject): boolean {
  return object.entry.class === 0
}

function isScript(object: PackageObject): boolean {
  if (object instanceof ExportObject && isClass(object)) return true
  return SCRIPT.test(object.className)
}

/** The object that has a class's defaults in UE3; in UE1 and UE2 the class itself has them. */
function defaultObjectOf(object: ExportObject): ExportObject | undefined {
  const found = object.package.find(`Default__${object.name}`)
  return found instanceof ExportObject ? found : undefined
}

/** Every object that the fields and properties of an object refer to. */
async function referencesIn(reader: ObjectReader, object: ExportObject): Promise<Set<PackageObject>> {
  const found = new Set<PackageObject>()
  if (object.entry.size === 0) return found
  const { object: decoded } = await reader.read(object)
  const note = (to: unknown) => {
    if (to instanceof ExportObject || to instanceof ImportObject) found.add(to)
  }
  decoded.serialize(Archive.references({ object: note }, reader.package.context, reader.subjectOf(object)))
  return found
}
