import { PackageFlag } from '@ukit/container'
import type { Package } from '@ukit/core'
import type { PackageEdit } from '@ukit/edit'
import type { ClassDifference } from './compare-classes.js'

/** What says nothing of the sources: which releases there were, what a package is for. */
export function takeSummary(edit: PackageEdit, pkg: Package): void {
  const { guid, generations, folder, packageSource, engineVersion, cookerVersion, chunks } = pkg.summary
  // What is compared is uncompressed.
  const flags = chunks.length > 0 ? pkg.summary.flags & ~PackageFlag.StoreCompressed : pkg.summary.flags
  Object.assign(edit.summary, { guid, flags, generations, folder, packageSource, engineVersion, cookerVersion })
  const { additionalPackages, textureAllocations, extra } = pkg.summary
  Object.assign(edit.summary, { additionalPackages, textureAllocations, extra: { ...extra } })
  edit.heritage.splice(0, edit.heritage.length, ...pkg.heritage)
}

/** The first row of a table that differs: as long as there is one, no index of a body means the same. */
export function tableDifference(edit: PackageEdit, pkg: Package): ClassDifference | undefined {
  const tables = [
    ['names', edit.nameTable.map(({ text }) => text), pkg.nameTable.map(({ text }) => text.text)],
    ['imports', edit.imports.map(String), pkg.imports.map(String)],
    ['exports', edit.exports.map(String), pkg.exports.map(String)],
  ] as const
  for (const [table, found, expected] of tables) {
    for (let index = 0; index < Math.max(found.length, expected.length); index++) {
      const [is, was] = [found[index], expected[index]]
      if (is === undefined || is.toLowerCase() !== was?.toLowerCase())
        return {
          object: `${table}[${index}]`,
          field: 'bytes',
          message: `expected ${was ?? 'none'}, as in the package, found ${is ?? 'none'}`,
        }
    }
  }
  return undefined
}

/**
 * Finds the first byte that differs: in an object of another length, which moves all that comes after it,
 * then in any object, then anywhere.
 */
export async function bytesDifference(found: Package, pkg: Package): Promise<ClassDifference | undefined> {
  const pairs = pkg.exports.map((object, index) => [object, found.exports[index]] as const)
  const moved = pairs.filter(([object, is]) => object.entry.size !== is?.entry.size)
  for (const [object, same] of moved.length > 0 ? moved : pairs) {
    const [is, was] = await Promise.all([same?.bytes(), object.bytes()])
    const at = is === undefined ? 0 : firstDifference(is, was)
    if (at !== undefined) return difference(object.path, `byte ${at} of the object`, is?.[at], was[at])
  }
  const [is, was] = await Promise.all([found, pkg].map(({ image }) => image.slice(0, image.byteLength)))
  const at = is === undefined || was === undefined ? 0 : firstDifference(is, was)
  return at === undefined ? undefined : difference(tableAt(pkg, at), `byte ${at}`, is?.[at], was?.[at])
}

/** Where two stretches of bytes differ first, also when one is the beginning of the other. */
function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const length = Math.max(a.length, b.length)
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at
  return undefined
}

function difference(object: string, at: string, is: number | undefined, was: number | undefined): ClassDifference {
  const hex = (byte: number | undefined) => (byte === undefined ? 'its end' : byte.toString(16).padStart(2, '0'))
  const message = `expected ${hex(was)} at ${at}, as in the package, found ${hex(is)}`
  return { object, field: 'bytes', message }
}

/** The table that a position is in. */
function tableAt(pkg: Package, at: number): string {
  for (const [name, { start, end }] of Object.entries(pkg.ranges)) if (at >= start && at < end) return name
  return 'layout'
}
