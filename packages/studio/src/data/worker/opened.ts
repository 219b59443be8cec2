import { portableCodecs } from '@ukit/codecs'
import { type ByteSource, openPackage, type Package, PackageSet, type ReferenceIndex } from '@ukit/core'
import type { ExportTable, FileToOpen } from '../package-calls.js'
import type { Paths } from './search.js'
import type { Work } from './serve.js'
import { sourceOf } from './sources.js'

/** A package that the user opened, or that one of those needed. */
export interface Opened {
  readonly id: number
  readonly pkg: Package
  readonly fileName: string
  readonly size: number
  /** Its table and the paths of all rows, once somebody searches. */
  search?: { readonly table: ExportTable; readonly paths: Paths }
  /** Who refers to what in it, once somebody asks. */
  references?: Promise<ReferenceIndex>
}

/**
 * *The packages at hand*: those that are open, and files in which others are found when something refers to
 * them. The first found for a name is the one that all others use.
 */
export class OpenedPackages {
  readonly #byId = new Map<number, Opened>()
  readonly #ids = new Map<Package, Opened>()
  /** Files that were given, by the name of the package that they would be. */
  readonly #shelf = new Map<string, FileToOpen>()
  #last = 0
  #set = this.#newSet()

  /** Finds what packages refer to. */
  get set(): PackageSet {
    return this.#set
  }

  /** All that the user opened, in order. */
  get all(): readonly Opened[] {
    return [...this.#byId.values()]
  }

  /** Opens a file: header and tables. */
  async open(given: FileToOpen, work: Pick<Work, 'signal' | 'progress'>): Promise<Opened> {
    const source = await sourceOf(given, work)
    const pkg = await openPackage(source, { fileName: given.name, codecs: portableCodecs, signal: work.signal })
    const opened: Opened = { id: ++this.#last, pkg, fileName: given.name, size: source.byteLength }
    this.#byId.set(opened.id, opened)
    this.#ids.set(pkg, opened)
    // What was missing may be here now, and readers remember what they did not find.
    this.#set = this.#newSet()
    this.shelve([given])
    return opened
  }

  /** Forgets a package. */
  close(id: number): void {
    const opened = this.#byId.get(id)
    if (opened === undefined) return
    this.#byId.delete(id)
    this.#ids.delete(opened.pkg)
    this.#set = this.#newSet()
  }

  /** Makes files known; the first of a name counts. */
  shelve(files: readonly FileToOpen[]): void {
    for (const file of files) {
      const key = stem(file.name)
      if (!this.#shelf.has(key)) this.#shelf.set(key, file)
    }
  }

  /** Whether a package of that name is open or on the shelf. */
  isKnown(name: string): boolean {
    const key = name.toLowerCase()
    return this.#shelf.has(key) || this.all.some(({ pkg }) => pkg.name.toLowerCase() === key)
  }

  /** A file beside the packages, by its name with extension. */
  async file(name: string): Promise<ByteSource | undefined> {
    const given = this.#shelf.get(stem(name))
    return given?.name.toLowerCase() === name.toLowerCase() ? sourceOf(given) : undefined
  }

  /** @throws {Error} when it was closed meanwhile. */
  get(id: number): Opened {
    const opened = this.#byId.get(id)
    if (opened === undefined) throw new Error('this package has been closed')
    return opened
  }

  /** What is known of an open package; `undefined` for one that only others refer to. */
  of(pkg: Package): Opened | undefined {
    return this.#ids.get(pkg)
  }

  #newSet(): PackageSet {
    const set = new PackageSet(async (name) => {
      const key = name.toLowerCase()
      const open = this.all.find(({ pkg }) => pkg.name.toLowerCase() === key)
      if (open !== undefined) return open.pkg
      const given = this.#shelf.get(key)
      if (given === undefined) return undefined
      const fileName = unpackedName(given.name)
      const file = fileName === given.name ? given : { name: fileName, within: given }
      return openPackage(await sourceOf(file), { fileName, codecs: portableCodecs })
    })
    for (const { pkg } of this.#byId.values()) set.add(pkg)
    return set
  }
}

/** The name of the package that a file would be. */
function stem(name: string): string {
  const unpacked = unpackedName(name)
  const dot = unpacked.lastIndexOf('.')
  return (dot > 0 ? unpacked.slice(0, dot) : unpacked).toLowerCase()
}

/** The name of the file in a compressed download; other names as they are. */
function unpackedName(name: string): string {
  return name.replace(/\.uz[23]?$/i, '')
}
