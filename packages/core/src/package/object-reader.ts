import type { Subject, Symbols } from '@ukit/container'
import {
  Archive,
  ancestryOf,
  PackageFlag,
  type PositionWord,
  type Schema,
  type TracedField,
  Version,
} from '@ukit/container'
import { PackageError } from '@ukit/files'
import type { ClassRegistry } from '@ukit/objects'
import { standardClasses, UnrealObject } from '@ukit/objects'
import type { Package } from './package.js'
import { ExportObject, type PackageObject } from './package-object.js'
import { packageSchema, type ResolvePackage } from './package-schema.js'

/** How to read objects. */
export interface ReadOptions {
  /** Gives other packages, for the classes that this one only refers to. */
  readonly resolve?: ResolvePackage
  /** Codecs; those of `standardClasses()` unless told otherwise. */
  readonly classes?: ClassRegistry
}

/** Where the bytes of an object stand, and what the indices in them mean. */
export interface DecodePlace {
  readonly subject: Subject
  /** Position of the first byte in the package. */
  readonly base: number
  readonly symbols: Symbols
}

/** Told of each field; `begin` says that what was told before does not count. */
export interface ObjectTrace {
  /** An attempt to decode begins: fields told of before do not count. */
  begin(): void
  /** One field, in file order. */
  field(field: TracedField): void
}

/** *An object as it was read.* */
export interface ReadObject extends DecodedObject {
  readonly export: ExportObject
}

/** An object decoded from bytes that may stand anywhere. */
export interface DecodedObject {
  readonly object: UnrealObject
  /** Bytes behind what the class reads: kept, written back, not understood. */
  readonly rest: Uint8Array
  /** Bytes that no named field explains, `rest` included. */
  readonly opaqueBytes: number
  /** Why the object could not be read as what it is; then it holds as much as could, and the remainder in `rest`. */
  readonly error: PackageError | undefined
}

/** An object, and where positions stand among the bytes that it was decoded from. */
export interface DecodedBytes extends DecodedObject {
  /** Of the bytes that named fields explain. */
  readonly positions: readonly PositionWord[]
}

/** Bit of the object flags, in the low word, of an object that holds a class's defaults (UE3). */
const CLASS_DEFAULT_OBJECT = 0x200

/**
 * *Reads and writes the objects of a package.*
 *
 * Made once a package, because it knows the classes: the package's own, those that `resolve` gives, and the stock ones that ship with ukit.
 */
export class ObjectReader {
  readonly package: Package
  readonly schema: Schema
  readonly #classes: ClassRegistry
  readonly #ancestries = new Map<PackageObject | null, readonly string[]>()

  private constructor(pkg: Package, schema: Schema, classes: ClassRegistry) {
    this.package = pkg
    this.schema = schema
    this.#classes = classes
  }

  /** Gathers what is known of the package's classes. */
  static async open(pkg: Package, options: ReadOptions = {}): Promise<ObjectReader> {
    const classes = options.classes ?? standardClasses()
    return new ObjectReader(pkg, await packageSchema(pkg, options.resolve), classes)
  }

  /** @internal A reader with the same knowledge of classes over another package, of the same engine. */
  over(pkg: Package): ObjectReader {
    return new ObjectReader(pkg, this.schema, this.#classes)
  }

  /**
   * One object, decoded as far as it can be. Never fails for what is in its bytes: see `ReadObject.error`.
   *
   * @throws {PackageError} when the bytes themselves cannot be had (a block that does not decompress).
   */
  async read(exported: ExportObject): Promise<ReadObject> {
    return this.decode(exported, await exported.bytes())
  }

  /** The object at a path, decoded; `undefined` when there is none, or when it belongs to another package. See `Package.find`. */
  async get(path: string): Promise<ReadObject | undefined> {
    const found = this.package.find(path)
    return found instanceof ExportObject ? this.read(found) : undefined
  }

  /**
   * Every object of a class or of one that extends it, decoded one at a time.
   *
   * ```ts
   * for await (const { object, export: where } of reader.objects(ue1.Texture)) console.log(where.path, object.mips.length)
   * ```
   *
   * Objects that do not decode as what they are have no class and are left out; `read` tells why.
   */
  async *objects<T extends UnrealObject>(
    type: abstract new () => T,
  ): AsyncGenerator<ReadObject & { readonly object: T }> {
    for (const exported of this.package.exports) {
      const codec = this.#classes.find(this.ancestryOf(exported.class), this.package.context)
      if (exported.entry.size === 0 || !((codec?.create() ?? new UnrealObject()) instanceof type)) continue
      const read = await this.read(exported)
      const { object } = read
      if (object instanceof type) yield { ...read, object }
    }
  }

  /** One object and where each of its fields stands. */
  async trace(exported: ExportObject): Promise<{ read: ReadObject; fields: TracedField[] }> {
    const bytes = await exported.bytes()
    const fields: TracedField[] = []
    // The fields of an attempt that failed are not fields of the object: only the last one counts.
    const read = this.decode(exported, bytes, {
      begin: () => {
        fields.length = 0
      },
      field: (field) => fields.push(field),
    })
    return { read, fields }
  }

  /** Decodes given bytes as an object's. */
  decode(exported: ExportObject, bytes: Uint8Array, trace?: ObjectTrace): ReadObject {
    const place = { subject: this.subjectOf(exported), base: exported.entry.offset, symbols: this.package }
    return { export: exported, ...this.decodeAs(place, bytes, trace) }
  }

  /** Decodes given bytes as an object that stands at `base`, with whatever `symbols` gives for the indices in it. */
  decodeAs(place: DecodePlace, bytes: Uint8Array, trace?: ObjectTrace): DecodedBytes {
    const codec = this.#classes.find(place.subject.ancestry, this.package.context)
    const attempts = [...(codec === undefined ? [] : [codec.create]), () => new UnrealObject()]
    let error: PackageError | undefined
    for (const create of attempts) {
      trace?.begin()
      const object = create()
      const ar = this.#load(place, bytes, trace)
      try {
        object.serialize(ar)
        const rest = ar.opaque(NO_BYTES, ar.remaining, 'rest')
        return { object, rest, opaqueBytes: ar.opaqueBytes, positions: ar.positions, error }
      } catch (thrown) {
        if (!(thrown instanceof PackageError)) throw thrown
        error ??= thrown
      }
    }
    trace?.begin()
    this.#load(place, bytes, trace).opaque(NO_BYTES, bytes.length, 'rest')
    return { object: new Unreadable(), rest: bytes, opaqueBytes: bytes.length, positions: [], error }
  }

  /**
   * The bytes of an object, as they would stand at `offset`.
   *
   * An object that was read and not changed gives back the bytes it was read from.
   */
  encode({ export: exported, object, rest }: ReadObject, offset = exported.entry.offset): Uint8Array {
    return this.encodeAs(object, rest, this.subjectOf(exported), offset, exported.entry.size)
  }

  /** The bytes of any object, as they would stand at `offset`; `size` is a guess of their number. */
  encodeAs(object: UnrealObject, rest: Uint8Array, subject: Subject, offset: number, size = 0): Uint8Array {
    const ar = Archive.save(this.package.context, { base: offset, subject, capacity: size + 64 })
    object.serialize(ar)
    ar.opaque(rest, rest.length, 'rest')
    return ar.written()
  }

  /** What the layout of an object depends on beside its bytes. */
  subjectOf(exported: ExportObject): Subject {
    const { entry } = exported
    const isUE3 = this.package.context.since(Version.Flags64)
    return {
      path: exported.path,
      ancestry: this.ancestryOf(exported.class),
      flags: entry.flags,
      flagsHigh: entry.flagsHigh,
      isClass: entry.class === 0,
      isDefaultObject: isUE3 && isDefault(exported),
      isInDefaultObject: isUE3 && isInDefault(exported),
      cooked: (this.package.summary.flags & PackageFlag.Cooked) !== 0,
      schema: this.schema,
    }
  }

  /** The same for an object that is not in the package yet. */
  subjectFor(what: Omit<Subject, 'isDefaultObject' | 'cooked' | 'schema'>): Subject {
    const isUE3 = this.package.context.since(Version.Flags64)
    return {
      ...what,
      isDefaultObject: isUE3 && (what.flags & CLASS_DEFAULT_OBJECT) !== 0,
      isInDefaultObject: isUE3 && what.isInDefaultObject,
      cooked: (this.package.summary.flags & PackageFlag.Cooked) !== 0,
      schema: this.schema,
    }
  }

  /** Names of a class and its supers; `Class` for no class, which is what a class's own row says. */
  ancestryOf(objectClass: PackageObject | null): readonly string[] {
    const known = this.#ancestries.get(objectClass)
    if (known !== undefined) return known
    const names: string[] = objectClass === null ? ['Class'] : []
    let at = objectClass
    // The package's own classes say what they inherit from; the last one is another package's.
    for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
      names.push(at.name)
      at = at instanceof ExportObject ? at.super : null
    }
    const last = names.at(-1)
    if (last !== undefined) names.push(...ancestryOf(this.schema, last).slice(1))
    this.#ancestries.set(objectClass, names)
    return names
  }

  #load({ subject, base, symbols }: DecodePlace, bytes: Uint8Array, trace?: ObjectTrace): Archive {
    return Archive.load(bytes, this.package.context, {
      base,
      symbols,
      subject,
      trace: trace === undefined ? undefined : (field) => trace.field(field),
    })
  }
}

const MAX_DEPTH = 100
const NO_BYTES = new Uint8Array(0)

/** An object of which nothing could be read: all of it is in `rest`. */
class Unreadable extends UnrealObject {
  override serialize(): void {
    // Nothing is known of it.
  }
}

function isDefault(exported: ExportObject): boolean {
  return (exported.entry.flags & CLASS_DEFAULT_OBJECT) !== 0
}

function isInDefault(exported: ExportObject): boolean {
  let at: PackageObject | null = exported
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    if (at instanceof ExportObject && isDefault(at)) return true
    at = at.outer
  }
  return false
}
