import type { Package } from './package.js'
import { ExportObject } from './package-object.js'

/**
 * *Where an object is, as plain data*: it crosses to another thread or into a file, where an `ExportObject`,
 * which is part of an open package, cannot. `ObjectReader.objectOf` leads back to the object.
 */
export interface ObjectKey {
  /** Name of its package: `Botpack`. */
  readonly package: string
  /** Its path in the package: `Skins.Blkt1`. */
  readonly path: string
  /** Where it is in the export table, from 0: several objects of a package may have one path. */
  readonly index: number
}

/** The key of an object. */
export function objectKey(object: ExportObject): ObjectKey {
  return { package: object.package.name, path: object.path, index: object.index }
}

/** The object that a package has in the row of a key; `undefined` when it is not on the key's path. */
export function keyedObject(pkg: Package, { path, index }: ObjectKey): ExportObject | undefined {
  const object = pkg.objectAt(index + 1)
  return object instanceof ExportObject && object.path === path ? object : undefined
}

/**
 * The object of a key among packages of its name. Where none has it in that row of its table, since it was
 * written again, the first on its path.
 */
export function keyedAmong(packages: readonly Package[], key: ObjectKey): ExportObject | undefined {
  for (const pkg of packages) {
    const object = keyedObject(pkg, key)
    if (object !== undefined) return object
  }
  for (const pkg of packages) {
    const object = pkg.find(key.path)
    if (object instanceof ExportObject) return object
  }
  return undefined
}
