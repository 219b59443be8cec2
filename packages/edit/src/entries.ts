import type { NameEntry } from '@ukit/container'
import { type ExportEntry, ImportEntry, Name, type NameSource, type ObjectSource } from '@ukit/container'
import type { ExportObject, ImportObject } from '@ukit/core'
import { pathOf } from '@ukit/core/internal'
import { PackageError } from '@ukit/files'
import type { BodyCodec, EditBody } from './body.js'

/** An object as a document under change knows it. */
export type EditObject = EditExport | EditImport

/** Where an entry is that is no longer in its table. */
export const REMOVED = -1

/**
 * *A name of the table under change.* Held by identity; `index` is where it is now.
 *
 * Names that objects of the document hold are made of it, so that they follow when the table is sorted or
 * cleaned.
 */
export class EditName implements NameSource {
  /** Text in stored form and flags; shared with the package as long as it is unchanged. */
  entry: NameEntry
  /** Where it stood when the document was opened; `undefined` for a new name. */
  readonly origin: number | undefined
  /** @internal Where it is now; `REMOVED` when it was dropped. */
  position: number
  readonly #plain: Name

  constructor(entry: NameEntry, position: number, origin?: number) {
    this.entry = entry
    this.position = position
    this.origin = origin
    this.#plain = new Name(this)
  }

  /** The name, without a number. */
  get text(): string {
    return this.entry.text.text
  }

  /** @throws {PackageError} `refused` when it was dropped, yet something still has this name. */
  get index(): number {
    if (this.position === REMOVED)
      throw new PackageError('refused', `the name ${JSON.stringify(this.text)} was dropped, but is still used`)
    return this.position
  }

  /** The name with a number; see `Name`. */
  numbered(number: number): Name {
    return number === 0 ? this.#plain : new Name(this, number)
  }
}

/** @internal Who wants to know when an entry is called otherwise, or is in something else. */
export interface EntryWatch {
  leave(entry: EditEntry): void
  enter(entry: EditEntry): void
}

/** What objects of the document and those of other packages that it refers to have in common. */
export abstract class EditEntry implements ObjectSource {
  #storedName: Name
  #outer: EditObject | null = null
  /** @internal Where it is now; `REMOVED` when it was removed. */
  position: number
  /** @internal */
  watch: EntryWatch | undefined
  /**
   * What is stored wherever something still refers to it after it was removed: another object, or nothing
   * (`null`). `undefined` (the default) makes such a reference an error.
   */
  replacement: EditObject | null | undefined

  constructor(name: Name, position: number) {
    this.#storedName = name
    this.position = position
  }

  /** Its own name, with the number: `Actor_2`. To change it, use `renameObject`. */
  get name(): string {
    return this.#storedName.toString()
  }

  /**
   * The name as the file stores it: an entry of the name table and a number. Setting it asks nothing about
   * other objects; `renameObject` does.
   */
  get storedName(): Name {
    return this.#storedName
  }

  /** Gives it another name, whatever else has that. */
  set storedName(name: Name) {
    this.watch?.leave(this)
    this.#storedName = name
    this.watch?.enter(this)
  }

  /** What it is in; `null` for what is in nothing. To change it, use `moveObject`. */
  get outer(): EditObject | null {
    return this.#outer
  }

  /** Puts it into something else, whatever has its name there. */
  set outer(outer: EditObject | null) {
    this.watch?.leave(this)
    this.#outer = outer
    this.watch?.enter(this)
  }

  /** Name of its class. */
  abstract readonly className: string

  /** Where it is in its table now, from 0; −1 once it was removed. */
  get index(): number {
    return this.position
  }

  /** True once it has been taken out of the document. */
  get isRemoved(): boolean {
    return this.position === REMOVED
  }

  /**
   * Names from the outermost object to this one, joined by dots: `Group.Name` for an export,
   * `Package.Group.Name` for an import. Cut as that of an `ExportObject`.
   */
  get path(): string {
    return pathOf(this)
  }

  /** `Class'Path'`, as the engine writes an object. */
  toString(): string {
    return `${this.className}'${this.path}'`
  }

  /**
   * What is stored for it now: the reference of its replacement once it was removed. @throws {PackageError}
   * `refused` when it was removed without one.
   */
  get reference(): number {
    const { replacement } = this
    if (this.position !== REMOVED || replacement === undefined) return this.ownReference()
    return replacement === null ? 0 : replacement.reference
  }

  /** What a file stores to refer to it, by its own place. */
  protected abstract ownReference(): number

  /** Where it is now. */
  protected currentPosition(): number {
    if (this.position === REMOVED)
      throw new PackageError('refused', `${this.path} was removed, but something still refers to it`)
    return this.position
  }
}

/** *An object of another package that the document refers to.* */
export class EditImport extends EditEntry {
  /** Package of its class as the file stores it. */
  storedClassPackage: Name
  /** Name of its class as the file stores it. */
  storedClassName: Name
  /** The row that it was made from: holds what only a game has; the names in it may be old. */
  entry: ImportEntry
  /** The object of the opened package that it was; `undefined` for a new one. */
  origin: ImportObject | undefined

  constructor(
    entry: ImportEntry,
    names: { name: Name; className: Name; classPackage: Name },
    position: number,
    origin?: ImportObject,
  ) {
    super(names.name, position)
    this.entry = entry
    this.storedClassName = names.className
    this.storedClassPackage = names.classPackage
    this.origin = origin
  }

  /** Name of its class. */
  get className(): string {
    return this.storedClassName.toString()
  }

  /** Package of its class, such as `Engine` for a texture. */
  get classPackage(): string {
    return this.storedClassPackage.toString()
  }

  /** @internal Makes it one that is new. */
  renew(): void {
    this.entry = Object.assign(new ImportEntry(), this.entry, { verbatim: undefined })
    this.origin = undefined
  }

  /** What a file stores to refer to it, by its own place. */
  protected ownReference(): number {
    return -this.currentPosition() - 1
  }
}

/** A component of an actor class and its template (UE3 up to version 542). */
export interface EditComponent {
  /** What the class calls it. */
  name: Name
  /** Its template. */
  component: EditObject | null
}

/** *An object that the document holds.* */
export class EditExport extends EditEntry {
  /** Its class; `null` for an object that is a class itself. */
  class: EditObject | null = null
  /** What a struct, function, state or class inherits from. */
  super: EditObject | null = null
  /** The object whose defaults it starts from (UE3). */
  archetype: EditObject | null = null
  /** Object flags, the lower 32 bits. */
  flags: number
  /** The upper 32 bits (UE3). */
  flagsHigh: number
  /** Components of an actor class and their templates (UE3 up to version 542). */
  componentMap: EditComponent[] = []
  /**
   * What the engine loads with it (UE3, since `Version.DependsTable`); `undefined` for what the package had
   * it depend on, nothing for a new object.
   */
  depends: readonly EditObject[] | undefined
  /** Its bytes as they are stored, or the object that they will be made from. */
  body: EditBody
  /**
   * How its bytes are read and written when they come from another package: their indices mean what they
   * meant there.
   */
  codec: BodyCodec | undefined
  /**
   * The row that it was made from: holds the fields that no edit changes; its indices and flags may be old.
   */
  entry: ExportEntry
  /** The object of the opened package that it was; `undefined` for a new one. */
  origin: ExportObject | undefined

  constructor(entry: ExportEntry, name: Name, body: EditBody, position: number, origin?: ExportObject) {
    super(name, position)
    this.entry = entry
    this.flags = entry.flags
    this.flagsHigh = entry.flagsHigh
    this.body = body
    this.origin = origin
  }

  /** @internal Makes it what it is when it is added, but for its name, its place and what was given. */
  startOver(entry: ExportEntry, body: EditBody): void {
    this.entry = entry
    this.body = body
    this.super = null
    this.archetype = null
    this.componentMap = []
    this.depends = undefined
    this.codec = undefined
    this.replacement = undefined
  }

  /** @internal Makes it one that is new. */
  renew(): void {
    this.entry = Object.assign(this.entry.copy(), { verbatim: undefined, size: 0, offset: 0 })
    this.origin = undefined
    this.codec = undefined
  }

  /** What a file stores to refer to it, by its own place. */
  protected ownReference(): number {
    return this.currentPosition() + 1
  }

  /** Name of its class, `Class` for a class. */
  get className(): string {
    return this.class?.name ?? 'Class'
  }

  /**
   * True for the placeholder that conforming leaves of a removed object: no bytes, no class, outer or flags,
   * named `None`.
   */
  get isNull(): boolean {
    const { body, flags, name } = this
    const isEmpty = body.kind === 'stored' && body.size === 0
    return isEmpty && this.class === null && this.outer === null && flags === 0 && name.toLowerCase() === 'none'
  }
}
