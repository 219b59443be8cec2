import type { Subject } from '@ukit/container'
import {
  Archive,
  ancestryOf,
  ObjectFlagLow,
  PackageFlag,
  type Schema,
  type TracedField,
  Version,
} from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import { PackageError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import type { ClassRegistry } from '@ukit/objects'
import { standardClasses, UnrealObject } from '@ukit/objects'
import { isComponent } from '@ukit/objects/internal'
import { ExportSubject } from './export-subject.js'
import { type InheritedValues, inheritedValues } from './inherited-values.js'
import { keyedAmong, keyedObject, type ObjectKey } from './object-key.js'
import type { HeldValues, ObjectValue } from './object-value.js'
import { ObjectView } from './object-view.js'
import { ownClasses } from './own-classes.js'
import type { Package } from './package.js'
import { ExportObject, ImportObject, type PackageObject } from './package-object.js'
import { packageSchema } from './package-schema.js'
import { PackageSet } from './package-set.js'
import type { DecodedBytes, DecodePlace, EncodedBytes, ObjectTrace, ReadObject } from './read-object.js'
import { RecentlyUsed } from './recently-used.js'

/** How to read objects. */
export interface ReadOptions {
  /** Other packages, for the classes that this one only refers to, shared with other readers. */
  readonly packages?: PackageSet | undefined
  /** Codecs; those of `standardClasses()` unless others are given. */
  readonly classes?: ClassRegistry | undefined
}

/**
 * *Reads and writes the objects of a package.*
 *
 * Made once a package, because it knows the classes: the package's own, those of `packages`, and the stock
 * ones that ship with ukit.
 */
export class ObjectReader {
  /** The package whose objects it reads. */
  readonly package: Package
  /** Variables of the classes that it knows, by class. */
  readonly schema: Schema
  /** Other packages, as far as references were followed into them, and what was missing there. */
  readonly packages: PackageSet
  readonly #classes: ClassRegistry
  /** Archives that are not at work: for one object after the other, as long as nothing is traced. */
  #loader: Archive | undefined
  #saver: { readonly ar: Archive; readonly buffer: Uint8Array } | undefined
  #last: { readonly exported: ExportObject; readonly subject: Subject } | undefined
  readonly #ancestries = new Map<PackageObject | null, readonly string[]>()
  /** Values of classes, default objects and archetypes, the most recently used at the end. */
  readonly #defaults = new RecentlyUsed<ExportObject, HeldValues>(MOST_CLASSES)
  /** What objects inherit, flattened, by their class or archetype; the most recently used at the end. */
  readonly #inherited = new RecentlyUsed<PackageObject, InheritedValues>(MOST_CLASSES)

  private constructor(pkg: Package, schema: Schema, packages: PackageSet, classes: ClassRegistry) {
    this.package = pkg
    this.schema = schema
    this.packages = packages
    this.#classes = classes
  }

  /** Gathers what is known of the package's classes; once for each package of a `PackageSet`. */
  static open(pkg: Package, options: ReadOptions = {}): Promise<ObjectReader> {
    const packages = options.packages ?? new PackageSet()
    const readers = READERS.get(packages) ?? new Map<Package, Promise<ObjectReader>>()
    READERS.set(packages, readers)
    let reader = readers.get(pkg)
    if (reader === undefined) {
      reader = ObjectReader.#create(pkg, packages, options.classes ?? standardClasses())
      readers.set(pkg, reader)
      reader.catch(() => readers.delete(pkg))
    }
    return reader
  }

  static async #create(pkg: Package, packages: PackageSet, classes: ClassRegistry): Promise<ObjectReader> {
    const own = classes.forGame(await ownClasses(pkg))
    return new ObjectReader(pkg, await packageSchema(pkg, packages), packages, own)
  }

  /**
   * The reader of another package, one that a reference led to: with the same codecs and the same set of
   * packages.
   */
  forPackage(pkg: Package): Promise<ObjectReader> {
    return ObjectReader.open(pkg, { packages: this.packages, classes: this.#classes })
  }

  /** @internal A reader with the same knowledge of classes over another package, of the same engine. */
  withPackage(pkg: Package): ObjectReader {
    return new ObjectReader(pkg, this.schema, this.packages, this.#classes)
  }

  /**
   * One object, decoded as far as it can be. Never fails for what is in its bytes: see `ReadObject.error`.
   *
   * @throws {PackageError} when the bytes themselves cannot be read (a block that does not decompress).
   */
  async read(exported: ExportObject): Promise<ReadObject> {
    return this.decode(exported, await exported.bytes())
  }

  /**
   * The object at a path, decoded; `undefined` when there is none, or when it belongs to another package. See
   * `Package.find`.
   */
  async get(path: string): Promise<ReadObject | undefined> {
    const found = this.package.find(path)
    return found instanceof ExportObject ? this.read(found) : undefined
  }

  /**
   * Every object of a class or of one that extends it, decoded one at a time.
   *
   * By the class's name it is for every engine; by the class that reads it, typed.
   *
   * ```ts
   * for await (const { export: where } of reader.objects('Texture')) console.log(where.path)
   * for await (const { object } of reader.objects(ue1.Texture)) console.log(object.mips.length)
   * ```
   *
   * By name all are given that have bytes (`error` says which do not decode); by type those are left out that
   * do not decode, because they are not of the type.
   */
  objects(className: string): AsyncGenerator<ReadObject>
  /** The objects of a class (of its subclasses too), read one after the other in the order of the table. */
  objects<T extends UnrealObject>(type: abstract new () => T): AsyncGenerator<ReadObject & { readonly object: T }>
  objects(type: string | (abstract new () => UnrealObject)): AsyncGenerator<ReadObject> {
    return typeof type === 'string' ? this.#objectsNamed(type) : this.#objectsOf(type)
  }

  async *#objectsNamed(className: string): AsyncGenerator<ReadObject> {
    const key = className.toLowerCase()
    for (const exported of this.package.exports) {
      if (exported.entry.size === 0) continue
      if (this.ancestryOf(exported.class).some((name) => name.toLowerCase() === key)) yield this.read(exported)
    }
  }

  async *#objectsOf(type: abstract new () => UnrealObject): AsyncGenerator<ReadObject> {
    for (const exported of this.package.exports) {
      const codec = this.#classes.find(this.ancestryOf(exported.class), this.package.context)
      if (exported.entry.size === 0 || !((codec?.create() ?? new UnrealObject()) instanceof type)) continue
      const read = await this.read(exported)
      const { object } = read
      if (object instanceof type) yield { ...read, object }
    }
  }

  /**
   * *The object that a reference means*, in whichever package holds it; see `PackageSet.follow`. The
   * redirectors of UE3, which the editor leaves where an object was, are followed too.
   *
   * Values of properties and fields can be given as they are: what is not an object of a package gives
   * `undefined`.
   */
  async follow(reference: unknown): Promise<ExportObject | undefined> {
    let found = isPackageObject(reference) ? await this.packages.follow(reference) : undefined
    for (let step = 0; found?.className === 'ObjectRedirector'; step++) {
      if (step === MAX_REDIRECTORS) return undefined
      const reader = found.package === this.package ? this : await this.forPackage(found.package)
      const { object } = await reader.read(found)
      const destination = 'destination' in object ? object.destination : null
      found = isPackageObject(destination) ? await this.packages.follow(destination) : undefined
    }
    return found
  }

  /**
   * *The object of a key*: in this package or in one of its set; `undefined` when neither has it.
   *
   * ```ts
   * const { materials } = await meshOf(reader, mesh)
   * const texture = materials[0]?.object
   * if (texture !== undefined) (await reader.objectOf(texture))?.className   // 'Texture'
   * ```
   */
  async objectOf(key: ObjectKey): Promise<ExportObject | undefined> {
    const isOwn = key.package.toLowerCase() === this.package.name.toLowerCase()
    const own = isOwn ? keyedObject(this.package, key) : undefined
    if (own !== undefined) return own
    return keyedAmong([...(isOwn ? [this.package] : []), ...(await this.packages.named(key.package))], key)
  }

  /**
   * *The value that an object has*: what it sets itself, else the default of its class, that class's supers
   * (UE1, UE2) or its archetypes (UE3), through other packages.
   *
   * ```ts
   * const found = await reader.value(light, 'LightType')
   * found?.value       // 1
   * found?.enumName    // 'LT_Steady'
   * found?.from.path   // 'Light': its class sets it
   * ```
   *
   * @param path of a variable, ignoring case: `LightRadius`, an element of a static array `Skins[1]`, a
   *   member of a struct `Region.Zone`.
   * @returns `undefined` when nobody available sets it: then it is zero, or set by one of `packages.missing`.
   *   A struct or an array that a class sets is shared by all calls: do not change it.
   */
  async value(object: ExportObject | ReadObject, path: string): Promise<ObjectValue | undefined> {
    return (await this.view(object)).value(path)
  }

  /**
   * *An object with all that it inherits*, whose values can then be asked for by name and type without
   * waiting: for a program that looks at many values, as one that draws a level.
   *
   * What objects of one class inherit is gathered once a class.
   *
   * @param object of this package, read or not, or its path.
   * @throws {PackageError} `refused` for a path that no export has, or several have; as `read` does.
   */
  async view(object: ExportObject | ReadObject | string): Promise<ObjectView> {
    const exported = typeof object === 'string' ? this.package.export(object) : object
    const read = exported instanceof ExportObject ? await this.read(exported) : exported
    return new ObjectView(this, read, await inheritedValues(this, read, this.#inherited))
  }

  /**
   * @internal What a class, a default object or an archetype sets. It is kept, since many objects inherit
   * from it, and shared by all calls: do not change it.
   */
  defaultsIn(holder: ExportObject): Promise<HeldValues> {
    return this.#defaults.get(holder, async () => {
      // Only the properties: a class has its code and its text beside them.
      const { properties } = (await this.read(holder)).object
      return { export: holder, object: { properties } }
    })
  }

  /** One object, and where each of its fields is. */
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
    const { object, rest, opaqueBytes, error } = this.decodeAs(place, bytes, trace)
    return { export: exported, object, rest, opaqueBytes, error }
  }

  /**
   * Decodes given bytes as an object that is at `base`, with whatever `symbols` gives for the indices in it.
   */
  decodeAs(place: DecodePlace, bytes: Uint8Array, trace?: ObjectTrace): DecodedBytes {
    const codec = this.#classes.find(place.subject.ancestry, this.package.context)
    const first = this.#decodeAs((codec?.create ?? plainObject)(), place, bytes, trace, undefined)
    // Nearly always; what follows is for the few that are something else than their class says.
    if (!(first instanceof PackageError) && (first.rest.length === 0 || codec !== undefined)) return first
    const attempts = codec === undefined ? [plainObject] : [codec.create, plainObject]
    let error: PackageError | undefined
    for (const create of attempts) {
      const read = create === attempts[0] ? first : this.#decodeAs(create(), place, bytes, trace, error)
      if (!(read instanceof PackageError) && (read.rest.length === 0 || codec !== undefined)) return read
      const other = this.#decodeByLayout(codec === undefined ? undefined : create, place, bytes, trace, error)
      if (other !== undefined) return other
      // The trace is of the attempt that counts, so that one is made again.
      if (!(read instanceof PackageError)) {
        const traced = trace === undefined ? read : this.#decodeAs(create(), place, bytes, trace, error)
        if (!(traced instanceof PackageError)) return traced
      } else {
        error ??= read
      }
    }
    trace?.begin()
    this.#load(place, bytes, trace).opaque(NO_BYTES, bytes.length, 'rest')
    return { object: new Unreadable(), rest: bytes, opaqueBytes: bytes.length, positions: [], error }
  }

  /** Fills an object from bytes, as far as its class reads them; `error` is of the attempt before. */
  #decodeAs(
    object: UnrealObject,
    place: DecodePlace,
    bytes: Uint8Array,
    trace: ObjectTrace | undefined,
    error: PackageError | undefined,
  ): DecodedBytes | PackageError {
    trace?.begin()
    const ar = this.#load(place, bytes, trace)
    this.#loader = undefined
    try {
      object.serialize(ar)
      const rest = ar.opaque(NO_BYTES, ar.remaining, 'rest')
      if (trace === undefined) this.#loader = ar
      return { object, rest, opaqueBytes: ar.opaqueBytes, positions: ar.positions, error }
    } catch (thrown) {
      if (!(thrown instanceof PackageError)) throw thrown
      return thrown
    }
  }

  /**
   * What an object may be whose class is another package's, where only its name said what it is: a component
   * that was not taken for one or the other way round (Rocket League's `Goal_TA` and `ParameterDispenser_X`,
   * XCOM 2's `X2Ambient_Interior`), or of a class that extends the one in its name (`Pylon_Soccar_TA`).
   * Counts only when it explains every byte.
   */
  #decodeByLayout(
    create: (() => UnrealObject) | undefined,
    place: DecodePlace,
    bytes: Uint8Array,
    trace: ObjectTrace | undefined,
    error: PackageError | undefined,
  ): DecodedBytes | undefined {
    const { ancestry, isDefaultObject, isClass } = place.subject
    const { context } = this.package
    if (!context.since(Version.NetIndex) || isDefaultObject || isClass) return undefined
    if (ancestry.some((name) => ROOTS.has(name.toLowerCase()))) return undefined
    const guesses =
      create === undefined ? this.#classes.similarTo(ancestry[0] ?? '', context).map((codec) => codec.create) : []
    for (const guess of [create ?? plainObject, ...guesses]) {
      // A known class was tried as what its name says already.
      for (const isOther of guesses.includes(guess) ? [false, true] : [true]) {
        const object = guess()
        object.isComponent = isComponent(ancestry, context.dialect) !== isOther
        const read = this.#decodeAs(object, place, bytes, trace, error)
        if (!(read instanceof PackageError) && read.rest.length === 0) return read
      }
    }
    return undefined
  }

  /**
   * The bytes of an object, as they would be at `offset`.
   *
   * An object that was read and not changed gives back the bytes it was read from.
   *
   * @param buffer where to write them when it is large enough, for somebody who encodes many objects and
   *   looks at each only once.
   */
  encode(
    { export: exported, object, rest }: ReadObject,
    offset = exported.entry.offset,
    buffer?: Uint8Array,
  ): Uint8Array {
    return this.encodeAs(object, rest, this.subjectOf(exported), offset, exported.entry.size, buffer).bytes
  }

  /** The bytes of any object, as they would be at `offset`; `size` is a guess of their number. */
  encodeAs(
    object: UnrealObject,
    rest: Uint8Array,
    subject: Subject,
    offset: number,
    size = 0,
    buffer?: Uint8Array,
  ): EncodedBytes {
    const ar = this.#saverInto(buffer, offset, subject, size + 64)
    object.serialize(ar)
    ar.opaque(rest, rest.length, 'rest')
    const bytes = ar.written()
    if (buffer !== undefined && bytes.buffer === buffer.buffer) this.#saver = { ar, buffer }
    return { bytes, positions: ar.positions }
  }

  /** The archive that wrote into the buffer before, where there is one. */
  #saverInto(buffer: Uint8Array | undefined, base: number, subject: Subject, capacity: number): Archive {
    const saver = this.#saver
    this.#saver = undefined
    if (buffer === undefined || saver?.buffer !== buffer || buffer.length < capacity)
      return Archive.save(this.package.context, { base, subject, capacity, buffer })
    saver.ar.resave(base, subject)
    return saver.ar
  }

  /**
   * *What an object may turn out to be*, before any of its bytes are read: an empty object of each class that
   * could read it, the likeliest first. Several only where nothing but a class's name is known (UE3).
   */
  possibleObjects(exported: ExportObject): UnrealObject[] {
    const { context } = this.package
    const ancestry = this.ancestryOf(exported.class)
    const codec = this.#classes.find(ancestry, context)
    if (codec !== undefined) return [codec.create()]
    const similar = context.since(Version.NetIndex) ? this.#classes.similarTo(ancestry[0] ?? '', context) : []
    return [new UnrealObject(), ...similar.map(({ create }) => create())]
  }

  /**
   * *An empty object of a class*, to be filled and added to the package: of the codec that reads the class in
   * the package's game; `undefined` for a class that has none.
   */
  emptyObject(className: string): UnrealObject | undefined {
    return this.#classes.find(ancestryOf(this.schema, className), this.package.context)?.create()
  }

  /** What the layout of an object depends on beside its bytes. */
  subjectOf(exported: ExportObject): Subject {
    // Who decodes an object often encodes it next.
    if (this.#last?.exported === exported) return this.#last.subject
    const subject = new ExportSubject(exported, this.ancestryOf(exported.class), this.schema)
    this.#last = { exported, subject }
    return subject
  }

  /** The same for an object that is not in the package yet. */
  subjectFor(what: Omit<Subject, 'isDefaultObject' | 'cooked' | 'schema'>): Subject {
    const isUE3 = this.package.context.since(Version.Flags64)
    const { path, ancestry, flags, flagsHigh, isClass } = what
    return {
      path,
      ancestry,
      flags,
      flagsHigh,
      isClass,
      isDefaultObject: isUE3 && (what.flags & ObjectFlagLow.ClassDefaultObject) !== 0,
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
    for (let depth = 0; at !== null && depth < Limit.Supers; depth++) {
      names.push(at.name)
      at = at instanceof ExportObject ? at.super : null
    }
    const last = names.at(-1)
    if (last !== undefined) names.push(...ancestryOf(this.schema, last).slice(1))
    this.#ancestries.set(objectClass, names)
    return names
  }

  #load({ subject, base, symbols }: DecodePlace, bytes: Uint8Array, trace?: ObjectTrace): Archive {
    if (trace === undefined && this.#loader !== undefined) {
      this.#loader.reload(bytes, base, symbols, subject)
      return this.#loader
    }
    return Archive.load(bytes, this.package.context, {
      base,
      symbols,
      subject,
      trace: trace === undefined ? undefined : (field) => trace.field(field),
    })
  }
}

/** Maximum number of classes whose values a reader keeps: more than the objects of most packages have. */
const MOST_CLASSES = 256

/** Maximum number of redirectors on the way to an object: more are a circle. */
const MAX_REDIRECTORS = 32

/** The readers of the packages of a set: each knows its package's classes, which took reading them. */
const READERS = new WeakMap<PackageSet, Map<Package, Promise<ObjectReader>>>()

const plainObject = () => new UnrealObject()

/** Classes that say, among the supers of another, whether that one is a component. */
const ROOTS = new Set(['object', 'component'])

/** An object of which nothing could be read: all of it is in `rest`. */
class Unreadable extends UnrealObject {
  override serialize(): void {
    // Nothing is known of it.
  }
}

function isPackageObject(value: unknown): value is PackageObject {
  return value instanceof ExportObject || value instanceof ImportObject
}
