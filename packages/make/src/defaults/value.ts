import type { ObjectSource } from '@ukit/container'
import type { PropertyValue } from '@ukit/objects'
import type { StructSymbol, VariableSymbol } from '@ukit/script/symbols'

/**
 * *What a variable holds while defaults are worked out*: numbers for bytes, ints and floats, text for
 * strings, and what follows. Values are never changed: assigning to a part makes a new one.
 */
export type Value =
  | number
  | boolean
  | string
  | null
  | NameText
  | DefaultObject
  | DelegateTarget
  | StructValue
  | UnreadValue
  | readonly Value[]

/** A name. It enters the document's table when it is written, so that names that nothing keeps do not. */
export class NameText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Tells whether it is the name None. */
  get isNone(): boolean {
    return this.text.toLowerCase() === 'none'
  }
}

/** An object or class, of the document or of a package that it was compiled against. */
export class DefaultObject {
  /** With the package in front; `Engine.Light`. */
  readonly path: string
  /** Name of its class. */
  readonly className: string
  /** Its entry in the document; imported when it is asked for. */
  readonly reference: () => ObjectSource

  constructor(path: string, className: string, reference: () => ObjectSource) {
    this.path = path
    this.className = className
    this.reference = reference
  }
}

/** What a delegate calls. */
export class DelegateTarget {
  readonly object: DefaultObject | null
  readonly functionName: string

  constructor(object: DefaultObject | null, functionName: string) {
    this.object = object
    this.functionName = functionName
  }
}

/** A value of a struct; members that it does not have are zero. */
export class StructValue {
  readonly struct: StructSymbol
  readonly members: ReadonlyMap<VariableSymbol, readonly Value[]>

  constructor(struct: StructSymbol, members: ReadonlyMap<VariableSymbol, readonly Value[]> = new Map()) {
    this.struct = struct
    this.members = members
  }

  /** A member's value; of a static array one element. */
  get(member: VariableSymbol, index = 0): Value | undefined {
    return this.members.get(member)?.[index]
  }

  /** The same struct with one value for all elements of a member. */
  withAll(member: VariableSymbol, value: Value): StructValue {
    return new StructValue(this.struct, new Map(this.members).set(member, new Array(member.dimension).fill(value)))
  }

  /** The same struct with another value of a member. */
  with(member: VariableSymbol, index: number, value: Value): StructValue {
    const elements = [...(this.members.get(member) ?? [])]
    for (let i = elements.length; i < index; i++) elements.push(zeroOf(member.type))
    elements[index] = value
    return new StructValue(this.struct, new Map(this.members).set(member, elements))
  }
}

/** A stored value of a type that is not known: a package is missing. It is only the same as itself. */
export class UnreadValue {
  readonly value: PropertyValue

  constructor(value: PropertyValue) {
    this.value = value
  }
}

/** The value that a variable has before anything is assigned. */
export function zeroOf(type: VariableSymbol['type']): Value {
  switch (type.kind) {
    case 'byte':
    case 'int':
    case 'float':
    case 'pointer':
      return 0
    case 'bool':
      return false
    case 'name':
      return new NameText('None')
    case 'string':
      return ''
    case 'array':
      return []
    case 'struct':
      return type.struct === null ? null : new StructValue(type.struct)
    default:
      return null
  }
}

/** Tells whether a value is what memory holds before anything is assigned. */
export function isZero(value: Value): boolean {
  if (value === 0 || value === false || value === '' || value === null) return true
  if (value instanceof NameText) return value.isNone
  if (value instanceof StructValue) return [...value.members.values()].every((elements) => elements.every(isZero))
  return Array.isArray(value) && value.length === 0
}

/** Tells whether two values of one variable are the same to the engine: names and paths ignoring case. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a instanceof NameText) return b instanceof NameText && same(a.text, b.text)
  if (a instanceof DefaultObject) return b instanceof DefaultObject && same(a.path, b.path)
  if (a instanceof DelegateTarget)
    return b instanceof DelegateTarget && same(a.functionName, b.functionName) && sameValue(a.object, b.object)
  if (a instanceof StructValue) return b instanceof StructValue && sameStruct(a, b)
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((element: Value, i) => sameValue(element, b[i] as Value))
  return false
}

function sameStruct(a: StructValue, b: StructValue): boolean {
  for (const member of new Set([...a.members.keys(), ...b.members.keys()])) {
    const length = Math.max(a.members.get(member)?.length ?? 0, b.members.get(member)?.length ?? 0)
    const zero = zeroOf(member.type)
    for (let i = 0; i < length; i++) if (!sameValue(a.get(member, i) ?? zero, b.get(member, i) ?? zero)) return false
  }
  return true
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
