import { diffPackages } from '@ukit/inspect'
import { sameContent } from '../check/same-content.js'
import { lastPart, withoutExtension } from '../paths.js'
import type { FilePlace } from '../stamp.js'
import type { ModConflict, ModSide } from './conflict.js'
import type { Mod } from './mod.js'
import type { ModPackages } from './mod-packages.js'

/** Largest packages whose objects are compared. */
const MOST_BYTES = 64e6

/** A package of a mod. */
interface OwnedPackage {
  readonly mod: Mod
  readonly file: FilePlace
}

/**
 * *Packages of several mods with one name*, ignoring case and extensions, and the objects in which they
 * differ. Copies of one file are in order. A game has only one package of a name.
 */
export async function packageClashes(mods: readonly Mod[], packages: ModPackages): Promise<ModConflict[]> {
  const byName = new Map<string, OwnedPackage[]>()
  for (const mod of mods) {
    for (const file of mod.packages) {
      const key = withoutExtension(lastPart(file.path)).toLowerCase()
      const known = byName.get(key) ?? []
      // A mod's own packages with one name are not in conflict with those of others: `game` and `deps`
      // report them.
      if (known.some((one) => one.mod === mod)) continue
      byName.set(key, [...known, { mod, file }])
    }
  }
  const found: ModConflict[] = []
  for (const [first, ...others] of byName.values()) {
    if (first === undefined) continue
    const different: OwnedPackage[] = []
    for (const other of others) if (!(await sameContent(packages.files, first.file, other.file))) different.push(other)
    if (different.length === 0) continue
    const name = withoutExtension(lastPart(first.file.path))
    const sides = await Promise.all([first, ...different].map((one) => sideOf(one, packages)))
    const message = 'a game loads only one package of a name, and which of these is not known'
    found.push({ kind: 'package', what: name, sides, winner: null, message })
    for (const other of different) found.push(...(await differentObjects(name, first, other, packages)))
  }
  return found
}

async function sideOf({ mod, file }: OwnedPackage, packages: ModPackages): Promise<ModSide> {
  const pkg = await packages.open(file.path)
  const value = pkg === undefined ? (packages.unreadable.get(file.path) ?? '') : `GUID ${pkg.guid}`
  return { mod: mod.name, path: file.path, value }
}

async function differentObjects(
  name: string,
  first: OwnedPackage,
  other: OwnedPackage,
  packages: ModPackages,
): Promise<ModConflict[]> {
  if (first.file.size > MOST_BYTES || other.file.size > MOST_BYTES) return []
  const [a, b] = [await packages.open(first.file.path), await packages.open(other.file.path)]
  if (a === undefined || b === undefined) return []
  const { objects, functions } = await diffPackages(a, b)
  const paths = new Set([...objects.filter(({ bookkeeping }) => !bookkeeping), ...functions].map(({ path }) => path))
  const message = 'the object of the package that is loaded is used'
  return [...paths].map((path) => ({
    kind: 'object',
    what: `${name}.${path}`,
    sides: [first, other].map(({ mod, file }) => ({ mod: mod.name, path: file.path, value: '' })),
    winner: null,
    message,
  }))
}
