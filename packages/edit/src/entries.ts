import type { NameEntry } from '@ukit/container'
import { ExportEntry, ImportEntry, Name, type NameSource, type ObjectSource } from '@ukit/container'
import type { ExportObject, ImportObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { BodyCodec, EditBody } from './body.js'

/** An object as a document under change knows it. */
export type EditObject = EditExport | EditImport

/** Where an entry stands that is no longer in its table. */
export const REMOVED = -1

/**
 * *A name of the table under change.* Held by identity; `index` is where it is now.
 *
 * Names that objects of the document hold are made of it, so that they follow when the table is sorted or
 * cleaned.
 */
export class EditName implements NameSource {
  /** Text in stored form and flags; shared with the package as long as it is unchanged. */
  row: NameEntry
  /** Where it stood when the document was opened; `undefined` for a new name. */
  readonly origin: number | undefined
  /** @internal Where it is now; `REMOVED` when it was dropped. */
  position: number
  readonly #plain: Name

  constructor(row: NameEntry, position: number, origin?: number) {
    this.row = row
    this.position = position
    this.origin = origin
    this.#plain = new Name(this)
  }

  /** The name, without a number. */
  get text(): string {
    return this.row.text.text
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

/** @internal How often names of entries were changed: what was gathered by name before is out of date. */
export const entryNames = { changes: 0 }

abstract class EditEntry implements ObjectSource {
  #name: Name
  outer: EditObject | null = null
  /** @internal Where it is now; `REMOVED` when it was removed. */
  position: number
  /**
   * What is stored wherever something still refers to it after it was removed: another object, or nothing
   * (`null`). `undefined` (the default) makes such a reference an error.
   */
  replacement: EditObject | null | undefined

  constructor(name: Name, position: number) {
    this.#name = name
    this.position = position
  }

  /** Its own name, without what it is in. */
  get name(): Name {
    return this.#name
  }

  set name(name: Name) {
    this.#name = name
    entryNames.changes++
  }

  /** True once it has been taken out of the document. */
  get isRemoved(): boolean {
    return this.position === REMOVED
  }

  /** Names from the outermost object to this one, joined by dots. */
  get path(): string {
    let path = this.name.toString()
    let outer = this.outer
    for (let depth = 0; outer !== null && depth < MAX_DEPTH; depth++) {
      path = `${outer.name.toString()}.${path}`
      outer = outer.outer
    }
    return path
  }

  toString(): string {
    return this.path
  }

  /**
   * What is stored for it now: the reference of its replacement once it was removed. @throws {PackageError} `refused`
   * when it was removed without one.
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

// As deep as `PackageObject.path` looks; ends a cycle, which only a damaged file has.
const MAX_DEPTH = 128

/** *An object of another package that the document refers to.* */
export class EditImport extends EditEntry {
  classPackage: Name
  className: Name
  /** The row that it was made from: holds what only a game has. */
  row: ImportEntry
  origin: ImportObject | undefined

  constructor(
    row: ImportEntry,
    names: { name: Name; className: Name; classPackage: Name },
    position: number,
    origin?: ImportObject,
  ) {
    super(names.name, position)
    this.row = row
    this.className = names.className
    this.classPackage = names.classPackage
    this.origin = origin
  }

  /** @internal Makes it one that is new. */
  renew(): void {
    this.row = Object.assign(new ImportEntry(), this.row, { verbatim: undefined })
    this.origin = undefined
  }

  /** What a file stores to refer to it, by its own place. */
  protected ownReference(): number {
    return -this.currentPosition() - 1
  }
}

/** A component of an actor class and its template (UE3 up to version 542). */
export interface EditComponent {
  name: Name
  component: EditObject | null
}

/** *An object that the document holds.* */
export class EditExport extends EditEntry {
  /** `null` for a class. */
  class: EditObject | null = null
  super: EditObject | null = null
  archetype: EditObject | null = null
  /** Object flags, the lower 32 bits. */
  flags: number
  /** The upper 32 bits (UE3). */
  flagsHigh: number
  componentMap: EditComponent[] = []
  /**
   * What the engine loads with it (UE3, since `Version.DependsTable`); `undefined` for what the package had
   * it depend on, nothing for a new object.
   */
  depends: readonly EditObject[] | undefined
  body: EditBody
  /**
   * How its bytes are read and written when they come from another package: their indices mean what they
   * meant there.
   */
  codec: BodyCodec | undefined
  /** The row that it was made from: holds the fields that no edit changes. */
  row: ExportEntry
  origin: ExportObject | undefined

  constructor(row: ExportEntry, name: Name, body: EditBody, position: number, origin?: ExportObject) {
    super(name, position)
    this.row = row
    this.flags = row.flags
    this.flagsHigh = row.flagsHigh
    this.body = body
    this.origin = origin
  }

  /** @internal Makes it one that is new. */
  renew(): void {
    this.row = Object.assign(new ExportEntry(), this.row, { verbatim: undefined, size: 0, offset: 0 })
    this.origin = undefined
    this.codec = undefined
  }

  /** What a file stores to refer to it, by its own place. */
  protected ownReference(): number {
    return this.currentPosition() + 1
  }

  /** Name of its class, `Class` for a class. */
  get className(): string {
    return this.class?.name.toString() ?? 'Class'
  }
}
