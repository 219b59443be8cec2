import type { ObjectSource } from '@ukit/container'
import {
  Archive,
  type ClassType,
  EMPTY_SCHEMA,
  type Member,
  PackageFlag,
  PropertyFlag,
  type StructType,
  type ValueType,
} from '@ukit/container'
import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import {
  ArrayProperty,
  BoolProperty,
  ByteProperty,
  ClassProperty,
  ComponentProperty,
  DelegateProperty,
  Enum,
  FloatProperty,
  InterfaceProperty,
  IntProperty,
  MapProperty,
  NameProperty,
  ObjectProperty,
  PointerProperty,
  SCRIPT_CLASSES,
  ScriptStruct,
  StringProperty,
  StringRefProperty,
  StrProperty,
  StructProperty,
  VariableField,
} from '@ukit/objects/script'
import type { Package } from './package.js'
import { bodyLimit, ExportObject, type PackageObject } from './package-object.js'

/** Bodies nearer to each other than this are read in one go, up to so many bytes. */
const READ_GAP = 0x1_0000
const READ_LENGTH = 0x40_0000

// Deeper than any real nesting of arrays; ends a cycle in a damaged package.
const MAX_INNER = 8

const CREATE = new Map(SCRIPT_CLASSES.map((codec) => [codec.name.toLowerCase(), codec.create]))

/**
 * *The classes and structs that one package declares*, decoded from its own script objects when asked for.
 *
 * Only variables of classes and structs are read (not those of functions), and nothing at all of a package
 * without classes.
 */
export class PackageClasses {
  readonly #package: Package
  readonly #bytes: ReadonlyMap<ExportObject, Uint8Array>
  readonly #classes = new Map<string, ExportObject>()
  readonly #structs = new Map<string, ExportObject[]>()
  readonly #enums = new Map<string, ExportObject>()
  readonly #classTypes = new Map<ExportObject, ClassType>()
  readonly #structTypes = new Map<ExportObject, StructType>()
  readonly #fields = new Map<ExportObject, UnrealObject | undefined>()

  private constructor(pkg: Package, bytes: ReadonlyMap<ExportObject, Uint8Array>) {
    this.#package = pkg
    this.#bytes = bytes
    for (const exported of pkg.exports) {
      const key = exported.name.toLowerCase()
      if (isClass(exported)) this.#classes.set(key, exported)
      else if (isStruct(exported)) {
        const list = this.#structs.get(key)
        if (list === undefined) this.#structs.set(key, [exported])
        else list.push(exported)
      } else if (isEnum(exported) && !this.#enums.has(key)) this.#enums.set(key, exported)
    }
  }

  /** `undefined` when the package declares no class; then nothing was read. */
  static async read(pkg: Package): Promise<PackageClasses | undefined> {
    if (!pkg.exportTable.some((entry) => entry.class === 0 && entry.size > 0)) return undefined
    const wanted = pkg.exports.filter((exported) => exported.entry.size > 0 && isDeclaration(exported))
    return new PackageClasses(pkg, await readBodies(pkg.image, wanted))
  }

  /** The class of this name (in lower case). */
  class(key: string): ClassType | undefined {
    const exported = this.#classes.get(key)
    if (exported === undefined) return undefined
    let type = this.#classTypes.get(exported)
    if (type === undefined) {
      const structs = this.#childrenOf(exported).filter(isStruct)
      type = {
        name: exported.name,
        super: exported.super?.name,
        members: this.#membersOf(exported),
        structs: structs.map((struct) => this.#structOf(struct)),
      }
      this.#classTypes.set(exported, type)
    }
    return type
  }

  /** A struct of this name (in lower case), whichever class declares it. */
  struct(key: string): StructType | undefined {
    const exported = this.#structs.get(key)?.[0]
    return exported === undefined ? undefined : this.#structOf(exported)
  }

  /** The names of an enum's values (the enum's own name in lower case). */
  enum(key: string): readonly string[] | undefined {
    const exported = this.#enums.get(key)
    const field = exported === undefined ? undefined : this.#field(exported)
    return field instanceof Enum ? field.names.map(String) : undefined
  }

  #structOf(exported: ExportObject): StructType {
    let type = this.#structTypes.get(exported)
    if (type === undefined) {
      const field = this.#field(exported)
      type = {
        name: exported.name,
        super: exported.super?.name,
        members: this.#membersOf(exported),
        flags: field instanceof ScriptStruct ? field.structFlags : undefined,
      }
      this.#structTypes.set(exported, type)
    }
    return type
  }

  #childrenOf(owner: ExportObject): ExportObject[] {
    return this.#package.children(owner).filter((child) => child instanceof ExportObject)
  }

  /** The variables of a class or struct, in the order of the list that they make by `next`. */
  #membersOf(owner: ExportObject): Member[] {
    const variables = new Map<ObjectSource, VariableField>()
    for (const child of this.#childrenOf(owner)) {
      const field = this.#field(child)
      if (field instanceof VariableField) variables.set(child, field)
    }
    // What only C++ reads and writes is in no value of a struct: UDK's PolyReference has 24 bytes, those of
    // all its members but the native pointer (1 of 1; no other raw struct of the corpus has such a member).
    const skipsNative = this.#package.context.engine === 3 && isStruct(owner)
    const followers = new Set<ObjectSource>()
    for (const { next } of variables.values()) if (next !== null) followers.add(next)
    const members: Member[] = []
    const all = [...variables.keys()]
    // A list that runs in a circle has no head: its variables come last, in the order of the table.
    for (const head of [...all.filter((variable) => !followers.has(variable)), ...all]) {
      // Each is taken once, so that a circle ends.
      for (let at: ObjectSource | null = head; at !== null; ) {
        const field = variables.get(at)
        if (field === undefined) break
        variables.delete(at)
        const member = this.#memberOf(at, field)
        if (member !== undefined && !(skipsNative && (field.flags & PropertyFlag.Native) !== 0)) members.push(member)
        at = field.next
      }
    }
    return members
  }

  #memberOf(exported: ObjectSource, field: VariableField): Member | undefined {
    const type = this.#typeOf(field, 0)
    if (type === undefined) return undefined
    const isTransient = this.#package.context.engine === 3 && (field.flags & PropertyFlag.Transient) !== 0
    return {
      name: nameOf(exported),
      type,
      dim: Math.max(1, field.dimension),
      ...(isTransient ? { transient: true } : {}),
    }
  }

  #typeOf(field: UnrealObject | undefined, depth: number): ValueType | undefined {
    if (depth > MAX_INNER) return undefined
    if (field instanceof ByteProperty)
      return { kind: 'byte', enum: field.enum === null ? undefined : nameOf(field.enum) }
    if (field instanceof StructProperty) {
      return field.struct === null ? undefined : { kind: 'struct', struct: nameOf(field.struct) }
    }
    if (field instanceof ArrayProperty) return { kind: 'array', inner: this.#innerType(field.inner, depth) }
    if (field instanceof MapProperty) {
      return { kind: 'map', key: this.#innerType(field.key, depth), value: this.#innerType(field.value, depth) }
    }
    if (
      field instanceof ObjectProperty &&
      !(field instanceof ComponentProperty || field instanceof InterfaceProperty)
    ) {
      const isClass = field instanceof ClassProperty
      const needed = isClass ? field.metaClass : field.class
      return { kind: isClass ? 'class' : 'object', ...(needed === null ? {} : { class: nameOf(needed) }) }
    }
    for (const [kind, is] of KINDS) if (field instanceof is) return { kind }
    return undefined
  }

  #innerType(inner: ObjectSource | null, depth: number): ValueType | undefined {
    return inner instanceof ExportObject ? this.#typeOf(this.#field(inner), depth + 1) : undefined
  }

  /** A declaration, decoded; `undefined` when it is none or cannot be read. */
  #field(exported: ExportObject): UnrealObject | undefined {
    if (this.#fields.has(exported)) return this.#fields.get(exported)
    const field = this.#decode(exported)
    this.#fields.set(exported, field)
    return field
  }

  #decode(exported: ExportObject): UnrealObject | undefined {
    const bytes = this.#bytes.get(exported)
    const field = CREATE.get(exported.className.toLowerCase())?.()
    if (bytes === undefined || field === undefined) return undefined
    const ar = Archive.load(bytes, this.#package.context, {
      base: exported.entry.offset,
      symbols: this.#package,
      subject: {
        path: exported.path,
        ancestry: [exported.className],
        flags: exported.entry.flags,
        flagsHigh: exported.entry.flagsHigh,
        isClass: false,
        isDefaultObject: false,
        isInDefaultObject: false,
        cooked: (this.#package.summary.flags & PackageFlag.Cooked) !== 0,
        schema: EMPTY_SCHEMA,
      },
    })
    try {
      field.serialize(ar)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      // A struct's flags come before its defaults, so they are known even when those cannot be read.
      return field instanceof ScriptStruct ? field : undefined
    }
    return field
  }
}

/** Kinds that say all by themselves; subclasses before their supers. */
const KINDS = [
  ['int', IntProperty],
  ['int', StringRefProperty],
  ['bool', BoolProperty],
  ['float', FloatProperty],
  ['name', NameProperty],
  ['str', StrProperty],
  ['string', StringProperty],
  ['pointer', PointerProperty],
  ['component', ComponentProperty],
  ['interface', InterfaceProperty],
  ['delegate', DelegateProperty],
] as const

function nameOf(object: ObjectSource): string {
  return object.path.slice(object.path.lastIndexOf('.') + 1)
}

function isClass(exported: ExportObject): boolean {
  return exported.entry.class === 0 && exported.entry.size > 0
}

function isStruct(exported: ExportObject): boolean {
  return exported.className === 'Struct' || exported.className === 'ScriptStruct'
}

function isEnum(exported: ExportObject): boolean {
  return exported.className === 'Enum'
}

/** An enum, a struct, or a variable of a class or struct, or of such a variable (the element of an array). */
function isDeclaration(exported: ExportObject): boolean {
  if (isStruct(exported) || isEnum(exported)) return true
  if (!isVariable(exported)) return false
  let owner: PackageObject | null = exported.outer
  for (let depth = 0; depth < MAX_INNER && owner instanceof ExportObject && isVariable(owner); depth++)
    owner = owner.outer
  return owner instanceof ExportObject && (isClass(owner) || isStruct(owner))
}

function isVariable(exported: ExportObject): boolean {
  return exported.className.endsWith('Property')
}

/** Many small bodies in few large reads. */
async function readBodies(image: ByteSource, wanted: readonly ExportObject[]): Promise<Map<ExportObject, Uint8Array>> {
  const sorted = [...wanted].sort((a, b) => a.entry.offset - b.entry.offset)
  const bodies = new Map<ExportObject, Uint8Array>()
  let group: ExportObject[] = []
  let start = 0
  let end = 0
  const flush = async (): Promise<void> => {
    if (group.length === 0) return
    const bytes = await readIfWhole(image, start, end)
    for (const exported of group) {
      const { offset, size } = exported.entry
      // A damaged block spoils the bodies that it holds, not their neighbours.
      const body =
        bytes?.subarray(offset - start, offset - start + size) ?? (await readIfWhole(image, offset, offset + size))
      if (body !== undefined) bodies.set(exported, body)
    }
    group = []
  }
  for (const exported of sorted) {
    const { offset, size } = exported.entry
    // Rows that point out of the file are somebody else's to report.
    if (offset < 0 || offset + size > image.byteLength || size > bodyLimit(exported.package.file.byteLength)) continue
    if (group.length > 0 && (offset > end + READ_GAP || offset + size - start > READ_LENGTH)) await flush()
    if (group.length === 0) {
      start = offset
      end = offset
    }
    end = Math.max(end, offset + size)
    group.push(exported)
  }
  await flush()
  return bodies
}

/** `undefined` where compressed bytes do not decode: anyone who reads the object itself reports it. */
async function readIfWhole(image: ByteSource, start: number, end: number): Promise<Uint8Array | undefined> {
  try {
    return await image.slice(start, end)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return undefined
  }
}
