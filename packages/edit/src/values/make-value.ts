import type { Member, Name, Subject, ValueType } from '@ukit/container'
import { Archive, ancestryOf, Feature, memberOf, UString, Version } from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import { PackageError } from '@ukit/files'
import type { PropertyScope } from '@ukit/objects'
import { DelegateValue, Property, PropertyList, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { enumNames, membersOf, rawStruct, serializeTagValue, tagNameOf } from '@ukit/objects/internal'
import type { PackageEdit } from '../document.js'
import { EditExport, type EditObject } from '../entries.js'
import { MissingObjectError } from './missing-object.js'
import type { ValueText } from './value-text.js'

/** Values of zero that are made for one object: a package's structs may multiply them without end. */
const MOST_ZEROS = 1_000_000

/** *Makes values of variables of one object*, by what is known of their types. */
export class ValueMaker {
  readonly edit: PackageEdit
  /** The class of the object and its supers. */
  readonly ancestry: readonly string[]
  readonly #ar: Archive
  /** Values of zero that were made, and how many structs the one is in that is being made. */
  #zeros = 0
  #depth = 0

  /** @param owner the object, or its class when it is not in the document yet. */
  constructor(edit: PackageEdit, owner: EditExport | { readonly className: string }) {
    this.edit = edit
    const subject = owner instanceof EditExport ? edit.subjectOf(owner) : subjectOfNew(edit, owner.className)
    // What a class holds are values of its own variables, its defaults.
    this.ancestry =
      subject.isClass && owner instanceof EditExport
        ? ancestryOf(edit.reader.schema, (owner.origin ?? owner).name.toString())
        : subject.ancestry
    // Never used for reading or writing: it knows the context in which structs are raw or tagged.
    this.#ar = Archive.measure(edit.package.context, { subject })
  }

  get schema() {
    return this.edit.reader.schema
  }

  /** The variable of this name, of the object itself or of a struct. */
  member(name: string, struct?: string): Member | undefined {
    if (struct === undefined) return memberOf(this.schema, this.ancestry, name)
    const type = this.schema.struct(struct, this.ancestry[0])
    const key = name.toLowerCase()
    return type === undefined
      ? undefined
      : membersOf(this.schema, type, this.ancestry[0]).find((member) => member.name.toLowerCase() === key)
  }

  /** The names of the variables that are known, of the object itself or of a struct. */
  memberNames(struct?: string): string[] {
    const type = struct === undefined ? undefined : this.schema.struct(struct, this.ancestry[0])
    const members =
      struct === undefined
        ? this.ancestry.flatMap((name) => this.schema.class(name)?.members ?? [])
        : type === undefined
          ? []
          : membersOf(this.schema, type, this.ancestry[0])
    return members.map(({ name }) => name)
  }

  /** A list of tags that holds nothing. */
  emptyList(): PropertyList {
    const list = new PropertyList()
    list.end = this.edit.addName('None')
    return list
  }

  /** A property without a value, for a variable. */
  property(name: Name, member: Member, index: number): Property {
    const { edit } = this
    const none = edit.addName('None')
    const property = new Property(name)
    const { type } = member
    const { context } = edit.package
    property.index = index
    property.structName = none
    property.typeName = none
    property.tag = none
    property.type = tagTypeOf(type)
    if (type.kind === 'struct') property.structName = edit.addName(type.struct)
    if (type.kind === 'byte' && type.enum !== undefined && context.since(Version.NamedPropertyTypes))
      property.typeName = edit.addName(type.enum)
    if (context.since(Version.NamedPropertyTypes)) property.tag = edit.addName(tagNameOf(property.type))
    if (type.kind === 'array' && context.since(Feature.ArrayTagType))
      throw valueError(
        'arrays whose tags name the type of their elements, as in Duke Nukem Forever, can be changed, but not added',
      )
    property.valueType = type.kind === 'bool' ? undefined : type
    property.value = this.zero(type)
    return property
  }

  /**
   * A value that was kept as bytes because its type was not known, read as a type that is given; `undefined`
   * when it is none of it.
   */
  reread(type: ValueType, bytes: Uint8Array, struct: string | undefined): PropertyValue | undefined {
    const { context, subject } = this.#ar
    const ar = Archive.load(bytes, context, { symbols: this.edit, subject })
    const scope = { ancestry: this.ancestry, struct, depth: 0, createList: () => new PropertyList() }
    return ar.attempt(bytes.length, () => serializeTagValue(ar, type, undefined, scope))
  }

  /**
   * The value that a variable has before it is set.
   *
   * @throws {PackageError} when its structs have more values than anything that was made to be used.
   */
  zero(type: ValueType): PropertyValue {
    if (++this.#zeros > MOST_ZEROS) throw valueError(`expected a struct of at most ${MOST_ZEROS} values`)
    switch (type.kind) {
      case 'byte':
        return type.enum !== undefined && this.edit.package.context.since(Version.NamedPropertyTypes)
          ? this.edit.addName('None')
          : 0
      case 'int':
      case 'float':
      case 'pointer':
        return 0
      case 'bool':
        return false
      case 'name':
        return this.edit.addName('None')
      case 'str':
        return UString.EMPTY
      case 'array':
        return []
      case 'delegate':
        return Object.assign(new DelegateValue(), { function: this.edit.addName('None') })
      case 'struct':
        return this.#zeroStruct(type.struct)
      case 'map':
      case 'string':
        throw valueError(`values of type ${type.kind} cannot be made`)
      default:
        return null
    }
  }

  #zeroStruct(name: string): RawStruct | TaggedStruct {
    if (this.#depth >= Limit.Values) throw valueError(`expected structs nested up to ${Limit.Values} deep`)
    this.#depth++
    try {
      return this.#zeroMembers(name)
    } finally {
      this.#depth--
    }
  }

  #zeroMembers(name: string): RawStruct | TaggedStruct {
    const scope: PropertyScope = { ancestry: this.ancestry, depth: 0, createList: () => this.emptyList() }
    const raw = rawStruct(this.#ar, name, scope)
    if (raw === undefined) return new TaggedStruct(name, this.emptyList())
    const members = membersOf(this.schema, raw, this.ancestry[0])
    return new RawStruct(
      raw,
      members.map(({ type, dim }) =>
        dim === 1 ? this.zero(type) : Array.from({ length: dim }, () => this.zero(type)),
      ),
    )
  }

  /**
   * A value of a type that has no parts, or a list of values. Structs are set member by member: see
   * `setProperty`.
   */
  plain(type: ValueType, text: ValueText): PropertyValue {
    switch (type.kind) {
      case 'byte':
        return this.#byte(type.enum, text)
      case 'int':
      case 'pointer':
        return integer(text, -0x8000_0000, 0xffff_ffff) | 0
      case 'float':
        return float(text)
      case 'bool':
        return bool(text)
      case 'name':
        return this.edit.addName(wordOf(text, 'a name'))
      case 'str':
        return UString.from(wordOf(text, 'text'))
      case 'delegate':
        return this.#delegate(text)
      case 'object':
      case 'class':
        return this.#typed(type.kind, type.class, this.#object(text))
      case 'component':
      case 'interface':
        return this.#object(text)
      default:
        throw valueError(`values of type ${type.kind} cannot be written as text`)
    }
  }

  #byte(enumName: string | undefined, text: ValueText): PropertyValue {
    const byName = enumName !== undefined && this.edit.package.context.since(Version.NamedPropertyTypes)
    const word = wordOf(text, 'a byte')
    const names = enumName === undefined ? undefined : enumNames(this.schema, enumName)
    const position = names?.findIndex((name) => name.toLowerCase() === word.toLowerCase()) ?? -1
    if (byName) {
      if (names !== undefined && position < 0)
        throw valueError(`expected one of ${names.join(', ')}, found ${JSON.stringify(word)}`)
      if (/^\d/.test(word))
        throw valueError(
          `expected the name of a value of ${enumName}, found ${JSON.stringify(word)}: it is stored by name`,
        )
      return this.edit.addName(names?.[position] ?? word)
    }
    if (position >= 0) return position
    if (!/^(?:0x[0-9a-f]+|\d+)$/i.test(word)) {
      const known =
        names === undefined
          ? `the names of ${enumName ?? 'its enum'} are not known here: use its number`
          : `expected one of ${names.join(', ')}`
      throw valueError(`expected a byte, found ${JSON.stringify(word)}; ${known}`)
    }
    if (names !== undefined && Number(word) >= names.length)
      throw valueError(`expected one of ${names.join(', ')} (0 to ${names.length - 1}), found ${word}`)
    return integer(text, 0, 255)
  }

  #object(text: ValueText): EditObject | null {
    if (text.kind === 'entry') return text.entry
    if (text.kind === 'word' && text.text.toLowerCase() === 'none') return null
    const path = text.kind === 'object' ? text.path : wordOf(text, 'an object')
    const isClassed = text.kind === 'object' && text.className !== ''
    // Without the package that declares the class, which a reference may name too.
    const wanted = isClassed ? text.className.slice(text.className.lastIndexOf('.') + 1) : ''
    const found = (isClassed ? this.edit.lookUp(`${wanted}'${path}'`) : undefined) ?? this.edit.lookUp(path)
    if (found === undefined) throw new MissingObjectError(path, isClassed ? text.className : '')
    const className = found.className
    if (isClassed && wanted.toLowerCase() !== className.toLowerCase()) {
      throw valueError(`expected ${path} to be a ${wanted}, found a ${className}`)
    }
    return found
  }

  /**
   * An object is of the class that its variable says, a class inherits from it: as far as that is known of
   * both.
   */
  #typed(kind: 'object' | 'class', needed: string | undefined, found: EditObject | null): EditObject | null {
    if (found === null) return null
    const isClass = found.className === 'Class'
    if (kind === 'class' && !isClass) throw valueError(`expected a class, found ${found.className}'${found.path}'`)
    if (needed === undefined) return found
    const own = kind === 'class' ? found : found instanceof EditExport ? found.class : undefined
    const names =
      own === null
        ? CLASSES_OF_CLASSES
        : own === undefined
          ? ancestryOf(this.schema, found.className)
          : this.edit.ancestryOf(own)
    const key = needed.toLowerCase()
    // A line of classes that does not end in Object is not known to its end.
    if (names.some((name) => name.toLowerCase() === key) || names.at(-1)?.toLowerCase() !== 'object') return found
    const what = kind === 'class' ? `a class that extends ${needed}` : `an object of class ${needed}`
    throw valueError(`expected ${what}, found ${found.className}'${found.path}'`)
  }

  #delegate(text: ValueText): DelegateValue {
    const word = wordOf(text, 'a delegate such as Object.Function')
    const dot = word.lastIndexOf('.')
    const object = dot < 0 ? null : this.#object({ kind: 'word', text: word.slice(0, dot) })
    return Object.assign(new DelegateValue(), { object, function: this.edit.addName(word.slice(dot + 1)) })
  }
}

/** What a class is itself, in all engines; Struct and State are not between in all of them. */
const CLASSES_OF_CLASSES = ['Class', 'State', 'Struct', 'Field', 'Object']

/**
 * What a tag says of a variable; classes, components and the like count as objects (34,000 of 34,000 tags of
 * the corpus).
 */
function subjectOfNew(edit: PackageEdit, className: string): Subject {
  const { reader } = edit
  const ancestry = ancestryOf(reader.schema, className.slice(className.lastIndexOf('.') + 1))
  return reader.subjectFor({ path: '', ancestry, flags: 0, flagsHigh: 0, isClass: false, isInDefaultObject: false })
}

function tagTypeOf(type: ValueType): Property['type'] {
  switch (type.kind) {
    case 'component':
    case 'class':
      return 'object'
    case 'pointer':
      return 'int'
    case 'map':
    case 'string':
      throw valueError(`variables of type ${type.kind} cannot be added`)
    default:
      return type.kind
  }
}

function wordOf(text: ValueText, what: string): string {
  if (text.kind === 'word' || text.kind === 'quoted') return text.text
  if (text.kind === 'object' && text.className === '') return text.path
  throw valueError(
    `expected ${what}, found ${text.kind === 'object' || text.kind === 'entry' ? 'an object' : 'a list'}`,
  )
}

function integer(text: ValueText, least: number, most: number): number {
  const word = wordOf(text, 'a whole number')
  const value = /^[+-]?(?:0x[0-9a-f]+|\d+)$/i.test(word)
    ? Number(word.replace(/^([+-])(0x)/i, '$2')) * (/^-0x/i.test(word) ? -1 : 1)
    : Number.NaN
  if (Number.isNaN(value) || value < least || value > most) {
    throw valueError(`expected a whole number from ${least} to ${most}, found ${JSON.stringify(word)}`)
  }
  return value
}

function float(text: ValueText): number {
  const word = wordOf(text, 'a number')
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?f?$/i.test(word) ? Number.parseFloat(word) : Number.NaN
  if (Number.isNaN(value) || !Number.isFinite(Math.fround(value)))
    throw valueError(`expected a number, found ${JSON.stringify(word)}`)
  return Math.fround(value)
}

function bool(text: ValueText): boolean {
  const word = wordOf(text, 'True or False').toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  throw valueError(`expected True or False, found ${JSON.stringify(word)}`)
}

export function valueError(message: string): PackageError {
  return new PackageError('refused', message)
}
