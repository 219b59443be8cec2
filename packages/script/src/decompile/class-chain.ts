import { ExportObject, type ObjectReader, type PackageObject, type ReadObject } from '@ukit/core'
import { Class } from '@ukit/objects/script'

/** More supers are a circle. */
const MOST_SUPERS = 256

/** A class that another one extends, as far as it decides the text of that one. */
export interface Ancestor {
  readonly export: ExportObject
  readonly object: Class
  /** What holds its defaults. */
  readonly defaults: ReadObject | undefined
}

/** *The classes that a class extends*, nearest first, as far as their packages are available. */
export interface ClassChain {
  readonly ancestors: readonly Ancestor[]
  /** The one that is not available; `null` when the chain was followed to Object. */
  readonly missing: PackageObject | null
}

const READ = new WeakMap<ExportObject, Promise<Ancestor | undefined>>()

/** Follows the supers of a class through the packages that the reader knows. */
export async function classChain(reader: ObjectReader, exported: ExportObject): Promise<ClassChain> {
  const ancestors: Ancestor[] = []
  const seen = new Set<ExportObject>([exported])
  let next = exported.super
  while (next !== null && ancestors.length < MOST_SUPERS) {
    const found = await reader.packages.follow(next)
    if (found === undefined) return { ancestors, missing: next }
    if (seen.has(found)) return { ancestors, missing: null }
    seen.add(found)
    let read = READ.get(found)
    if (read === undefined) {
      read = readAncestor(reader, found)
      READ.set(found, read)
    }
    const ancestor = await read
    if (ancestor === undefined) return { ancestors, missing: next }
    ancestors.push(ancestor)
    next = found.super
  }
  return { ancestors, missing: null }
}

async function readAncestor(reader: ObjectReader, exported: ExportObject): Promise<Ancestor | undefined> {
  const own = exported.package === reader.package ? reader : await reader.forPackage(exported.package)
  const read = await own.read(exported)
  const { object } = read
  if (!(object instanceof Class)) return undefined
  const holder = object.defaultObject instanceof ExportObject ? await own.read(object.defaultObject) : read
  return { export: exported, object, defaults: holder }
}
