import { openPackage } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import { isStub, STUB_MARK } from '@ukit/inspect'
import type { PackageTables } from '../index-file/package-tables.js'
import { EMPTY_PATH, extendPath } from '../index-file/path-hash.js'

const MARK = extendPath(EMPTY_PATH, STUB_MARK)

/** *Whether a package is a stub*, by its tables alone; see `isStub` in `ukit/inspect`. */
export function isStubTables(tables: PackageTables): boolean {
  return tables.objectsAt(MARK).some((object) => object.class.toLowerCase() === 'core.textbuffer')
}

/** *Whether a file is a stub.* @throws {PackageError} when it is not a package, or is damaged. */
export async function isStubFile(source: ByteSource, fileName: string): Promise<boolean> {
  return isStub(await openPackage(source, { fileName, permissive: true }))
}
