import { EMPTY_SCHEMA, type Schema } from '../schema/types.js'
import type { Package } from './package.js'

/** Gives the package of a name (without extension), or nothing when it is not to be had. */
export type ResolvePackage = (name: string) => Promise<Package | undefined> | Package | undefined

/** *What is known of the classes that a package's objects are of*: its own, those of packages that can be resolved, stock classes. */
export async function packageSchema(_pkg: Package, _resolve?: ResolvePackage): Promise<Schema> {
  return EMPTY_SCHEMA
}
