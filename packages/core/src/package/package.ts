import type {
  ByteRange,
  ExportEntry,
  FormatContext,
  Guid,
  ImportEntry,
  Layout,
  NameEntry,
  Summary,
} from '@ukit/container'
import { Name, numberedName, type Symbols } from '@ukit/container'
import type { EntryTable } from '@ukit/container/internal'
import type { ByteSource, PackageError } from '@ukit/files'
import { type Compiler, ENGINE_COMPILER } from '../compilers/compiler.js'
import type { Game } from '../games/game.js'
import type { ChunkedImage } from '../layers/chunks.js'
import type { Layer } from '../layers/layer.js'
import { ExportColumns } from './export-columns.js'
import { findAll, lookUpIn, onlyExport, type Paths } from './look-up.js'
import { ExportObject, ImportObject, missingName, type PackageObject } from './package-object.js'

/** Where the parts of the header are in the image. */
export interface TableRanges {
  /** From 0 to the end of the summary. */
  readonly summary: ByteRange
  /** GUIDs of the releases; empty from version 68 on. */
  readonly heritage: ByteRange
  /** The name table. */
  readonly names: ByteRange
  /** The import table. */
  readonly imports: ByteRange
  /** The export table. */
  readonly exports: ByteRange
}

/** What opening a file found, and a `Package` is made of. */
export interface PackageParts {
  /** The file's name without its extension. */
  readonly name: string
  /** The file as it was opened. */
  readonly file: ByteSource
  /** What was around the package, outermost first. */
  readonly layers: readonly Layer[]
  /** The chunks that the image comes from, when it is compressed. */
  readonly chunked: ChunkedImage | undefined
  /** The package without layers and compression. */
  readonly image: ByteSource
  /** The summary as it was read. */
  readonly summary: Summary
  /** What decides how everything inside is stored. */
  readonly context: FormatContext
  /** How the game deviates in summary and tables. */
  readonly layout: Layout
  /** Whose layout was used. */
  readonly game: Game
  /** The caller said whose package it is, or a layer that only one game uses did. */
  readonly isGameChosen: boolean
  /** GUIDs of the releases; before version 68. */
  readonly heritage: readonly Guid[]
  /** The name table; its rows are made when first asked for. */
  readonly nameTable: EntryTable<NameEntry>
  /** The import table. */
  readonly importTable: EntryTable<ImportEntry>
  /** The export table. */
  readonly exportTable: EntryTable<ExportEntry>
  /** Where the parts of the header are in the image. */
  readonly ranges: TableRanges
  /** What is wrong in the tables and was passed over. */
  readonly recovered: readonly PackageError[]
}

/**
 * *An opened package: its tables, and its objects as a tree.*
 *
 * Objects are found by path and refer to each other as objects; indices and offsets stay inside this layer.
 * Only header and tables have been read; an object's bytes are read when asked for.
 *
 * ```ts
 * const pkg = await openFile('Botpack.u')
 * pkg.find('Pickups.HealthVial')?.className   // → 'Texture'
 * ```
 */
export class Package implements Symbols {
  /** Name of the package: the file's without its extension. */
  readonly name: string
  /** The file as it was opened. */
  readonly file: ByteSource
  /** What was around the package, outermost first. */
  readonly layers: readonly Layer[]
  /** The chunks that the image comes from, when the package is stored compressed. */
  readonly chunked: ChunkedImage | undefined
  /** The package without layers and compression: what all its offsets mean. */
  readonly image: ByteSource
  /** What the package says of itself: flags, counts, offsets, generations. */
  readonly summary: Summary
  /** Version, byte order and features that decide how everything inside is stored. */
  readonly context: FormatContext
  /** How the game stores summary and tables. */
  readonly layout: Layout
  /** Whose layout was used; the file's content may tell the game better, see `inspect`. */
  readonly game: Game
  /** The caller said whose package it is, or a layer that only one game uses: nothing else is asked. */
  readonly isGameChosen: boolean
  /** GUIDs of the package's releases; before version 68. */
  readonly heritage: readonly Guid[]
  /** Where the parts of the header are in the image. */
  readonly ranges: TableRanges
  /**
   * What is wrong in the tables and was passed over, because the caller asked to; empty when opened strictly.
   */
  readonly recovered: readonly PackageError[]

  readonly #nameTable: EntryTable<NameEntry>
  readonly #importTable: EntryTable<ImportEntry>
  readonly #exportTable: EntryTable<ExportEntry>
  #exports: readonly ExportObject[] | undefined
  #imports: readonly ImportObject[] | undefined
  #byPath: Map<string, PackageObject | PackageObject[]> | undefined
  /** Those that were asked for one by one, before anybody asked for all. */
  #someObjects: Map<number, PackageObject> | undefined
  #columns: ExportColumns | undefined
  #namesOfText: ReadonlyMap<string, readonly number[]> | null | undefined
  #searches = 0
  #children: Map<PackageObject | null, PackageObject[]> | undefined
  #names: (Name | undefined)[] | undefined
  #texts: readonly string[] | undefined

  /** @internal Use `openPackage`. */
  constructor(parts: PackageParts) {
    this.name = parts.name
    this.file = parts.file
    this.layers = parts.layers
    this.chunked = parts.chunked
    this.image = parts.image
    this.summary = parts.summary
    this.context = parts.context
    this.layout = parts.layout
    this.game = parts.game
    this.isGameChosen = parts.isGameChosen
    this.heritage = parts.heritage
    this.#nameTable = parts.nameTable
    this.#importTable = parts.importTable
    this.#exportTable = parts.exportTable
    this.ranges = parts.ranges
    this.recovered = parts.recovered
  }

  /** How the compiler that made the package differs from the engine's. */
  get compiler(): Compiler {
    return this.game.compiler?.(this.version, this.licensee) ?? ENGINE_COMPILER
  }

  /** File version: decides the layout of everything inside. */
  get version(): number {
    return this.summary.version
  }

  /** Licensee version: a game’s own changes of the format. */
  get licensee(): number {
    return this.summary.licensee
  }

  /** The package's GUID: from the summary, before version 68 the last of the heritage table. */
  get guid(): Guid {
    return this.heritage.at(-1) ?? this.summary.guid
  }

  /**
   * The rows of the name table. All are made when first asked for, here and in the two tables below; always
   * the same array.
   */
  get nameTable(): readonly NameEntry[] {
    return this.#nameTable.all()
  }

  /** The rows of the import table. */
  get importTable(): readonly ImportEntry[] {
    return this.#importTable.all()
  }

  /** The rows of the export table. */
  get exportTable(): readonly ExportEntry[] {
    return this.#exportTable.all()
  }

  /** How many rows the tables have; none is made for it. */
  get counts(): { readonly names: number; readonly imports: number; readonly exports: number } {
    return {
      names: this.#nameTable.length,
      imports: this.#importTable.length,
      exports: this.#exportTable.length,
    }
  }

  /** @internal Whether nobody has looked at the rows of a table: then it is as it was read. */
  isUntouched(table: 'names' | 'imports' | 'exports'): boolean {
    return { names: this.#nameTable, imports: this.#importTable, exports: this.#exportTable }[table].isUntouched
  }

  /** The objects that the package holds, in table order. */
  get exports(): readonly ExportObject[] {
    if (this.#exports === undefined) {
      const some = this.#someObjects
      // Not by `map`: V8 compiles that again for each table of more than 16,000 rows.
      const exports: ExportObject[] = []
      for (const entry of this.exportTable) {
        const known = some?.get(exports.length + 1)
        exports.push(known instanceof ExportObject ? known : new ExportObject(this, exports.length, entry))
      }
      this.#exports = exports
    }
    return this.#exports
  }

  /** The objects of other packages that it refers to, in table order. */
  get imports(): readonly ImportObject[] {
    if (this.#imports === undefined) {
      const imports: ImportObject[] = []
      for (const entry of this.importTable) imports.push(new ImportObject(this, imports.length, entry))
      this.#imports = imports
    }
    return this.#imports
  }

  /** The names, in table order, as text; always the same array, made when first asked for. */
  get names(): readonly string[] {
    if (this.#texts === undefined) {
      const texts: string[] = []
      for (const { text } of this.nameTable) texts.push(text.text)
      this.#texts = texts
    }
    return this.#texts
  }

  /**
   * Text of a name with its number; a placeholder for an index out of range (only in a package opened
   * permissively).
   */
  nameText(index: number, number: number): string {
    const entry = this.#nameTable.at(index)
    return entry === undefined ? missingName(index, number) : numberedName(entry.text.text, number)
  }

  /** A name by its index and number, always the same object; `undefined` when the index is out of range. */
  nameAt(index: number, number: number): Name | undefined {
    const entry = this.#nameTable.at(index)
    if (entry === undefined) return undefined
    this.#names ??= new Array<Name | undefined>(this.#nameTable.length)
    let name = this.#names[index]
    if (name === undefined) {
      name = new Name({ text: entry.text.text, index })
      this.#names[index] = name
    }
    return number === 0 ? name : new Name(name.entry, number)
  }

  /** The object of a stored reference; `undefined` for 0 and for one out of range. */
  objectAt(reference: number): PackageObject | undefined {
    if (reference < 0) return this.imports[-reference - 1]
    if (this.#exports !== undefined || reference === 0) return this.#exports?.[reference - 1]
    let object = this.#someObjects?.get(reference)
    if (object === undefined) {
      const entry = this.#exportTable.at(reference - 1)
      if (entry === undefined) return undefined
      object = new ExportObject(this, reference - 1, entry)
      this.#someObjects ??= new Map()
      this.#someObjects.set(reference, object)
    }
    return object
  }

  /** @internal What the export table says of every object, in numbers: without an object for each. */
  get exportColumns(): ExportColumns {
    this.#columns ??= new ExportColumns(this.#exportTable)
    return this.#columns
  }

  /**
   * The object at a path, ignoring case: `Group.Name`, or with the package's own name in front; an import by
   * its full path. An export takes precedence over an import.
   *
   * Where several objects have one path (a state and a function, in UE1 and UE2 a texture and its palette),
   * the first one wins; `Palette'Group.Name'` tells them apart, and `lookUp` does not guess.
   */
  find(path: string): PackageObject | undefined {
    return findAll(this.#paths, path)[0]
  }

  /**
   * The object that a person means: as `find`, but where several objects have the path, which of them is
   * meant is not guessed. `#12` is the export of this number, from 0.
   *
   * @throws {AmbiguousPathError} when several exports (or several imports, and no export) are meant; it names
   *   each as it has to be written.
   */
  lookUp(path: string): PackageObject | undefined {
    return lookUpIn(this.#paths, path)
  }

  /**
   * The export at a path, found as by `lookUp`.
   *
   * @throws {PackageError} `refused` when there is none, or several are meant.
   */
  export(path: string): ExportObject {
    return onlyExport(path, this.lookUp(path), isExport, this.exports)
  }

  /**
   * The objects directly inside `outer`; for `null` the package's own top-level exports and the packages it
   * imports from.
   */
  children(outer: PackageObject | null): readonly PackageObject[] {
    if (this.#children === undefined) {
      this.#children = new Map()
      for (const object of [...this.exports, ...this.imports]) {
        const siblings = this.#children.get(object.outer)
        if (siblings === undefined) this.#children.set(object.outer, [object])
        else siblings.push(object)
      }
    }
    return this.#children.get(outer) ?? []
  }

  /**
   * Walks the tree below `outer`, parents first. Objects in a cycle of outers hang from nothing and are not
   * visited.
   */
  *walk(outer: PackageObject | null = null): Generator<{ object: PackageObject; depth: number }> {
    const stack = this.children(outer)
      .map((object) => ({ object, depth: 0 }))
      .reverse()
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      yield next
      const below = this.children(next.object)
      for (let i = below.length - 1; i >= 0; i--) {
        const object = below[i]
        if (object !== undefined) stack.push({ object, depth: next.depth + 1 })
      }
    }
  }

  get #paths(): Paths<PackageObject> {
    const list = () => this.exports
    return {
      name: this.name,
      get exports() {
        return list()
      },
      at: (path) => this.#at(path),
      isExport,
    }
  }

  /**
   * Objects by path, in lower case: the first few are searched for, then the paths of all are made and kept.
   */
  #at(path: string): readonly PackageObject[] {
    if (this.#byPath === undefined && this.#searches < MOST_SEARCHES) {
      this.#searches++
      const found = this.#search(path)
      if (found !== undefined) return found
    }
    const found = this.#pathMap().get(path)
    return found === undefined ? [] : Array.isArray(found) ? found : [found]
  }

  /** Looks at the objects whose own name is the last part of a path; `undefined` when only paths decide. */
  #search(path: string): PackageObject[] | undefined {
    this.#namesOfText ??= this.#indexNames()
    if (this.#namesOfText === null) return undefined
    const last = path.slice(path.lastIndexOf('.') + 1)
    // An index out of range has no row.
    if (last.startsWith('<name ')) return undefined
    // A number after the name is not a part of its text.
    const texts = new Set([last, last.replace(/_-?\d+$/, '')])
    const indices = [...texts].flatMap((text) => this.#namesOfText?.get(text) ?? [])
    const found: PackageObject[] = []
    if (indices.length === 0) return found
    const { names } = this.exportColumns
    const rows: number[] = []
    for (const index of indices)
      for (let row = names.indexOf(index); row >= 0; row = names.indexOf(index, row + 1)) {
        if (rows.length === MOST_TRIED) return undefined
        rows.push(row)
      }
    for (const row of rows.sort((a, b) => a - b)) {
      const object = this.objectAt(row + 1)
      if (object !== undefined && object.path.toLowerCase() === path) found.push(object)
    }
    for (const object of this.imports) {
      if (indices.includes(object.entry.objectName) && object.path.toLowerCase() === path) found.push(object)
    }
    return found
  }

  /**
   * The rows of the name table by their texts in lower case; `null` when the last part of a path may be
   * something else than a name: one has a dot, or a letter whose lower case depends on what is before it.
   */
  #indexNames(): ReadonlyMap<string, readonly number[]> | null {
    const index = new Map<string, number[]>()
    for (let i = 0; i < this.#nameTable.length; i++) {
      const text = this.nameText(i, 0).toLowerCase()
      if (/[.\u03c2\u03c3]/.test(text)) return null
      const same = index.get(text)
      if (same === undefined) index.set(text, [i])
      else same.push(i)
    }
    return index
  }

  #pathMap(): ReadonlyMap<string, PackageObject | PackageObject[]> {
    if (this.#byPath !== undefined) return this.#byPath
    this.#byPath = new Map()
    for (const objects of [this.exports, this.imports]) {
      for (const object of objects) {
        const key = object.path.toLowerCase()
        const found = this.#byPath.get(key)
        if (found === undefined) this.#byPath.set(key, object)
        else if (Array.isArray(found)) found.push(object)
        else this.#byPath.set(key, [found, object])
      }
    }
    return this.#byPath
  }
}

/** Searches for objects that take less than the paths of all. */
const MOST_SEARCHES = 256
/** Objects of one name; where there are more the paths of all are quicker. */
const MOST_TRIED = 64

function isExport(object: PackageObject): object is ExportObject {
  return object instanceof ExportObject
}
