import { ancestryOf } from '@ukit/container'
import { ExportObject, ObjectReader, type Package, type PackageObject } from '@ukit/core'
import { suggest } from '../../command/suggest.js'

/** Decides whether an object is listed. */
export type ObjectFilter = (object: PackageObject) => boolean

/** Lists only objects of these classes and of those that extend them, as far as their supers are known. */
export async function classFilter(pkg: Package, classes: readonly string[]): Promise<ObjectFilter> {
  const wanted = new Set(classes.map((name) => name.toLowerCase()))
  const reader = await ObjectReader.open(pkg)
  return (object) => {
    const ancestry =
      object instanceof ExportObject ? reader.ancestryOf(object.class) : ancestryOf(reader.schema, object.className)
    return ancestry.some((name) => wanted.has(name.toLowerCase()))
  }
}

/** The message when no object is of the classes that were asked for. */
export function noneOfClass(objects: readonly PackageObject[], classes: readonly string[]): string {
  const present = [...new Set(objects.map(({ className }) => className))]
  const meant = classes.length === 1 ? suggest(classes[0] ?? '', present) : undefined
  return `nothing in it is of class ${classes.join(' or ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`
}
