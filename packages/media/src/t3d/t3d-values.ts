import { type Member, Name, type Schema, UString, type ValueType } from '@ukit/container'
import { ExportObject, ImportObject, type ObjectReader, type PackageObject, type T3dForm } from '@ukit/core'
import { DelegateValue, type Property, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { declaredMember, enumNames, membersOf } from '@ukit/objects/internal'
import { decimals, digits } from './t3d-form.js'

/** How deep values are written; a limit for endless nesting in a damaged package. */
const MOST_DEPTH = 32

/**
 * *What a value is when an object does not set it*: the values of the classes that set it, nearest first,
 * where a struct may leave members out.
 */
export interface T3dDefault {
  readonly layers: readonly PropertyValue[]
  /** Whether what none of them sets is zero; otherwise it is not known. */
  readonly isZeroElse: boolean
}

/** Nothing is known of what a value is by default. */
export const NO_DEFAULT: T3dDefault = { layers: [], isZeroElse: false }

/** Structs of UE3 whose members are all zero by default. */
const ZERO_STRUCTS = new Set(['vector', 'rotator', 'vector2d', 'color', 'intpoint', 'guid', 'twovectors', 'box'])

/** *Writes values as T3D has them*, for the objects of one level. */
export class T3dValues {
  readonly #schema: Schema
  readonly #form: T3dForm
  readonly #ownName: string
  /** Objects that are named without their path (UE3): those in the level. */
  readonly #isInLevel: (object: ExportObject) => boolean
  /** What could not be written: names of variables. */
  readonly leftOut = new Set<string>()

  constructor(reader: ObjectReader, form: T3dForm, isInLevel: (object: ExportObject) => boolean) {
    this.#schema = reader.schema
    this.#form = form
    this.#ownName = form.engine === 3 ? reader.package.name : form.level
    this.#isInLevel = isInLevel
  }

  /**
   * The text of a property; `undefined` when it is what the object has without it, or has no text form.
   *
   * @param type as the class declares it, if that is known.
   */
  property(property: Property, type: ValueType | undefined, owner: string, base: T3dDefault): string | undefined {
    const { value } = property
    if (this.#isDefault(value, base, owner)) return undefined
    const text = this.of(value, typeOf(property, type), owner, base)
    if (text === undefined) this.leftOut.add(property.name.toString())
    return text
  }

  /**
   * True if the editor leaves out an element of a dynamic array. That of UE2 does where it is zero and the
   * class
   * gives none: of the 1,024 numbers of a terrain's bitmaps, 389 are in an export, those that are not 0.
   */
  isLeftOut(element: PropertyValue, index: number, base: T3dDefault): boolean {
    if (this.#form.zeroElements || !base.isZeroElse) return false
    const [nearest] = base.layers
    return isZero(element) && !(Array.isArray(nearest) && index < nearest.length)
  }

  /** A value as text; `undefined` for one that has no text form. */
  of(
    value: PropertyValue,
    type: ValueType | undefined,
    owner: string,
    base: T3dDefault = NO_DEFAULT,
    depth = 0,
  ): string | undefined {
    if (depth > MOST_DEPTH || value instanceof Uint8Array) return undefined
    if (typeof value === 'number') return this.#number(value, type)
    if (typeof value === 'boolean') return value ? 'True' : 'False'
    if (value === null) return 'None'
    if (value instanceof Name) return this.#name(value.toString(), type)
    if (value instanceof UString) return quoted(value.text)
    if (value instanceof ExportObject || value instanceof ImportObject) return this.object(value)
    if (value instanceof DelegateValue) return delegateText(value)
    if (value instanceof RawStruct) return this.#raw(value, owner, base, depth)
    if (value instanceof TaggedStruct) return this.#tagged(value, owner, base, depth)
    if (!Array.isArray(value)) return undefined
    const inner = type?.kind === 'array' ? type.inner : undefined
    const elements = value.map((element) => this.of(element, inner, owner, NO_DEFAULT, depth + 1))
    return elements.includes(undefined) ? undefined : `(${elements.join(',')})`
  }

  /** `Class'Package.Group.Name'`. */
  object(object: PackageObject): string {
    return `${object.className}'${this.path(object)}'`
  }

  /** The path of an object, as the editor has it. */
  path(object: PackageObject): string {
    if (object instanceof ImportObject) return this.#form.engine === 3 ? colonPath(object) : object.path
    if (this.#form.engine === 3 && (this.#isInLevel(object) || object.className === 'Model')) return object.name
    const path = this.#form.engine === 3 ? colonPath(object) : object.path
    return this.#ownName === '' ? path : `${this.#ownName}.${path}`
  }

  #number(value: number, type: ValueType | undefined): string {
    if (type?.kind === 'float')
      return this.#form.floats === 'decimals' ? decimals(value, this.#form.halves) : digits(value)
    if (type?.kind === 'byte' && type.enum !== undefined) {
      const name = enumNames(this.#schema, type.enum)?.[value]
      if (name !== undefined) return name
    }
    if (type === undefined && !Number.isInteger(value)) return decimals(value, this.#form.halves)
    return String(value)
  }

  #name(text: string, type: ValueType | undefined): string {
    if (type?.kind === 'byte') return text
    if (this.#form.quotesNames && !/^none$/i.test(text)) return quoted(text)
    return /^[^\s"'(),=]+$/.test(text) ? text : quoted(text)
  }

  #raw({ type, values }: RawStruct, owner: string, base: T3dDefault, depth: number): string | undefined {
    const parts: string[] = []
    const isZeroElse = base.isZeroElse && (this.#form.engine < 3 || ZERO_STRUCTS.has(type.name.toLowerCase()))
    for (const [i, plain] of membersOf(this.#schema, type, owner).entries()) {
      const member = declaredMember(this.#schema, type.name, plain, owner)
      const below = this.#inside({ ...base, isZeroElse }, member, owner)
      const value = values[i] ?? null
      if (member.dim > 1 && Array.isArray(value)) {
        for (const [index, element] of value.entries()) {
          const elementBelow = { ...below, layers: below.layers.flatMap((each) => elementOf(each, index)) }
          if (this.#isDefault(element, elementBelow, owner)) continue
          const text = this.of(element, member.type, owner, elementBelow, depth + 1)
          if (text === undefined) return undefined
          parts.push(`${member.name}(${index})=${text}`)
        }
      } else if (!this.#isDefault(value, below, owner)) {
        const text = this.of(value, member.type, owner, below, depth + 1)
        if (text === undefined) return undefined
        parts.push(`${member.name}=${text}`)
      }
    }
    return `(${parts.join(',')})`
  }

  #tagged({ name, properties }: TaggedStruct, owner: string, base: T3dDefault, depth: number): string | undefined {
    const struct = this.#schema.struct(name, owner)
    const members = struct === undefined ? [] : membersOf(this.#schema, struct, owner)
    const parts: string[] = []
    for (const property of properties.items) {
      const label = property.name.toString()
      const member = members.find((each) => each.name.toLowerCase() === label.toLowerCase())
      const type = typeOf(property, member?.type)
      const below = this.#insideTagged(base, property, owner)
      const isElement = property.index > 0 || (member?.dim ?? 1) > 1
      if (this.#isDefault(property.value, below, owner)) continue
      const text = this.of(property.value, type, owner, below, depth + 1)
      if (text === undefined) return undefined
      parts.push(`${label}${isElement ? `(${property.index})` : ''}=${text}`)
    }
    return `(${parts.join(',')})`
  }

  /** As `#inside`; structs of UE3 have defaults of their own, which are not followed. */
  #insideTagged(base: T3dDefault, { name, index }: Property, owner: string): T3dDefault {
    const inside = this.#inside(base, { name: name.toString() }, owner, index)
    return { ...inside, isZeroElse: base.isZeroElse && this.#form.engine < 3 }
  }

  /** What a member of a struct is by default. */
  #inside(base: T3dDefault, { name }: Pick<Member, 'name'>, owner: string, index = 0): T3dDefault {
    const key = name.toLowerCase()
    const layers = base.layers.flatMap((layer): PropertyValue[] => {
      if (layer instanceof TaggedStruct) {
        const found = layer.properties.find(name, index)
        return found === undefined ? [] : [found.value]
      }
      if (!(layer instanceof RawStruct)) return []
      const at = membersOf(this.#schema, layer.type, owner).findIndex((member) => member.name.toLowerCase() === key)
      return at < 0 ? [] : [layer.values[at] ?? null]
    })
    return { layers, isZeroElse: base.isZeroElse }
  }

  #isDefault(value: PropertyValue, base: T3dDefault, owner: string, depth = 0): boolean {
    const { layers, isZeroElse } = base
    const [nearest] = layers
    // What a struct with tags leaves out is as it is by default.
    if (value instanceof TaggedStruct)
      return (
        depth < MOST_DEPTH &&
        value.properties.items.every((each) =>
          this.#isDefault(each.value, this.#insideTagged(base, each, owner), owner, depth + 1),
        )
      )
    if (nearest === undefined) return isZeroElse && isZero(value)
    return this.#isSame(value, nearest)
  }

  #isSame(a: PropertyValue, b: PropertyValue): boolean {
    if (a instanceof Name) return b instanceof Name && sameText(a.toString(), b.toString())
    if (a instanceof UString) return b instanceof UString && a.text === b.text
    if (a instanceof RawStruct)
      return (
        b instanceof RawStruct &&
        a.values.length === b.values.length &&
        a.values.every((value, i) => this.#isSame(value, b.values[i] ?? null))
      )
    if (Array.isArray(a))
      return Array.isArray(b) && a.length === b.length && a.every((value, i) => this.#isSame(value, b[i] ?? null))
    if (a instanceof ExportObject || a instanceof ImportObject)
      return (b instanceof ExportObject || b instanceof ImportObject) && sameText(fullPath(a), fullPath(b))
    if (typeof a === 'object' && a !== null) return false
    return Object.is(a, b)
  }
}

/** What a tag says of a value, and what the class says beyond it: the enum of a byte. */
function typeOf({ type, valueType }: Property, declared: ValueType | undefined): ValueType | undefined {
  if (type === 'bool') return { kind: 'bool' }
  if (valueType === undefined) return declared
  const isPlainByte = valueType.kind === 'byte' && valueType.enum === undefined
  return isPlainByte && declared?.kind === 'byte' ? declared : valueType
}

function elementOf(value: PropertyValue, index: number): PropertyValue[] {
  const element = Array.isArray(value) ? value[index] : undefined
  return element === undefined ? [] : [element]
}

/** Whether a value is what memory holds before anything is set. */
function isZero(value: PropertyValue): boolean {
  if (value === null || Object.is(value, 0) || value === false) return true
  if (value instanceof UString) return value.length === 0
  if (value instanceof Name) return /^none$/i.test(value.toString())
  if (value instanceof RawStruct) return value.values.every(isZero)
  return Array.isArray(value) && value.length > 0 && value.every(isZero)
}

/** Text between quotes. */
function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\r/g, '\\r').replace(/\n/g, '\\n').replace(/\t/g, '\\t')
  return `"${escaped}"`
}

function delegateText({ object, function: name }: DelegateValue): string {
  const isObject = object instanceof ExportObject || object instanceof ImportObject
  return isObject ? `${object.name}.${name}` : name.toString()
}

function fullPath(object: PackageObject): string {
  return object instanceof ImportObject ? object.path : `${object.package.name}.${object.path}`
}

/** Below an object that is not a package UE3 writes a colon: `Engine.Default__Light:Sprite`. */
function colonPath(object: PackageObject): string {
  const names: string[] = []
  let path = ''
  for (let at: PackageObject | null = object; at !== null && names.length < 64; at = at.outer) {
    names.push(at.name)
    const { outer } = at
    const isFirst: boolean = outer !== null && outer.className !== 'Package' && outer.outer?.className === 'Package'
    path = `${outer === null ? '' : isFirst ? ':' : '.'}${at.name}${path}`
  }
  return path
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
