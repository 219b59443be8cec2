import { ExportObject, type ObjectReader, type Package, type PackageSet } from '@ukit/core'
import { ClassDocument } from '@ukit/script/analysis'
import { carriedSource, decompileClass } from '@ukit/script/decompile'
import { loadWorld, type World } from '@ukit/script/symbols'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** The text of a class, and what it is beside what packages declare. */
export interface ClassCode {
  readonly text: string
  readonly isDecompiled: boolean
  readonly notes: readonly string[]
}

/** By the set of packages, which is a new one whenever a package is opened: names may mean something else then. */
const WORLDS = new WeakMap<PackageSet, Map<Package, Promise<World>>>()
const CODES = new WeakMap<PackageSet, Map<ExportObject, Promise<ClassCode>>>()
const DOCUMENTS = new WeakMap<PackageSet, Map<ExportObject, Promise<ClassDocument | undefined>>>()

/** What a package and those that it needs declare. */
export function worldOf(packages: OpenedPackages, pkg: Package, work: Pick<Work, 'progress'>): Promise<World> {
  return kept(WORLDS, packages.set, pkg, () => {
    work.progress({ done: 0, total: 1, label: 'reading what packages declare' })
    return loadWorld([pkg], { packages: packages.set, standIns: true })
  })
}

/** The class that an object is in, or is. */
export function classOf(object: ExportObject): ExportObject | undefined {
  for (let at: unknown = object; at instanceof ExportObject; at = at.outer) if (at.entry.class === 0) return at
  return undefined
}

/** The source of a class: as its package has it, or decompiled. */
export function codeOf(
  packages: OpenedPackages,
  reader: ObjectReader,
  owner: ExportObject,
  work: Pick<Work, 'progress'>,
): Promise<ClassCode> {
  return kept(CODES, packages.set, owner, async () => {
    const carried = await carriedSource(reader, owner).catch(() => undefined)
    // The editor counts every line end as one; so that places in both agree, a lone return is a line feed.
    if (carried !== undefined) return { text: carried.replace(/\r(?!\n)/g, '\n'), isDecompiled: false, notes: [] }
    const world = await worldOf(packages, owner.package, work)
    const { text, problems, resisted } = await decompileClass(reader, owner, { world })
    const notes = [
      ...problems.map(({ object: path, message }) => `${path}: ${message}`),
      ...resisted.map(({ object: path, count }) => `${path}: ${count} statements are comments, no source is known`),
    ]
    return { text, isDecompiled: true, notes }
  })
}

/** The source of a class beside what its names mean; `undefined` when the class cannot be read. */
export function documentOf(
  packages: OpenedPackages,
  reader: ObjectReader,
  owner: ExportObject,
  work: Pick<Work, 'progress'>,
): Promise<ClassDocument | undefined> {
  return kept(DOCUMENTS, packages.set, owner, async () => {
    const [{ text }, world] = await Promise.all([
      codeOf(packages, reader, owner, work),
      worldOf(packages, owner.package, work),
    ])
    const symbol = world.symbolOf(owner)
    return symbol?.kind === 'class' ? new ClassDocument(owner.package, world, symbol, text) : undefined
  })
}

/** What was made for a key before, while the packages are the same. */
function kept<K extends object, V>(
  by: WeakMap<PackageSet, Map<K, Promise<V>>>,
  set: PackageSet,
  key: K,
  make: () => Promise<V>,
): Promise<V> {
  let known = by.get(set)
  if (known === undefined) {
    known = new Map()
    by.set(set, known)
  }
  let value = known.get(key)
  if (value === undefined) {
    value = make()
    known.set(key, value)
    value.catch(() => known.delete(key))
  }
  return value
}
