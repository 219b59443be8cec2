import type { Guid, Subject } from '@ukit/container'
import { ancestryOf, Generation, Summary } from '@ukit/container'
import type { Package } from '@ukit/core'
import { type DecodedObject, ObjectReader, type ReadOptions } from '@ukit/core'
import { isInClassDefaults } from '@ukit/core/internal'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import type { UnrealObject } from '@ukit/objects'
import { type BodyCodec, misreadError } from './body.js'
import { bodyCodec, bodyOf, storedBytes } from './body-codec.js'
import type { BodyTemplates } from './body-template.js'
import { EditTables } from './edit-tables.js'
import { EditExport, type EditObject } from './entries.js'
import { EditSnapshot } from './history/edit-snapshot.js'
import { mementoOf } from './history/memento.js'
import { cloneProperties } from './values/clone-properties.js'

/**
 * *A package as a document that can be changed.*
 *
 * Names, imports and exports are entries held by identity; whatever refers to one (a row, a value inside an
 * object) holds the entry itself, so that tables can be extended, cleaned and sorted. Bodies stay in the file
 * until something in them must change. The package that it was made from is left as it was.
 *
 * Edits that only add entries leave all indices valid and are cheap; removing entries renumbers, for which
 * every body has to be understood, or to hold no index of what moved.
 *
 * ```ts
 * const edit = await PackageEdit.open(pkg)
 * await edit.change(edit.export('Group.Sound'), ({ properties }) => properties.items.pop())
 * const changed = await buildPackage(edit)
 * ```
 */
export class PackageEdit extends EditTables {
  #reader: ObjectReader
  /**
   * Flags, GUID, folder and so on; counts, offsets and the last generation are filled in by building. A copy:
   * change it freely.
   */
  readonly summary: Summary
  /** GUIDs of the releases; before version 68. */
  readonly heritage: Guid[]
  /** @internal The bytes of objects that earlier documents also had. */
  templates: BodyTemplates | undefined
  readonly #ancestries = new Map<EditObject | null, readonly string[]>()

  private constructor(reader: ObjectReader) {
    const pkg = reader.package
    super(pkg)
    this.#reader = reader
    const generations = pkg.summary.generations.map((generation) => Object.assign(new Generation(), generation))
    this.summary = Object.assign(new Summary(), pkg.summary, {
      generations,
      additionalPackages: [...pkg.summary.additionalPackages],
      extra: { ...pkg.summary.extra },
    })
    this.heritage = [...pkg.heritage]
  }

  /**
   * Makes a document of a package; reads its tables and what it knows of its classes.
   *
   * @throws {PackageError} when the tables refer out of range (a package that was opened permissively):
   *   repair it first.
   */
  static async open(pkg: Package, options: ReadOptions = {}): Promise<PackageEdit> {
    return new PackageEdit(await ObjectReader.open(pkg, options))
  }

  /** Reads and writes the objects of the package. */
  get reader(): ObjectReader {
    return this.#reader
  }

  /**
   * @internal Puts the document on another package, which is empty: all that it holds is new there. All
   *   bodies are objects by then, or empty; see `convertVersion`.
   */
  rebase(reader: ObjectReader): void {
    this.#reader = reader
    this.#ancestries.clear()
    this.renewTables(reader.package)
  }

  /**
   * *The document as it is now*, for `restore`. It costs little: only what was changed since `before` is
   * copied, besides lists of the entries.
   *
   * An object that `change` or an importer has filled is noted as it is now: change it through `change`, or a
   * later snapshot does not see it.
   */
  snapshot(before?: EditSnapshot): EditSnapshot {
    return new EditSnapshot({
      tables: this.tablesState(before === undefined ? undefined : before.parts.tables),
      reader: this.#reader,
      summary: Object.fromEntries(
        Object.entries(this.summary).map(([field, value]) => [field, Array.isArray(value) ? [...value] : value]),
      ),
      inSummary: mementoOf(this.summary),
      heritage: [...this.heritage],
    })
  }

  /**
   * *Makes the document what it was* when a snapshot was taken, forwards or back. Entries stay the same
   * objects; those that were added since are removed.
   *
   * @param snapshot of this document.
   */
  restore(snapshot: EditSnapshot): void {
    const { tables, reader, inSummary, heritage } = snapshot.parts
    this.restoreTables(tables)
    this.#reader = reader
    this.#ancestries.clear()
    inSummary.restore()
    this.heritage.splice(0, this.heritage.length, ...heritage)
  }

  /** Bytes of an object as they were stored; none for one whose values were changed. */
  async storedBytes(entry: EditExport): Promise<Uint8Array | undefined> {
    const { body } = entry
    return body.kind === 'stored' ? body.source.slice(body.start, body.start + body.size) : undefined
  }

  /**
   * An object, decoded as far as it can be, with names and objects of the document; changes to it count only
   * through `change`.
   */
  async read(entry: EditExport): Promise<DecodedObject> {
    const { body } = entry
    if (body.kind === 'changed') {
      const { object, rest, opaque, error } = body
      return { object, rest, opaqueBytes: opaque.reduce((sum, { bytes }) => sum + bytes.length, 0), error }
    }
    return this.codecOf(entry).decode(await body.source.slice(body.start, body.start + body.size), body.base)
  }

  /**
   * Changes the values of an object.
   *
   * @throws {PackageError} `unsupported` when the object is not understood well enough to be written again:
   *   its properties do not decode, it would be written in other bytes than it was, or bytes after what is
   *   understood may hold a position in the file. What `change` throws passes through, and leaves the object
   *   as it was (of one that was changed before, its properties).
   */
  async change(entry: EditExport, change: (object: UnrealObject) => unknown): Promise<void> {
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
      // A body of its own for what it is now, which snapshots tell from what it was.
      entry.body = { ...body }
      this.revision++
      return
    }
    const bytes = await body.source.slice(body.start, body.start + body.size)
    const { base } = body
    const { object, rest, error } = codec.decode(bytes, base)
    if (rest.length === bytes.length && bytes.length > 0) {
      const message =
        'expected an object that ukit can read, found one that it cannot: ' +
        `${error?.message ?? 'nothing is known about it'}`
      throw new PackageError('unsupported', message, { object: entry.path, cause: error })
    }
    if (!equalBytes(codec.recode(bytes, base), bytes)) throw misreadError(entry.path)
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
    return this.codecOf(entry).encode(body.object, body.rest, offset ?? body.base, body.size).bytes
  }

  /**
   * Replaces an object's bytes.
   *
   * @param bytes with the indices that the package had when it was opened.
   * @param base the position that offsets inside them were written for; by default that of the object they
   *   replace.
   */
  replaceBytes(entry: EditExport, bytes: Uint8Array, base?: number): void {
    entry.body = storedBytes(bytes, base ?? entry.origin?.entry.offset ?? 0)
    entry.codec = undefined
    this.revision++
  }

  /** Puts another object into a row: the row, and so what refers to it, stays. */
  replaceObject(entry: EditExport, object: UnrealObject): void {
    entry.body = bodyOf(object)
    entry.codec = undefined
    this.revision++
  }

  /**
   * What the layout of an object depends on besides its bytes. An object keeps the one that it was read with.
   */
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
      const own = objectClass.name
      const above = objectClass instanceof EditExport ? objectClass.super : null
      known = above === null ? ancestryOf(this.reader.schema, own) : [own, ...this.ancestryOf(above)]
      this.#ancestries.set(objectClass, known)
    }
    return known
  }

  /** How an object's bytes are read and written; see `relocate`. */
  codecOf(entry: EditExport): BodyCodec {
    return entry.codec ?? bodyCodec(this.reader, this.subjectOf(entry), this, (index) => this.meansOtherEntry(index))
  }
}

/** Tells whether an object is inside the defaults of a class (UE3). */
export function isInDefault(object: EditObject | null): boolean {
  return isInClassDefaults(object, (at) => (at instanceof EditExport ? at.flags : 0))
}
