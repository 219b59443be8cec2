import { type Archive, Generation, Guid, objectFlagOf, UString } from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import {
  detectGame,
  ExportObject,
  gameById,
  type ImportObject,
  type Package,
  type PackageObject,
  packageName,
} from '@ukit/core'
import { isPublic } from '@ukit/inspect'
import type { PackageStamp } from '../package-stamp.js'
import { lastPart } from '../paths.js'
import type { FilePlace } from '../stamp.js'
import { EMPTY_PATH, extendPath, type PathHash } from './path-hash.js'
import { Redirect, redirectsOf } from './redirect.js'
import { TextList, TextPool } from './text-list.js'

/** What an import is, as text. */
export interface ImportedObject {
  /** With the package in front: `Engine.Actor`. */
  readonly path: string
  /** `Engine.Texture`: class with its package. */
  readonly class: string
}

/** An object that a package holds, as far as importing it matters. */
export interface OfferedObject {
  /** `Engine.Texture`: class with its package. */
  readonly class: string
  /** True if other packages may refer to it. */
  readonly public: boolean
}

/**
 * Bit of `exportFlags` of an object that belongs to another package and was saved into this one (UE3's
 * cooker).
 */
const FORCED_EXPORT = 1

/**
 * *Import and export table of one package, only as large as finding dependencies needs*: 24 bytes per import,
 * 12 per export, every text once.
 *
 * An export is a hash of its path, its class and whether it is public; nothing else is known about it. An
 * import keeps its text. Ten thousand packages are some fifty megabytes, and comparing an import with an
 * export compares numbers.
 */
export class PackageTables implements PackageStamp {
  /** Path of the file. */
  path = ''
  /** Its length in bytes. */
  size = 0
  /** When it was last changed: milliseconds since 1970. */
  modified = 0
  /** File version. */
  version = 0
  /** Licensee version. */
  licensee = 0
  /** Package flags, unsigned. */
  flags = 0
  /** The package's GUID. */
  guid = Guid.ZERO
  /** Counts of each release, oldest first. */
  generations: Generation[] = []
  /** `Game.id` of core, by layout, versions and imports, or as requested; empty if nothing decides. */
  game = ''
  /**
   * Names of the packages that imports begin with, in the order of the import table; two spellings of one
   * name are two. Empty for imports in no package.
   */
  roots: readonly string[] = []
  /** Packages whose objects the cooker saved into this file (UE3). */
  embedded: readonly string[] = []
  /** `Package.Class`, each once. */
  classes: readonly string[] = []
  /**
   * Its classes whose code is in a library or in the program itself (flag Native of the class's row); their
   * names.
   */
  nativeClasses: readonly string[] = []
  /** Its redirectors (UE3), if it was read with `PackageTables.read`. */
  redirects: readonly Redirect[] = []
  /** Names, and whole paths of imports below an export; split when they are first needed. */
  #texts: TextList | readonly string[] = []
  #imports: Uint32Array = new Uint32Array(0)
  #exports: Uint32Array = new Uint32Array(0)

  /** The file's name with its extension. */
  get fileName(): string {
    return lastPart(this.path)
  }

  /** The file's name without its extension. */
  get name(): string {
    return packageName(this.fileName)
  }

  /** The tables of an opened package. */
  static of(pkg: Package, file: FilePlace): PackageTables {
    const tables = new PackageTables()
    tables.path = file.path
    tables.size = file.size
    tables.modified = file.modified
    tables.version = pkg.version
    tables.licensee = pkg.licensee
    tables.flags = pkg.summary.flags
    tables.guid = pkg.guid
    tables.generations = pkg.summary.generations
    const texts = new TextPool()
    const classes = new TextPool()
    const roots = new TextPool()
    tables.#fillImports(pkg, texts, classes, roots)
    tables.#fillExports(pkg, classes)
    tables.roots = roots.texts
    tables.game = gameOf(pkg, roots.texts)
    tables.classes = classes.texts
    tables.#texts = texts.texts
    return tables
  }

  /**
   * The same, with its redirectors, whose bodies are read.
   *
   * @throws {SourceError} when a body cannot be read.
   */
  static async read(pkg: Package, file: FilePlace): Promise<PackageTables> {
    const tables = PackageTables.of(pkg, file)
    tables.redirects = await redirectsOf(pkg)
    return tables
  }

  /** Rows of the import table, packages included. */
  get importCount(): number {
    return this.#imports.length / IMPORT_WORDS
  }

  /** Objects that the package holds, without the nulls of conformed packages. */
  get exportCount(): number {
    return this.#exports.length / EXPORT_WORDS
  }

  /** Place of an import's package in `roots`. */
  rootOf(index: number): number {
    return this.#imports[index * IMPORT_WORDS + 3] ?? 0
  }

  /** Hash of an import's path inside its package; that of the empty path for the package itself. */
  hashOf(index: number): PathHash {
    const at = index * IMPORT_WORDS
    return { low: this.#imports[at + 4] ?? 0, high: this.#imports[at + 5] ?? 0 }
  }

  /** Tells whether an import is the package that its objects are in, and no object itself. */
  isRoot(index: number): boolean {
    const at = index * IMPORT_WORDS
    return this.#imports[at + 4] === EMPTY_PATH.low && this.#imports[at + 5] === EMPTY_PATH.high
  }

  /** Class of an import, with its package. */
  classOf(index: number): string {
    return this.classes[this.#imports[index * IMPORT_WORDS + 2] ?? 0] ?? ''
  }

  /** An import as text. */
  imported(index: number): ImportedObject {
    if (this.#texts instanceof TextList) this.#texts = this.#texts.split()
    let path = ''
    let at = index
    for (let depth = 0; depth < Limit.Outers; depth++) {
      const name = this.#texts[this.#imports[at * IMPORT_WORDS] ?? 0] ?? ''
      path = path === '' ? name : `${name}.${path}`
      const outer = this.#imports[at * IMPORT_WORDS + 1] ?? 0
      if (outer === 0) break
      at = outer - 1
    }
    return { path, class: this.classOf(index) }
  }

  /** The objects at a path: several may share one, a state and a function for example. */
  objectsAt({ low, high }: PathHash): OfferedObject[] {
    const found: OfferedObject[] = []
    for (let i = this.#firstExport(low, high); i < this.exportCount; i++) {
      const at = i * EXPORT_WORDS
      if (this.#exports[at] !== high || this.#exports[at + 1] !== low) break
      const word = this.#exports[at + 2] ?? 0
      found.push({ class: this.classes[word >>> 1] ?? '', public: (word & 1) !== 0 })
    }
    return found
  }

  /** Where a redirector leads: `Package.Group.Object`; `undefined` when there is none at a path. */
  redirectAt({ low, high }: PathHash): string | undefined {
    return this.redirects.find(({ at }) => at.low === low && at.high === high)?.to
  }

  /**
   * Tells whether there is exactly what an import of `user` needs: a public object of that path and class
   * with the same spelling. This is the quick check for the usual case; `offered` handles the others.
   */
  hasExactly(user: PackageTables, index: number): boolean {
    const at = index * IMPORT_WORDS
    const low = user.#imports[at + 4] ?? 0
    const high = user.#imports[at + 5] ?? 0
    const place = this.#firstExport(low, high) * EXPORT_WORDS
    const word = this.#exports[place + 2]
    if (word === undefined || this.#exports[place] !== high || this.#exports[place + 1] !== low) return false
    return (word & 1) !== 0 && this.classes[word >>> 1] === user.classOf(index)
  }

  /** Binary search: the exports are in the order of their hashes. */
  #firstExport(low: number, high: number): number {
    let from = 0
    let to = this.exportCount
    while (from < to) {
      const middle = (from + to) >>> 1
      const at = middle * EXPORT_WORDS
      const order = (this.#exports[at] ?? 0) - high || (this.#exports[at + 1] ?? 0) - low
      if (order < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  #fillImports(pkg: Package, texts: TextPool, classes: TextPool, roots: TextPool): void {
    const { imports } = pkg
    const words = new Uint32Array(imports.length * IMPORT_WORDS)
    for (const [index, object] of imports.entries()) {
      const place = placeOf(object)
      const { outer } = object
      const at = index * IMPORT_WORDS
      // An import below an export has the export's path before its own, which no other import gives.
      words[at] = texts.add(outer instanceof ExportObject ? `${place.root}${place.path}` : object.name)
      words[at + 1] = outer === null || outer instanceof ExportObject ? 0 : outer.index + 1
      words[at + 2] = classes.add(`${object.classPackage}.${object.className}`)
      words[at + 3] = roots.add(place.root)
      words[at + 4] = place.hash.low
      words[at + 5] = place.hash.high
    }
    this.#imports = words
  }

  #fillExports(pkg: Package, classes: TextPool): void {
    const hashes = new Map<PackageObject, PathHash>()
    const classTexts = new Map<PackageObject | null, number>()
    const embedded = new TextPool()
    const natives = new TextPool()
    // Set for classes declared `native`: those of Core, Engine, Fire, IpDrv and UWeb have it, those of
    // packages without a library do not.
    const native = objectFlagOf('Native', pkg.version)
    const rows: { high: number; low: number; word: number }[] = []
    for (const object of pkg.exports) {
      if (object.isNull) continue
      if (isEmbeddedPackage(object)) embedded.add(object.name)
      if (object.className === 'Class' && hasFlag(object, native)) natives.add(object.name)
      const { class: objectClass } = object
      let place = classTexts.get(objectClass)
      if (place === undefined) {
        place = classes.add(classText(objectClass))
        classTexts.set(objectClass, place)
      }
      const { high, low } = hashInside(object, hashes)
      rows.push({ high, low, word: place * 2 + (isPublic(object) ? 1 : 0) })
    }
    rows.sort((a, b) => a.high - b.high || a.low - b.low)
    this.embedded = embedded.texts
    this.nativeClasses = natives.texts
    this.#exports = new Uint32Array(rows.length * EXPORT_WORDS)
    let at = 0
    for (const { high, low, word } of rows) {
      this.#exports[at++] = high
      this.#exports[at++] = low
      this.#exports[at++] = word
    }
  }

  /**
   * Reads or writes what the file itself says, in the order of the index file; the index finds a file by
   * path, size and time.
   */
  serialize(ar: Archive): void {
    this.version = ar.u32(this.version, 'version')
    this.licensee = ar.u32(this.licensee, 'licensee')
    this.flags = ar.u32(this.flags, 'flags')
    this.guid = ar.guid(this.guid, 'guid')
    this.game = ar.string(UString.from(this.game), 'game').text
    const count = ar.count(this.generations.length, 'generationCount', 12)
    for (let i = 0; i < count; i++) {
      const generation = this.generations[i] ?? new Generation()
      generation.exportCount = ar.i32(generation.exportCount, 'exportCount')
      generation.nameCount = ar.i32(generation.nameCount, 'nameCount')
      generation.netObjectCount = ar.i32(generation.netObjectCount, 'netObjectCount')
      this.generations[i] = generation
    }
    const rootCount = ar.count(this.roots.length, 'rootCount', 4)
    const embeddedCount = ar.count(this.embedded.length, 'embeddedCount', 4)
    const nativeCount = ar.count(this.nativeClasses.length, 'nativeCount', 4)
    const listed = ar.isLoading ? [] : [...this.roots, ...this.embedded, ...this.nativeClasses, ...this.classes]
    const all = ar.record(TextList.of(listed), 'listed').split()
    const nativesAt = rootCount + embeddedCount
    this.roots = all.slice(0, rootCount)
    this.embedded = all.slice(rootCount, nativesAt)
    this.nativeClasses = all.slice(nativesAt, nativesAt + nativeCount)
    this.classes = all.slice(nativesAt + nativeCount)
    this.#texts = ar.record(this.#texts instanceof TextList ? this.#texts : TextList.of(this.#texts), 'texts')
    this.#imports = words(ar, this.#imports, IMPORT_WORDS, 'imports')
    this.#exports = words(ar, this.#exports, EXPORT_WORDS, 'exports')
    const redirectCount = ar.count(this.redirects.length, 'redirectCount', 12)
    this.redirects = Array.from({ length: redirectCount }, (_, i) =>
      ar.record(this.redirects[i] ?? new Redirect(), 'redirects'),
    )
  }
}

function gameOf({ name, game, version, licensee, summary }: Package, roots: readonly string[]): string {
  if (game !== gameById('unreal-engine')) return game.id
  return (
    detectGame(
      summary.tag,
      version,
      licensee,
      [name, ...roots].map((one) => one.toLowerCase()),
    )?.id ?? ''
  )
}

/** Words of an import: name, outer (its place + 1, or 0), class, root, hash (low, high). */
const IMPORT_WORDS = 6

/** Words of an export: hash (high, low), and twice its class's place, plus one when it is public. */
const EXPORT_WORDS = 3

function words(ar: Archive, value: Uint32Array, each: number, field: string): Uint32Array {
  const count = ar.count(value.length / each, `${field}Count`, each * 4)
  return ar.uints(value, count * each, field)
}

/** The package and the path of an import. */
interface ImportPlace {
  /** The package, as the import spells it; empty for an object that says of no package that it is in it. */
  readonly root: string
  /** The way inside the package with a dot in front of each name. */
  readonly path: string
  readonly hash: PathHash
}

/**
 * A dependency begins with an import of class `Core.Package` that is in nothing. UE3's cooker puts imports
 * below packages that it turned into exports; an import below any other export belongs to the file itself.
 */
function placeOf(object: ImportObject): ImportPlace {
  const chain: PackageObject[] = [object]
  for (let outer = object.outer; outer !== null; outer = outer.outer) {
    if (chain.push(outer) > Limit.Outers) return { root: '', path: `.\u2026.${object.name}`, hash: EMPTY_PATH }
  }
  const top = chain.at(-1) ?? object
  const isPackage = top.className.toLowerCase() === 'package'
  if (isPackage) chain.pop()
  const root = isPackage ? top.name : top instanceof ExportObject ? top.package.name : ''
  let hash = EMPTY_PATH
  let path = ''
  for (const { name } of chain.reverse()) {
    hash = extendPath(hash, name)
    path += `.${name}`
  }
  return { root, path, hash }
}

function hashInside(object: PackageObject, known: Map<PackageObject, PathHash>, depth = 0): PathHash {
  let hash = known.get(object)
  if (hash === undefined) {
    const { outer } = object
    const outside = outer === null || depth === Limit.Outers ? EMPTY_PATH : hashInside(outer, known, depth + 1)
    hash = extendPath(outside, object.name)
    known.set(object, hash)
  }
  return hash
}

/** `Engine.Texture`; a class is a `Core.Class`. */
function classText(objectClass: PackageObject | null): string {
  if (objectClass === null) return 'Core.Class'
  let top = objectClass
  for (let depth = 0; top.outer !== null && depth < Limit.Outers; depth++) top = top.outer
  const own = top instanceof ExportObject && top.className !== 'Package'
  return `${own ? top.package.name : top.name}.${objectClass.name}`
}

function hasFlag({ entry }: ExportObject, flag: { readonly low: number; readonly high: number } | undefined): boolean {
  return flag !== undefined && ((entry.flags & flag.low) !== 0 || (entry.flagsHigh & flag.high) !== 0)
}

function isEmbeddedPackage({ outer, entry, className }: ExportObject): boolean {
  return outer === null && (entry.exportFlags & FORCED_EXPORT) !== 0 && className === 'Package'
}
