import {
  Archive,
  type Member,
  PackageFlag,
  PropertyFlag,
  type StructType,
  UString,
  type ValueType,
  Version,
} from '@ukit/container'
import { PackageError } from '@ukit/files'
import { DelegateValue, Property, PropertyList, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { rawStruct, tagNameOf } from '@ukit/objects/internal'
import type { ClassSymbol, StructSymbol, Type, VariableSymbol } from '@ukit/script/symbols'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { ClassDraft } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'
import type { DefaultLayer } from './layer.js'
import { memberNamed, structAndSupers } from './members.js'
import {
  DefaultObject,
  DelegateTarget,
  isZero,
  NameText,
  StructValue,
  sameValue,
  UnreadValue,
  type Value,
  zeroOf,
} from './value.js'

/** Of a variable: headers do not declare it. */
const NO_EXPORT = 0x80_0000

/** UE3: variables that are not written. */
const DEPRECATED = 0x2000_0000

/**
 * UE3, upper flags: it may refer to an object of another level, and is always written, `None` too
 * (`ReplacementPrimitive` 625 times in UDK's packages, `Parent` of material instances).
 */
const CROSS_LEVEL = 0x3000

/**
 * Values in one list, elements of arrays and members of structs in structs too. A few lines of text can ask
 * for more than any computer holds; the largest known list has some ten thousand.
 */
const MOST_VALUES = 0x40_0000

/** Variables that are never written, no matter what they hold. */
const NOT_STORED = PropertyFlag.Native | PropertyFlag.Transient

/**
 * *Writes values as the list of tags that compilers store*: the class's own variables in the order in which
 * it links them, then its superclass's, elements of static arrays by their number; only what differs from the
 * layer below.
 *
 * UT99: the order holds for 13,585 of 13,592 lists.
 */
export class PropertyLists {
  readonly #draft: PackageDraft
  readonly #classes: ReadonlyMap<ClassSymbol, ClassDraft>
  readonly #orders = new Map<ClassSymbol, readonly VariableSymbol[]>()
  /** Values that the list may still have. */
  #left = MOST_VALUES

  /** @param classes those of the package that is built. */
  constructor(draft: PackageDraft, classes: ReadonlyMap<ClassSymbol, ClassDraft>) {
    this.#draft = draft
    this.#classes = classes
  }

  /** The tags of a class, or of an object of it. */
  listOf(layer: DefaultLayer, writesZeroes: boolean): PropertyList {
    const list = this.#empty()
    this.#left = MOST_VALUES
    // UE3 stores transient ones (13 of defaults, 30 of 30 of structs), and none that are deprecated.
    const notStored = this.#draft.engine === 3 ? PropertyFlag.Native | DEPRECATED : NOT_STORED
    for (const owner of classAndSupers(layer.owner)) {
      const isOwn = owner === layer.owner
      for (const variable of this.#variablesOf(owner)) {
        if ((variable.flags & notStored) !== 0) continue
        for (let index = 0; index < variable.dimension; index++) {
          this.#count()
          const value = layer.get(variable, index)
          const base = layer.base?.get(variable, index) ?? zeroOf(variable.type)
          const isSame = sameValue(value, base)
          // A variable that the class declares has nothing to differ from: all of its struct is written
          // (UE3).
          const isNew = isOwn && layer.base?.owner !== layer.owner
          const isAlways =
            (isOwn && writesZeroes) || (variable.flagsHigh & CROSS_LEVEL) !== 0 || (isOwn && isOfCpp(variable))
          if (isAlways || !isSame) this.#add(list, variable, index, value, isNew ? undefined : base)
        }
      }
    }
    return list
  }

  /** The variables of a class in the order of its list; of a class of this package as it was declared. */
  #variablesOf(owner: ClassSymbol): readonly VariableSymbol[] {
    let order = this.#orders.get(owner)
    if (order === undefined) {
      const made = this.#classes.get(owner)
      order =
        made === undefined
          ? owner.fields.filter((field) => field.kind === 'variable')
          : made.children.all.flatMap(({ entry }) => owner.variables.get(entry.name.toLowerCase()) ?? [])
      this.#orders.set(owner, order)
    }
    return order
  }

  #empty(): PropertyList {
    const list = new PropertyList()
    list.end = this.#draft.name('None')
    return list
  }

  /**
   * UE3: the members of a struct, its own in the order in which it links them, then those of what it extends.
   * Without a base all are written, otherwise those that differ from it.
   */
  structList(value: StructValue, base: StructValue | undefined): PropertyList {
    this.#left = MOST_VALUES
    return this.#structList(value, base)
  }

  #structList(value: StructValue, base: StructValue | undefined): PropertyList {
    const list = this.#empty()
    for (const { members } of structAndSupers(value.struct)) {
      for (const member of members) {
        if ((member.flags & (PropertyFlag.Native | DEPRECATED)) !== 0) continue
        for (let index = 0; index < member.dimension; index++) {
          this.#count()
          const part = value.get(member, index) ?? zeroOf(member.type)
          const before = base === undefined ? undefined : (base.get(member, index) ?? zeroOf(member.type))
          if (before === undefined || !sameValue(part, before)) this.#add(list, member, index, part, before)
        }
      }
    }
    return list
  }

  /** @param base UE3: only members of a struct that differ from it are written. */
  #add(list: PropertyList, variable: VariableSymbol, index: number, value: Value, base?: Value): void {
    const { type } = variable
    const valueType = valueTypeOf(type)
    const stored = valueType === undefined ? undefined : this.#stored(value, type, base)
    if (valueType === undefined || stored === undefined) return
    const none = this.#draft.name('None')
    const property = new Property(this.#draft.name(variable.name))
    property.type = tagType(valueType)
    property.index = index
    property.structName = type.kind === 'struct' ? this.#draft.name(type.struct?.name ?? 'None') : none
    const isNamed = this.#draft.since(Version.NamedPropertyTypes)
    property.typeName = isNamed && type.kind === 'byte' && type.enum !== null ? this.#draft.name(type.enum.name) : none
    property.tag = isNamed ? this.#draft.name(tagNameOf(property.type)) : none
    property.valueType = type.kind === 'bool' ? undefined : valueType
    property.value = stored
    list.items.push(property)
  }

  /** @throws {PackageError} `limit` when a list has more values than anything that was made to be used. */
  #count(): void {
    if (--this.#left >= 0) return
    throw new PackageError('limit', `expected at most ${MOST_VALUES} values in the default properties of a class`)
  }

  #stored(value: Value, type: Type, base?: Value): PropertyValue | undefined {
    this.#count()
    if (value instanceof UnreadValue) return undefined
    if (value instanceof NameText) return this.#draft.name(value.text)
    if (value instanceof DefaultObject) return value.reference()
    if (type.kind === 'delegate') return this.#delegate(value)
    if (typeof value === 'string') return UString.from(value)
    if (value instanceof StructValue) return this.#struct(value, base instanceof StructValue ? base : undefined)
    if (Array.isArray(value)) {
      if (type.kind !== 'array') return undefined
      const elements = value.map((one: Value) => this.#stored(one, type.inner))
      return elements.every((one) => one !== undefined) ? elements : undefined
    }
    if (type.kind === 'byte' && type.enum !== null && this.#draft.since(Version.NamedPropertyTypes))
      return this.#draft.name(type.enum.tags[Number(value)] ?? 'None')
    return typeof value === 'number' || typeof value === 'boolean' ? value : null
  }

  #delegate(value: Value): DelegateValue {
    const target = value instanceof DelegateTarget ? value : undefined
    return Object.assign(new DelegateValue(), {
      object: target?.object?.reference() ?? null,
      function: this.#draft.name(target?.functionName ?? 'None'),
    })
  }

  #struct(value: StructValue, base: StructValue | undefined): RawStruct | TaggedStruct {
    const layout = this.#layoutOf(value.struct)
    if (layout === undefined) {
      const list = this.#draft.engine === 3 ? this.#structList(value, base) : this.#tagged(value)
      return new TaggedStruct(value.struct.name, list)
    }
    const values = layout.members.map(({ name, dim }) => {
      const member = memberNamed(value.struct, name)
      if (member === undefined) return null
      const element = (index: number) =>
        this.#stored(value.get(member, index) ?? zeroOf(member.type), member.type) ?? null
      return dim === 1 ? element(0) : Array.from({ length: dim }, (_, index) => element(index))
    })
    return new RawStruct(layout, values)
  }

  /**
   * Before UE3 all members are written, zero or not (UT2004 1,100 of 1,100 structs, Lineage II 48 of 48; not
   * in Raven Shield).
   */
  #tagged(value: StructValue): PropertyList {
    const list = this.#empty()
    const isWhole = this.#draft.traits.structsAreWhole
    for (const { members } of structAndSupers(value.struct)) {
      for (const member of members) {
        if ((member.flags & NOT_STORED) !== 0) continue
        for (let index = 0; index < member.dimension; index++) {
          this.#count()
          const part = value.get(member, index) ?? zeroOf(member.type)
          if (isWhole || !isZero(part)) this.#add(list, member, index, part)
        }
      }
    }
    return list
  }

  /** How a struct's members follow each other without tags; `undefined` when they are tagged. */
  #layoutOf(struct: StructSymbol): StructType | undefined {
    const members = [...structAndSupers(struct)].reverse().flatMap((one) => one.members)
    const declared: StructType = {
      name: struct.name,
      members: members.flatMap(({ name, type, dimension }): Member[] => {
        const valueType = valueTypeOf(type)
        return valueType === undefined ? [] : [{ name, type: valueType, dim: dimension }]
      }),
      flags: struct.flags,
    }
    const { context } = this.#draft.edit.package
    const schema = { class: () => undefined, struct: () => declared }
    const subject = {
      path: '',
      ancestry: [],
      flags: 0,
      flagsHigh: 0,
      isClass: true,
      isDefaultObject: false,
      isInDefaultObject: false,
      // Some structs are stored without names then.
      cooked: (this.#draft.edit.summary.flags & PackageFlag.Cooked) !== 0,
      schema,
    }
    const ar = Archive.measure(context, { subject })
    const scope = { ancestry: [], depth: 0, createList: () => new PropertyList() }
    return rawStruct(ar, struct.name, scope)
  }
}

/**
 * Tells whether a variable is what C++ inherits from and scripts do not know (UE3, `noexport Pointer
 * NotifyVtbl`): it is never zero (2 of 2).
 */
function isOfCpp({ type, flags }: VariableSymbol): boolean {
  return type.kind === 'struct' && type.struct?.name.toLowerCase() === 'pointer' && (flags & NO_EXPORT) !== 0
}

/** A type as values of it are stored; `undefined` for those that tags do not have. */
function valueTypeOf(type: Type): ValueType | undefined {
  switch (type.kind) {
    case 'byte':
      return type.enum === null ? { kind: 'byte' } : { kind: 'byte', enum: type.enum.name }
    case 'int':
    case 'bool':
    case 'float':
    case 'name':
    case 'pointer':
    case 'delegate':
    case 'interface':
      return { kind: type.kind }
    case 'string':
      return { kind: 'str' }
    case 'object':
    case 'class':
      return { kind: 'object' }
    case 'struct':
      return type.struct === null ? undefined : { kind: 'struct', struct: type.struct.name }
    case 'array': {
      const inner = valueTypeOf(type.inner)
      return inner === undefined ? undefined : { kind: 'array', inner }
    }
    default:
      return undefined
  }
}

function tagType({ kind }: ValueType): Property['type'] {
  if (kind === 'pointer') return 'int'
  return kind === 'component' || kind === 'class' || kind === 'string' ? 'object' : kind
}
