import type { ObjectSource } from '@ukit/container'
import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { readAhead } from '@ukit/files/internal'
import type { UnrealObject } from '@ukit/objects'
import { Class, Field, type Struct, VariableField } from '@ukit/objects/script'

/** More objects are in no class; ends a tree that a damaged package makes endless. */
const MOST_OBJECTS = 1_000_000

/** A declaration as it was read, and its object. */
export interface FieldObject<T extends Field = Field> {
  readonly export: ExportObject
  readonly object: T
}

/** A declaration that could not be read. */
export interface BrokenField {
  readonly export: ExportObject
  readonly message: string
}

/**
 * *Everything that is inside a class, and inside the object that holds its defaults, decoded*: read once, so
 * that the questions after it need not wait.
 */
export class ClassObjects {
  /** The class. */
  readonly export: ExportObject
  readonly object: Class
  /** Reads the package that it is in. */
  readonly reader: ObjectReader
  /** What holds its defaults: itself, or an object of its own (UE3); `undefined` when that one is missing. */
  readonly defaults: ReadObject | undefined
  /**
   * Tells whether several structs or enums have a name: the class of the one that is meant is written in
   * front of it.
   */
  readonly isAmbiguous: (name: string) => boolean
  readonly #read: ReadonlyMap<ObjectSource, ReadObject>

  private constructor(
    reader: ObjectReader,
    exported: ExportObject,
    object: Class,
    read: ReadonlyMap<ObjectSource, ReadObject>,
    isAmbiguous: (name: string) => boolean,
  ) {
    this.isAmbiguous = isAmbiguous
    this.reader = reader
    this.export = exported
    this.object = object
    this.#read = read
    this.defaults = read.get(object.defaultObject ?? exported)
  }

  /** `undefined` when the class itself does not decode: then `ReadObject.error` of it says why. */
  static async read(
    reader: ObjectReader,
    exported: ExportObject,
    isAmbiguous: (name: string) => boolean = () => false,
    signal?: AbortSignal,
  ): Promise<ClassObjects | undefined> {
    const image = readAhead(reader.package.image)
    const found = new Map<ObjectSource, ReadObject>()
    const decode = async (object: ExportObject): Promise<ReadObject> => {
      const bytes = object.bytesFrom(image)
      const read = reader.decode(object, bytes instanceof Uint8Array ? bytes : await bytes)
      found.set(object, read)
      signal?.throwIfAborted()
      return read
    }
    const { object } = await decode(exported)
    if (!(object instanceof Class)) return undefined
    const roots = [exported]
    if (object.defaultObject instanceof ExportObject) roots.push(object.defaultObject)
    const waiting: ExportObject[] = roots.slice(1)
    for (const root of roots) waiting.push(...exportsIn(reader, root))
    for (let i = 0; i < waiting.length && found.size < MOST_OBJECTS; i++) {
      const next = waiting[i]
      if (next === undefined || found.has(next)) continue
      await decode(next)
      if (next !== roots[1]) waiting.push(...exportsIn(reader, next))
    }
    return new ClassObjects(reader, exported, object, found, isAmbiguous)
  }

  /** An object inside the class or its defaults, as it was read. */
  get(source: ObjectSource | null): ReadObject | undefined {
    return source === null ? undefined : this.#read.get(source)
  }

  /** The same, when it is a declaration that was read without an error. */
  field(source: ObjectSource | null): FieldObject | undefined {
    const read = this.get(source)
    return read?.object instanceof Field && read.error === undefined
      ? { export: read.export, object: read.object }
      : undefined
  }

  /** The variable of an array, or of its element. */
  variable(source: ObjectSource | null): VariableField | undefined {
    const object = this.get(source)?.object
    return object instanceof VariableField ? object : undefined
  }

  /**
   * What a class, struct, function or state declares, in the order of its list; then what is inside it and
   * not in the list, because the list is cut by an object that does not decode.
   */
  list(owner: ExportObject, object: Struct): (FieldObject | BrokenField)[] {
    const listed = new Map<ExportObject, FieldObject | BrokenField>()
    for (let at = object.children; at instanceof ExportObject && !listed.has(at); ) {
      const read = this.#read.get(at)
      if (read === undefined) break
      const field = asField(read)
      listed.set(at, field)
      at = 'object' in field ? field.object.next : null
    }
    for (const child of exportsIn(this.reader, owner)) {
      const read = this.#read.get(child)
      if (read === undefined || listed.has(child)) continue
      const isField =
        read.object instanceof Field ||
        /^(Const|Enum|Struct|ScriptStruct|Function|State|\w*Property)$/.test(child.className)
      if (isField && !(read.object instanceof Class)) listed.set(child, asField(read))
    }
    return [...listed.values()]
  }

  /** Objects inside an object that were read, in table order. */
  children(owner: ExportObject): ReadObject[] {
    return exportsIn(this.reader, owner).flatMap((child) => this.#read.get(child) ?? [])
  }
}

function exportsIn(reader: ObjectReader, owner: ExportObject): ExportObject[] {
  return reader.package.children(owner).filter((child) => child instanceof ExportObject)
}

function asField({ export: exported, object, error }: ReadObject): FieldObject | BrokenField {
  if (error === undefined && object instanceof Field) return { export: exported, object }
  return { export: exported, message: error?.message ?? `expected a declaration, found ${describe(object, exported)}` }
}

function describe(_object: UnrealObject, exported: ExportObject): string {
  return `an object of class ${exported.className}`
}
