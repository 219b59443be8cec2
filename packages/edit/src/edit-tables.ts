import type { Name, Symbols } from '@ukit/container'
import { ExportEntry, ImportEntry, NameEntry, UString, Version } from '@ukit/container'
import type { Package, PackageObject } from '@ukit/core'
import { findAll, lookUpIn, onlyExport, type Paths } from '@ukit/core/internal'
import { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import { bodyOf } from './body-codec.js'
import { EditExport, EditImport, EditName, type EditObject, REMOVED } from './entries.js'
import type { EntryPool } from './entry-pool.js'
import { type Entry, type EntryState, restoreState, stateOf } from './history/entry-states.js'
import { checkName, maxNameLength, splitName, usualNameFlags } from './names.js'
import { ObjectIndex } from './object-index.js'
import type { TableRequests } from './table-requests.js'

/** @internal The tables of a document as they were. */
export interface TablesState {
  readonly package: Package
  readonly names: readonly EditName[]
  readonly imports: readonly EditImport[]
  readonly exports: readonly EditExport[]
  readonly original: readonly [readonly EditName[], readonly EditImport[], readonly EditExport[]]
  readonly states: ReadonlyMap<Entry, EntryState>
}

/**
 * *The tables of a package under change*: names, imports and exports as entries, held by identity, in the
 * order in which they will be written; and what their stored indices meant when the package was opened.
 */
export class EditTables implements Symbols {
  #package: Package
  /** @internal Counts changes, so that what was built before one cannot be read after it. */
  revision = 0

  #originalNames: readonly EditName[]
  #originalImports: readonly EditImport[]
  #originalExports: readonly EditExport[]
  #names: EditName[]
  #imports: EditImport[]
  #exports: EditExport[]
  #byText: Map<string, EditName> | undefined
  #index: ObjectIndex | undefined
  #texts: { readonly revision: number; readonly names: readonly string[] } | undefined
  #pool: EntryPool | undefined
  /** @internal Notes what the tables are asked for, while it is set. */
  requests: TableRequests | undefined

  /** @throws {PackageError} `bad-index` when the tables refer out of range, or an object is inside itself. */
  constructor(pkg: Package) {
    this.#package = pkg
    this.#names = pkg.nameTable.map((row, index) => new EditName(row, index, index))
    this.#originalNames = [...this.#names]
    const name = (index: number, number: number) => this.nameAt(index, number) ?? missingEntryError('name', index)
    this.#imports = pkg.imports.map((origin, index) => {
      const { entry: row } = origin
      const names = {
        name: name(row.objectName, row.objectNameNumber),
        className: name(row.className, row.classNameNumber),
        classPackage: name(row.classPackage, row.classPackageNumber),
      }
      return new EditImport(row, names, index, origin)
    })
    this.#originalImports = [...this.#imports]
    this.#exports = pkg.exports.map((origin, index) => {
      const { entry: row } = origin
      const body = { kind: 'stored', source: pkg.image, start: row.offset, size: row.size, base: row.offset } as const
      return new EditExport(row, name(row.objectName, row.objectNameNumber), body, index, origin)
    })
    this.#originalExports = [...this.#exports]
    const object = (reference: number) =>
      reference === 0 ? null : (this.objectAt(reference) ?? missingEntryError('object', reference))
    for (const entry of this.#imports) entry.outer = object(entry.entry.outer)
    for (const entry of this.#exports) {
      const { entry: row } = entry
      entry.outer = object(row.outer)
      entry.class = object(row.class)
      entry.super = object(row.super)
      entry.archetype = object(row.archetype)
      entry.componentMap = row.componentMap.map((component) => ({
        name: name(component.name, component.nameNumber),
        component: object(component.component),
      }))
    }
    checkOuters([...this.#imports, ...this.#exports])
  }

  /** The package that it was made from: what stored indices and offsets are of. */
  get package(): Package {
    return this.#package
  }

  /** Name of the package: the file's without its extension. */
  get name(): string {
    return this.#package.name
  }

  /** The entries of the name table, in the order in which they will be written. */
  get nameTable(): readonly EditName[] {
    return this.#names
  }

  /** The names, in table order, as text; the same array until something is changed. */
  get names(): readonly string[] {
    if (this.#texts?.revision !== this.revision)
      this.#texts = { revision: this.revision, names: this.#names.map((name) => name.text) }
    return this.#texts.names
  }

  /** The imports, in the order in which they will be written. */
  get imports(): readonly EditImport[] {
    return this.#imports
  }

  /** The exports, in the order in which they will be written. */
  get exports(): readonly EditExport[] {
    return this.#exports
  }

  // ---- what stored indices meant: the order that the package had when it was opened -----------------------

  /** The name that a stored index meant; `undefined` when it is out of range. */
  nameAt(index: number, number: number): Name | undefined {
    return this.#originalNames[index]?.numbered(number)
  }

  /** The object that a stored reference meant; `undefined` for 0 and for one out of range. */
  objectAt(reference: number): EditObject | undefined {
    return reference > 0 ? this.#originalExports[reference - 1] : this.#originalImports[-reference - 1]
  }

  /** The entry of an object of the package; also of one that has been removed. */
  entryOf(object: PackageObject): EditObject {
    return this.objectAt(object.reference) ?? missingEntryError('object', object.reference)
  }

  /**
   * Tells whether indices mean something else than when the package was opened: entries are elsewhere, or
   * others replace them.
   */
  get isRenumbered(): boolean {
    const moved = (entries: readonly { position: number; replacement?: unknown }[]) =>
      entries.some((entry, index) =>
        entry.position === REMOVED ? entry.replacement !== undefined : entry.position !== index,
      )
    return moved(this.#originalNames) || moved(this.#originalImports) || moved(this.#originalExports)
  }

  /**
   * @internal Of a number that was stored and may have been an index: whether one of what it can have meant
   * is elsewhere now.
   */
  meansOtherEntry(index: number): boolean {
    const name = this.#originalNames[index]
    const object = index === 0 ? undefined : this.objectAt(index)
    return (
      (name !== undefined && name.position !== index) ||
      (object !== undefined && object.position !== Math.abs(index) - 1)
    )
  }

  // ---- finding --------------------------------------------------------------------------------------------

  /**
   * The object at a path as it is now, ignoring case: `Group.Name`, or with the package's own name in front;
   * an import by its full path. An export takes precedence over an import.
   *
   * Where several objects have one path, the first one wins; `Palette'Group.Name'` tells them apart, and
   * `lookUp` does not guess.
   */
  find(path: string): EditObject | undefined {
    return findAll(this.#paths, path)[0]
  }

  /**
   * The object that a person means: as `find`, but where several objects have the path, which of them is
   * meant is not guessed. `#12` is the export of this number, from 0.
   *
   * @throws {AmbiguousPathError} when several are meant; it names each as it has to be written.
   */
  lookUp(path: string): EditObject | undefined {
    return lookUpIn(this.#paths, path)
  }

  /**
   * The export at a path, found as by `lookUp`.
   *
   * @throws {PackageError} `refused` when there is none, or several are meant.
   */
  export(path: string): EditExport {
    return onlyExport(path, this.lookUp(path), isExport, this.exports)
  }

  /** Objects of this name directly inside `outer`, ignoring case: exports first. */
  objectsNamed(outer: EditObject | null, name: string): readonly EditObject[] {
    return this.#objects.named(outer, name)
  }

  /**
   * The objects directly inside `outer`, exports first; for `null` the document's own top-level exports and
   * the packages it imports from.
   */
  children(outer: EditObject | null): readonly EditObject[] {
    return this.#objects.inside(outer)
  }

  get #objects(): ObjectIndex {
    this.#index ??= new ObjectIndex([...this.#exports, ...this.#imports])
    return this.#index
  }

  get #paths(): Paths<EditObject> {
    return { name: this.name, exports: this.#exports, at: (path) => this.#objects.at(path), isExport }
  }

  // ---- adding ---------------------------------------------------------------------------------------------

  /**
   * A name, found or added at the end of the table. Where names have numbers (since version 343), `Actor_2`
   * is `Actor` with a number.
   *
   * @throws {PackageError} `refused` when it is empty or longer than `maxNameLength` says.
   */
  addName(text: string): Name {
    const { base, number } = this.package.context.since(Version.NameNumbers)
      ? splitName(text)
      : { base: text, number: 0 }
    return this.nameEntry(base).numbered(number)
  }

  /** The entry of a text, found (ignoring case) or added. */
  nameEntry(text: string): EditName {
    const known = this.#nameOf(text)
    if (known === undefined) checkName(text, maxNameLength(this.package.context.engine))
    return this.#asked(known ?? this.#addName(text), text)
  }

  /**
   * The entry of a name that another package of the same engine has, found or added: also one that is longer
   * than names can be, as cooked packages of UE3 have them, or that holds zero characters, as those that an
   * obfuscator went over.
   */
  adoptName(text: string): EditName {
    if (!this.package.context.since(Version.NameLengths)) return this.nameEntry(text)
    return this.#asked(this.#nameOf(text) ?? this.#addName(text), text)
  }

  #asked(entry: EditName, text: string): EditName {
    const names = this.requests?.names
    if (names?.has(entry) === false) names.set(entry, text)
    return entry
  }

  #addName(text: string): EditName {
    const row = new NameEntry()
    const like =
      this.#names.find((entry) => entry.text !== '' && entry.text.toLowerCase() !== 'none')?.entry ??
      this.#names[0]?.entry
    row.text = UString.of(text, like?.text.wide === true || UString.from(text).wide, true)
    const usual = usualNameFlags(this.package.context.since(Version.Flags64), like)
    row.flags = usual.flags
    row.flagsHigh = usual.flagsHigh
    row.extra = like?.extra === undefined ? undefined : { ...like.extra }
    const key = text.toLowerCase()
    const earlier = this.#pool?.name(key)
    const entry = earlier ?? new EditName(row, this.#names.length)
    if (earlier === undefined) this.#pool?.addName(key, entry)
    else {
      entry.entry = row
      entry.position = this.#names.length
    }
    this.#names.push(entry)
    this.#byText?.set(key, entry)
    this.revision++
    return entry
  }

  /** Writes a name in other upper and lower case, for all that have it: to the engine it is the same name. */
  recase(entry: EditName, text: string): void {
    const { wide } = entry.entry.text
    const row = { text: UString.of(text, wide || UString.from(text).wide, true), verbatim: undefined }
    entry.entry = Object.assign(new NameEntry(), entry.entry, row)
    this.revision++
  }

  /** The entry of a text, ignoring case. */
  findName(text: string): EditName | undefined {
    const found = this.#nameOf(text)
    this.requests?.lookedFor(text, found)
    return found
  }

  #nameOf(text: string): EditName | undefined {
    if (this.#byText === undefined) {
      this.#byText = new Map()
      // The first of several wins, as it does for the engine.
      for (const entry of this.#names) {
        const key = entry.text.toLowerCase()
        if (!this.#byText.has(key)) this.#byText.set(key, entry)
      }
    }
    return this.#byText.get(text.toLowerCase())
  }

  /** Adds an import at the end of the table. */
  addImport(what: { name: string; outer: EditObject | null; className: string; classPackage: string }): EditImport {
    const names = {
      name: this.addName(what.name),
      className: this.addName(what.className),
      classPackage: this.addName(what.classPackage),
    }
    const row = new ImportEntry()
    const like = this.#imports[0]?.entry
    if (like?.extra !== undefined) row.extra = { ...like.extra }
    const earlier = this.#pool
      ?.named(what.outer, names.name)
      .find(
        (one) =>
          one instanceof EditImport &&
          isSameName(one.storedClassName, names.className) &&
          isSameName(one.storedClassPackage, names.classPackage) &&
          this.#imports[one.position] !== one,
      )
    const entry = earlier instanceof EditImport ? earlier : new EditImport(row, names, this.#imports.length)
    if (entry !== earlier) {
      entry.outer = what.outer
      this.#pool?.add(entry)
    }
    this.#placeImport(entry)
    return entry
  }

  #placeImport(entry: EditImport): void {
    entry.watch = undefined
    entry.position = this.#imports.length
    this.#imports.push(entry)
    this.#index?.add(entry)
    this.requests?.imports.add(entry)
    this.revision++
  }

  /** @internal Notes that an import which is there is asked for, as adding it would. */
  askFor(entry: EditImport, what: { name: string; className: string; classPackage: string }): EditImport {
    if (this.requests !== undefined && !this.requests.imports.has(entry)) {
      for (const text of [what.name, what.className, what.classPackage]) this.addName(text)
      this.requests.imports.add(entry)
    }
    return entry
  }

  /**
   * Adds an object at the end of the table. The caller has seen to it that the name is free (`checkFree`).
   *
   * @param content an object, or bytes as for `replaceBytes`.
   */
  addExport(
    what: {
      readonly name: string
      readonly outer: EditObject | null
      readonly class: EditObject | null
      readonly flags: number
      readonly flagsHigh?: number
    },
    content: UnrealObject | Uint8Array,
  ): EditExport {
    const row = new ExportEntry()
    const like = this.#exports[0]?.entry
    if (like?.extra !== undefined) row.extra = { ...like.extra }
    const name = this.addName(what.name)
    const earlier = this.#pool
      ?.named(what.outer, name)
      .find((one) => one instanceof EditExport && one.class === what.class && this.#exports[one.position] !== one)
    const entry =
      earlier instanceof EditExport ? earlier : new EditExport(row, name, bodyOf(content), this.#exports.length)
    if (entry === earlier) entry.startOver(row, bodyOf(content))
    else entry.outer = what.outer
    entry.class = what.class
    entry.flags = what.flags >>> 0
    entry.flagsHigh = (what.flagsHigh ?? 0) >>> 0
    if (entry !== earlier) this.#pool?.add(entry)
    this.#placeExport(entry)
    return entry
  }

  #placeExport(entry: EditExport): void {
    entry.watch = undefined
    entry.position = this.#exports.length
    this.#exports.push(entry)
    this.#index?.add(entry)
    this.requests?.exports.push(entry)
    this.revision++
  }

  // ---- made again and again -------------------------------------------------------------------------------

  /**
   * @internal Gives the entries of earlier documents again. Nothing has been added yet: there is only the
   *   name
   *   `None`.
   */
  reuse(pool: EntryPool): void {
    this.#pool = pool
    this.#names = this.#names.map((entry) => {
      const key = entry.text.toLowerCase()
      const earlier = pool.name(key)
      if (earlier === undefined) pool.addName(key, entry)
      else {
        earlier.entry = entry.entry
        earlier.position = entry.position
      }
      return earlier ?? entry
    })
    this.#originalNames = [...this.#names]
    this.#byText = undefined
    this.revision++
  }

  /**
   * @internal Whether names that work looked for in an earlier document are there or missing as they were
   * then.
   */
  hasNamesAsFor({ lookedUp }: TableRequests): boolean {
    for (const [text, wasThere] of lookedUp) if ((this.#nameOf(text) !== undefined) !== wasThere) return false
    return true
  }

  /**
   * @internal Asks for what work asked an earlier document for; objects that it added are there again, as
   *   they
   *   are now.
   */
  repeatRequests({ names, imports, exports }: TableRequests): void {
    for (const [entry, text] of names) if (this.#names[entry.position] !== entry) this.#addName(text)
    for (const entry of imports) if (this.#imports[entry.position] !== entry) this.#placeImport(entry)
    for (const entry of exports) this.#placeExport(entry)
  }

  // ---- removing -------------------------------------------------------------------------------------------

  /**
   * Takes entries out of their tables and numbers the rest again. Whether anything still needs them is the
   * caller's to know; building finds out.
   */
  removeEntries(gone: ReadonlySet<EditName | EditObject>): void {
    const stays = (entry: EditName | EditObject) => !gone.has(entry)
    for (const entry of gone) entry.position = REMOVED
    this.#names = this.#names.filter(stays)
    this.#imports = this.#imports.filter(stays)
    this.#exports = this.#exports.filter(stays)
    this.#number()
  }

  /** Puts tables into another order. The arrays hold exactly the present entries. */
  reorder(tables: {
    nameTable?: readonly EditName[]
    imports?: readonly EditImport[]
    exports?: readonly EditExport[]
  }): void {
    if (tables.nameTable !== undefined) this.#names = [...tables.nameTable]
    if (tables.imports !== undefined) this.#imports = [...tables.imports]
    if (tables.exports !== undefined) this.#exports = [...tables.exports]
    this.#number()
  }

  /** Puts the entries on another, empty package: all of them are new there. */
  protected renewTables(pkg: Package): void {
    this.#package = pkg
    for (const name of this.#names) name.entry = Object.assign(new NameEntry(), name.entry, { verbatim: undefined })
    for (const entry of this.#imports) entry.renew()
    for (const entry of this.#exports) entry.renew()
    this.#originalNames = [...this.#names]
    this.#originalImports = [...this.#imports]
    this.#originalExports = [...this.#exports]
    this.revision++
  }

  // ---- as they were ---------------------------------------------------------------------------------------

  /** @internal The arrays and entries as they are now; see `PackageEdit.snapshot`. */
  protected tablesState(before?: TablesState): TablesState {
    const lists = [this.#names, this.#imports, this.#exports] as const
    const original = [this.#originalNames, this.#originalImports, this.#originalExports] as const
    const states = new Map<Entry, EntryState>()
    // Removed entries that others may still refer to are among the original ones, or were added since.
    for (const list of [...lists, ...original, [...(before?.states.keys() ?? [])]])
      for (const entry of list) if (!states.has(entry)) states.set(entry, stateOf(entry, before?.states.get(entry)))
    return {
      package: this.#package,
      names: [...this.#names],
      imports: [...this.#imports],
      exports: [...this.#exports],
      original,
      states,
    }
  }

  /** @internal Makes the tables what they were. */
  protected restoreTables(state: TablesState): void {
    for (const entry of [...this.#names, ...this.#imports, ...this.#exports])
      if (!state.states.has(entry)) entry.position = REMOVED
    for (const [entry, was] of state.states) restoreState(entry, was)
    this.#package = state.package
    this.#names = [...state.names]
    this.#imports = [...state.imports]
    this.#exports = [...state.exports]
    ;[this.#originalNames, this.#originalImports, this.#originalExports] = state.original
    this.#byText = undefined
    this.#index = undefined
    this.revision++
  }

  #number(): void {
    for (const table of [this.#names, this.#imports, this.#exports]) {
      table.forEach((entry, index) => {
        entry.position = index
      })
    }
    this.#byText = undefined
    this.#index = undefined
    this.revision++
  }
}

function isSameName(a: Name, b: Name): boolean {
  return a.entry === b.entry && a.number === b.number
}

function isExport(object: EditObject): object is EditExport {
  return object instanceof EditExport
}

function missingEntryError(what: string, index: number): never {
  const found = `found a ${what} index out of range (${index})`
  throw new PackageError('bad-index', `expected an undamaged package, ${found}: repair it first`)
}

/** Every chain of outers ends: what follows one upwards need not expect a circle. */
function checkOuters(objects: readonly EditObject[]): void {
  const ending = new Set<EditObject>()
  for (const object of objects) {
    const chain = new Set<EditObject>()
    for (let at: EditObject | null = object; at !== null && !ending.has(at); at = at.outer) {
      if (chain.has(at)) {
        const found = `found ${at.className} "${at.name}" inside itself`
        throw new PackageError('bad-index', `expected an undamaged package, ${found}: repair it first`)
      }
      chain.add(at)
    }
    for (const link of chain) ending.add(link)
  }
}
