import type { Subject } from '../archive/subject.js'
import type { Name, Symbols } from '../archive/symbols.js'
import { UString } from '../archive/ustring.js'
import { equalBytes } from '../equal-bytes.js'
import { PackageError } from '../error.js'
import type { Guid } from '../guid.js'
import type { UnrealObject } from '../objects/unreal-object.js'
import { type DecodedObject, ObjectReader, type ReadOptions } from '../package/object-reader.js'
import type { Package } from '../package/package.js'
import type { PackageObject } from '../package/package-object.js'
import { ancestryOf } from '../schema/types.js'
import { ExportEntry } from '../tables/export-entry.js'
import { Generation } from '../tables/generation.js'
import { ImportEntry } from '../tables/import-entry.js'
import { NameEntry } from '../tables/name-entry.js'
import { Summary } from '../tables/summary.js'
import { Version } from '../versions.js'
import { type BodyCodec, misread } from './body.js'
import { bodyCodec, bodyOf, storedBytes } from './body-codec.js'
import { EditExport, EditImport, EditName, type EditObject, REMOVED } from './entries.js'
import { checkName, splitName, usualNameFlags } from './names.js'
import { cloneProperties } from './values/clone-properties.js'

/**
 * *A package as a document that can be changed.*
 *
 * Names, imports and exports are entries held by identity; whatever refers to one (a row, a value inside an object) holds the entry itself, so that tables can be extended,
 * cleaned and sorted. Bodies stay in the file until something in them must change. The package that it was made from is left as it was.
 *
 * Edits that only add entries leave all indices valid and are cheap; removing entries renumbers, for which every body has to be understood, or to hold no index of what moved.
 *
 * ```ts
 * const edit = await PackageEdit.open(pkg)
 * await edit.change(edit.export('Group.Sound'), ({ properties }) => properties.items.pop())
 * const changed = await buildPackage(edit)
 * ```
 */
export class PackageEdit implements Symbols {
  #reader: ObjectReader
  /** Flags, GUID, folder and so on; counts, offsets and the last generation are filled in by building. A copy: change it freely. */
  readonly summary: Summary
  /** GUIDs of the releases; before version 68. */
  readonly heritage: Guid[]
  /** @internal Counts changes, so that what was built before one cannot be read after it. */
  revision = 0

  #originalNames: readonly EditName[]
  #originalImports: readonly EditImport[]
  #originalExports: readonly EditExport[]
  #names: EditName[]
  #imports: EditImport[]
  #exports: EditExport[]
  #byText: Map<string, EditName> | undefined
  readonly #ancestries = new Map<EditObject | null, readonly string[]>()

  private constructor(reader: ObjectReader) {
    const pkg = reader.package
    this.#reader = reader
    const generations = pkg.summary.generations.map((generation) => Object.assign(new Generation(), generation))
    this.summary = Object.assign(new Summary(), pkg.summary, {
      generations,
      additionalPackages: [...pkg.summary.additionalPackages],
      extra: { ...pkg.summary.extra },
    })
    this.heritage = [...pkg.heritage]
    this.#names = pkg.nameTable.map((row, index) => new EditName(row, index, index))
    this.#originalNames = [...this.#names]
    const name = (index: number, number: number) => this.nameAt(index, number) ?? missing('name', index)
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
      reference === 0 ? null : (this.objectAt(reference) ?? missing('object', reference))
    for (const entry of this.#imports) entry.outer = object(entry.row.outer)
    for (const entry of this.#exports) {
      const { row } = entry
      entry.outer = object(row.outer)
      entry.class = object(row.class)
      entry.super = object(row.super)
      entry.archetype = object(row.archetype)
      entry.componentMap = row.componentMap.map((component) => ({
        name: name(component.name, component.nameNumber),
        component: object(component.component),
      }))
    }
  }

  /**
   * Makes a document of a package; reads its tables and what it knows of its classes.
   *
   * @throws {PackageError} when the tables refer out of range (a package that was opened permissively): repair it first.
   */
  static async open(pkg: Package, options: ReadOptions = {}): Promise<PackageEdit> {
    return new PackageEdit(await ObjectReader.open(pkg, options))
  }

  /** The package that it was made from: what stored indices and offsets are of. */
  get package(): Package {
    return this.#reader.package
  }

  /** Reads and writes the objects of the package. */
  get reader(): ObjectReader {
    return this.#reader
  }

  /** The names in their present order. */
  get names(): readonly EditName[] {
    return this.#names
  }

  /** The imports, in the order in which they will be written. */
  get imports(): readonly EditImport[] {
    return this.#imports
  }

  /** The exports, in the order in which they will be written. */
  get exports(): readonly EditExport[] {
    return this.#exports
  }

  // ---- what stored indices meant: the order that the package had when it was opened --------------------------------------------

  nameAt(index: number, number: number): Name | undefined {
    return this.#originalNames[index]?.numbered(number)
  }

  objectAt(reference: number): EditObject | undefined {
    return reference > 0 ? this.#originalExports[reference - 1] : this.#originalImports[-reference - 1]
  }

  /** The entry of an object of the package; also of one that has been removed. */
  entryOf(object: PackageObject): EditObject {
    return this.objectAt(object.reference) ?? missing('object', object.reference)
  }

  /** Whether indices mean something else than when the package was opened: entries stand elsewhere, or others stand in for them. */
  get isRenumbered(): boolean {
    const moved = (entries: readonly { position: number; standIn?: unknown }[]) =>
      entries.some((entry, index) =>
        entry.position === REMOVED ? entry.standIn !== undefined : entry.position !== index,
      )
    return moved(this.#originalNames) || moved(this.#originalImports) || moved(this.#originalExports)
  }

  /** Of a number that was stored and may have been an index: whether one of what it can have meant stands elsewhere now. */
  #meansAnother(index: number): boolean {
    const name = this.#originalNames[index]
    const object = index === 0 ? undefined : this.objectAt(index)
    return (
      (name !== undefined && name.position !== index) ||
      (object !== undefined && object.position !== Math.abs(index) - 1)
    )
  }

  // ---- finding --------------------------------------------------------------------------------------------------------------------

  /**
   * The object at a path as it is now, without regard to case; the first export wins, then the first import. `Palette'Group.Name'` tells objects of one path apart, as
   * packages of UE1 and UE2 have them.
   */
  find(path: string): EditObject | undefined {
    const classed = /^(\w+)'(.*)'$/s.exec(path)
    const className = classed?.[1]?.toLowerCase()
    const key = (classed?.[2] ?? path).toLowerCase()
    const own = `${this.package.name.toLowerCase()}.`
    const inner = key.startsWith(own) ? key.slice(own.length) : key
    const last = inner.slice(inner.lastIndexOf('.') + 1)
    // Only what ends in the right name has its path put together.
    const fits = (entry: EditObject) => {
      if (className !== undefined && entry.className.toString().toLowerCase() !== className) return false
      const name = entry.name.toString().toLowerCase()
      if (!name.endsWith(last) && name !== inner) return false
      const at = entry.path.toLowerCase()
      return at === key || at === inner
    }
    return this.#exports.find(fits) ?? this.#imports.find(fits)
  }

  /** The export at a path. @throws {PackageError} `refused` when there is none. */
  export(path: string): EditExport {
    const found = this.find(path)
    if (found instanceof EditExport) return found
    const why = found === undefined ? 'there is no such object' : 'it belongs to another package'
    throw new PackageError('refused', `expected an object of this package, but ${why}`, { object: path })
  }

  // ---- adding ---------------------------------------------------------------------------------------------------------------------

  /**
   * A name, found or added at the end of the table. Where names have numbers (since version 343), `Actor_2` is `Actor` with a number.
   *
   * @throws {PackageError} `refused` when it is empty or longer than 63 characters.
   */
  name(text: string): Name {
    const { base, number } = this.package.context.since(Version.NameNumbers)
      ? splitName(text)
      : { base: text, number: 0 }
    return this.nameEntry(base).numbered(number)
  }

  /** The entry of a text, found (without regard to case) or added. */
  nameEntry(text: string): EditName {
    const known = this.findName(text)
    if (known !== undefined) return known
    checkName(text)
    return this.#addName(text)
  }

  /**
   * The entry of a name that another package of the same engine has, found or added: also one that is longer than names can be, as cooked packages of UE3 have them, or that holds
   * zero characters, as those that an obfuscator went over.
   */
  adoptName(text: string): EditName {
    if (!this.package.context.since(Version.NameLengths)) return this.nameEntry(text)
    return this.findName(text) ?? this.#addName(text)
  }

  #addName(text: string): EditName {
    const row = new NameEntry()
    const like =
      this.#names.find((entry) => entry.text !== '' && entry.text.toLowerCase() !== 'none')?.row ?? this.#names[0]?.row
    row.text = UString.of(text, like?.text.wide === true || UString.from(text).wide, true)
    const usual = usualNameFlags(this.package.context.since(Version.Flags64), like)
    row.flags = usual.flags
    row.flagsHigh = usual.flagsHigh
    row.extra = like?.extra === undefined ? undefined : { ...like.extra }
    const entry = new EditName(row, this.#names.length)
    this.#names.push(entry)
    this.#byText?.set(text.toLowerCase(), entry)
    this.revision++
    return entry
  }

  /** Writes a name in other upper and lower case, for all that have it: to the engine it is the same name. */
  recase(entry: EditName, text: string): void {
    const { wide } = entry.row.text
    const row = { text: UString.of(text, wide || UString.from(text).wide, true), verbatim: undefined }
    entry.row = Object.assign(new NameEntry(), entry.row, row)
    this.revision++
  }

  /** The entry of a text, without regard to case. */
  findName(text: string): EditName | undefined {
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
      name: this.name(what.name),
      className: this.name(what.className),
      classPackage: this.name(what.classPackage),
    }
    const row = new ImportEntry()
    const like = this.#imports[0]?.row
    if (like?.extra !== undefined) row.extra = { ...like.extra }
    const entry = new EditImport(row, names, this.#imports.length)
    entry.outer = what.outer
    this.#imports.push(entry)
    this.revision++
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
    const like = this.#exports[0]?.row
    if (like?.extra !== undefined) row.extra = { ...like.extra }
    const entry = new EditExport(row, this.name(what.name), bodyOf(content), this.#exports.length)
    entry.outer = what.outer
    entry.class = what.class
    entry.flags = what.flags >>> 0
    entry.flagsHigh = (what.flagsHigh ?? 0) >>> 0
    this.#exports.push(entry)
    this.revision++
    return entry
  }

  // ---- removing -------------------------------------------------------------------------------------------------------------------

  /** Takes entries out of their tables and numbers the rest anew. Whether anything still needs them is the caller's to know; building finds out. */
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
    names?: readonly EditName[]
    imports?: readonly EditImport[]
    exports?: readonly EditExport[]
  }): void {
    if (tables.names !== undefined) this.#names = [...tables.names]
    if (tables.imports !== undefined) this.#imports = [...tables.imports]
    if (tables.exports !== undefined) this.#exports = [...tables.exports]
    this.#number()
  }

  /**
   * @internal Puts the document on another package, which is empty: all that it holds is new there. All bodies are objects by then, or empty; see `convertVersion`.
   */
  rebase(reader: ObjectReader): void {
    this.#reader = reader
    for (const name of this.#names) name.row = Object.assign(new NameEntry(), name.row, { verbatim: undefined })
    for (const entry of this.#imports) entry.renew()
    for (const entry of this.#exports) entry.renew()
    this.#originalNames = [...this.#names]
    this.#originalImports = [...this.#imports]
    this.#originalExports = [...this.#exports]
    this.#ancestries.clear()
    this.revision++
  }

  #number(): void {
    for (const table of [this.#names, this.#imports, this.#exports]) {
      table.forEach((entry, index) => {
        entry.position = index
      })
    }
    this.#byText = undefined
    this.revision++
  }

  // ---- objects --------------------------------------------------------------------------------------------------------------------

  /** Bytes of an object as they were stored; none for one whose values were changed. */
  async storedBytes(entry: EditExport): Promise<Uint8Array | undefined> {
    const { body } = entry
    return body.kind === 'stored' ? body.source.slice(body.start, body.start + body.size) : undefined
  }

  /** An object, decoded as far as it can be, with names and objects of the document; changes to it count only through `change`. */
  async read(entry: EditExport): Promise<DecodedObject> {
    const { body } = entry
    if (body.kind === 'changed') {
      const { object, rest, opaque, error } = body
      return { object, rest, opaqueBytes: opaque.reduce((sum, part) => sum + part.length, 0), error }
    }
    return this.codecOf(entry).decode(await body.source.slice(body.start, body.start + body.size), body.base)
  }

  /**
   * Changes the values of an object.
   *
   * @throws {PackageError} `unsupported` when the object is not understood well enough to be written again: its properties do not decode, it would be written in other
   * bytes than it was, or bytes behind what is understood may hold a position in the file. What `change` throws passes through, and leaves the object as it was (of one that was changed
   * before, its properties).
   */
  async change(entry: EditExport, change: (object: UnrealObject) => void | Promise<void>): Promise<void> {
    const { body } = entry
    const codec = this.codecOf(entry)
    if (body.kind === 'changed') {
      const { object, rest, base, size } = body
      const before = cloneProperties(object.properties)
      try {
        await change(object)
        codec.encode(object, rest, base, size)
      } catch (error) {
        object.properties = before
        throw error
      }
      this.revision++
      return
    }
    const bytes = await body.source.slice(body.start, body.start + body.size)
    const { base } = body
    const { object, rest, error } = codec.decode(bytes, base)
    if (rest.length === bytes.length && bytes.length > 0) {
      const message = `expected an object that ukit can read, found one that it cannot: ${error?.message ?? 'nothing is known of it'}`
      throw new PackageError('unsupported', message, { object: entry.path, cause: error })
    }
    if (!equalBytes(codec.again(bytes, base), bytes)) throw misread(entry.path)
    const opaque = codec.opaqueParts(bytes, base)
    await change(object)
    // Fails here, not when saving, if the new values cannot be written.
    codec.encode(object, rest, base, bytes.length)
    entry.body = { kind: 'changed', object, rest, base, size: bytes.length, opaque, error }
    this.revision++
  }

  /** Bytes of an object whose values were changed, with the present indices, for a position. */
  encodeChanged(entry: EditExport, offset?: number): Uint8Array {
    const { body } = entry
    if (body.kind !== 'changed') throw new Error(`${entry.path} was not changed`)
    return this.codecOf(entry).encode(body.object, body.rest, offset ?? body.base, body.size)
  }

  /**
   * Replaces an object's bytes.
   *
   * @param bytes with the indices that the package had when it was opened.
   * @param base the position that offsets inside them were written for; by default that of the object they replace.
   */
  replaceBytes(entry: EditExport, bytes: Uint8Array, base?: number): void {
    entry.body = storedBytes(bytes, base ?? entry.origin?.entry.offset ?? 0)
    entry.codec = undefined
    this.revision++
  }

  /** What the layout of an object depends on beside its bytes. An object keeps the one that it was read with. */
  subjectOf(entry: EditExport): Subject {
    if (entry.codec !== undefined) return entry.codec.subject
    // With its path as it was: classes find their own variables by it.
    if (entry.origin !== undefined) return this.reader.subjectOf(entry.origin)
    return this.reader.subjectFor({
      path: entry.path,
      ancestry: this.ancestryOf(entry.class),
      flags: entry.flags,
      flagsHigh: entry.flagsHigh,
      isClass: entry.class === null,
      isInDefaultObject: isInDefault(entry),
    })
  }

  /** Names of a class and its supers, nearest first; `Class` for `null`. */
  ancestryOf(objectClass: EditObject | null): readonly string[] {
    const origin = objectClass?.origin
    if (objectClass === null || origin !== undefined) return this.reader.ancestryOf(origin ?? null)
    let known = this.#ancestries.get(objectClass)
    if (known === undefined) {
      const own = objectClass.name.toString()
      const above = objectClass instanceof EditExport ? objectClass.super : null
      known = above === null ? ancestryOf(this.reader.schema, own) : [own, ...this.ancestryOf(above)]
      this.#ancestries.set(objectClass, known)
    }
    return known
  }

  /** How an object's bytes are read and written; see `relocate`. */
  codecOf(entry: EditExport): BodyCodec {
    return entry.codec ?? bodyCodec(this.reader, this.subjectOf(entry), this, (index) => this.#meansAnother(index))
  }
}

const CLASS_DEFAULT_OBJECT = 0x200

function isInDefault(entry: EditExport): boolean {
  let at: EditObject | null = entry
  for (let depth = 0; at instanceof EditExport && depth < 128; depth++) {
    if ((at.flags & CLASS_DEFAULT_OBJECT) !== 0) return true
    at = at.outer
  }
  return false
}

function missing(what: string, index: number): never {
  const message = `expected a sound package to change, found a ${what} index out of range (${index}): repair it first`
  throw new PackageError('bad-index', message)
}
