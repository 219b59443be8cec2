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
  ScriptStruct,
  StringProperty,
  StringRefProperty,
  StrProperty,
  StructProperty,
  scriptClass,
  VariableField,
} from '@ukit/objects/script'
import { DeclarationBodies } from './declaration-bodies.js'
import { DeclarationRows, isStruct, MAX_INNER } from './declaration-rows.js'
import { DeclaredClass, DeclaredStruct } from './declared-types.js'
import type { Package } from './package.js'
import { ExportObject } from './package-object.js'

/**
 * *The classes and structs that one package declares*, decoded from its own script objects when they are
 * first needed.
 *
 * Only variables of classes and structs are read, not those of functions. Of a package without classes
 * nothing is read.
 */
export class PackageClasses {
  readonly #package: Package
  readonly #rows: DeclarationRows
  readonly #bodies: DeclarationBodies
  readonly #classes = new Map<string, ExportObject>()
  readonly #structs = new Map<string, ExportObject>()
  readonly #enums = new Map<string, ExportObject>()
  /** Rows of structs and variables, by the row of the class or struct that contains them. */
  readonly #children = new Map<number, number[]>()
  readonly #classTypes = new Map<ExportObject, ClassType>()
  readonly #structTypes = new Map<ExportObject, StructType>()
  readonly #fields = new Map<ExportObject, UnrealObject | undefined>()

  private constructor(pkg: Package, rows: DeclarationRows, bodies: DeclarationBodies) {
    this.#package = pkg
    this.#rows = rows
    this.#bodies = bodies
    const { outers } = pkg.exportColumns
    for (let index = 0; index < outers.length; index++) {
      const kind = rows.kindOf(index)
      if (kind === undefined) continue
      const outer = (outers[index] ?? 0) - 1
      if (outer >= 0 && (kind === 'struct' || kind === 'variable')) {
        const siblings = this.#children.get(outer)
        if (siblings === undefined) this.#children.set(outer, [index])
        else siblings.push(index)
      }
      if (kind === 'variable') continue
      const exported = exportAt(pkg, index)
      if (exported === undefined) continue
      const key = exported.name.toLowerCase()
      if (kind === 'class') this.#classes.set(key, exported)
      if (kind === 'struct' && !this.#structs.has(key)) this.#structs.set(key, exported)
      if (kind === 'enum' && !this.#enums.has(key)) this.#enums.set(key, exported)
    }
  }

  /** `undefined` when the package declares no class; then nothing was read. */
  static async read(pkg: Package): Promise<PackageClasses | undefined> {
    const { classes, sizes } = pkg.exportColumns
    if (!classes.some((reference, index) => reference === 0 && (sizes[index] ?? 0) > 0)) return undefined
    const rows = new DeclarationRows(pkg)
    return new PackageClasses(pkg, rows, await DeclarationBodies.read(pkg, rows))
  }

  /** The class of this name (in lower case). */
  class(key: string): ClassType | undefined {
    const exported = this.#classes.get(key)
    if (exported === undefined) return undefined
    let type = this.#classTypes.get(exported)
    if (type === undefined) {
      type = new DeclaredClass(
        exported,
        () => this.#membersOf(exported),
        () => this.#structsIn(exported),
      )
      this.#classTypes.set(exported, type)
    }
    return type
  }

  /** A struct of this name (in lower case), whichever class declares it. */
  struct(key: string): StructType | undefined {
    const exported = this.#structs.get(key)
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
      const flags = () => {
        const field = this.#field(exported)
        return field instanceof ScriptStruct ? field.structFlags : undefined
      }
      type = new DeclaredStruct(exported, () => this.#membersOf(exported), flags)
      this.#structTypes.set(exported, type)
    }
    return type
  }

  #structsIn(owner: ExportObject): StructType[] {
    return this.#childrenOf(owner)
      .filter((child) => isStruct(child.className))
      .map((struct) => this.#structOf(struct))
  }

  /** Structs and variables in a class or struct, in the order of the table. */
  #childrenOf(owner: ExportObject): readonly ExportObject[] {
    const rows = this.#children.get(owner.index) ?? []
    return rows.map((index) => exportAt(this.#package, index)).filter((child) => child !== undefined)
  }

  /** The variables of a class or struct, in the order of the linked list (`next`). */
  #membersOf(owner: ExportObject): Member[] {
    const variables = new Map<ObjectSource, VariableField>()
    for (const child of this.#childrenOf(owner)) {
      const field = this.#field(child)
      if (field instanceof VariableField) variables.set(child, field)
    }
    // Variables that only C++ reads and writes are not in the values of a struct: UDK's PolyReference has 24
    // bytes, those of all its members but the native pointer (1 of 1; no other raw struct of the corpus has
    // such a member).
    const skipsNative = this.#package.context.engine === 3 && isStruct(owner.className)
    const followers = new Set<ObjectSource>()
    for (const { next } of variables.values()) if (next !== null) followers.add(next)
    const members: Member[] = []
    const all = [...variables.keys()]
    // A circular list does not have a head: its variables come last, in the order of the table.
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

  /** A declaration, decoded; `undefined` when the object is not a declaration or cannot be read. */
  #field(exported: ExportObject): UnrealObject | undefined {
    if (this.#fields.has(exported)) return this.#fields.get(exported)
    const field = this.#decode(exported)
    this.#fields.set(exported, field)
    return field
  }

  #decode(exported: ExportObject): UnrealObject | undefined {
    const field = scriptClass(exported.className, this.#package.context)?.()
    const bytes = this.#rows.isDeclaration(exported.index) ? this.#bodies.of(exported) : undefined
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

/** Kinds that need no further information; subclasses before their superclasses. */
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

function exportAt(pkg: Package, index: number): ExportObject | undefined {
  const object = pkg.objectAt(index + 1)
  return object instanceof ExportObject ? object : undefined
}
