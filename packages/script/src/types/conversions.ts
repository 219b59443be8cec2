import type { Type } from '../symbols/symbol.js'
import { implementsInterface, isClassOf, isStructOf, sameType } from './types.js'

/** What conversions tell values apart by: kinds, and the structs that can be converted. */
export type ConversionKind =
  | 'byte'
  | 'int'
  | 'bool'
  | 'float'
  | 'object'
  | 'name'
  | 'string'
  | 'vector'
  | 'rotator'
  | 'interface'
  | 'delegate'
  | 'int64'
  | 'stringref'

/** Codes of conversions by what is converted and to what: see `CAST_NAMES`. */
const CODES: Readonly<Partial<Record<ConversionKind, Readonly<Partial<Record<ConversionKind, number>>>>>> = {
  rotator: { vector: 57, bool: 81, string: 89 },
  byte: { int: 58, bool: 59, float: 60, string: 82 },
  int: { byte: 61, bool: 62, float: 63, string: 83, int64: 91, stringref: 93 },
  bool: { byte: 64, int: 65, float: 66, string: 84 },
  float: { byte: 67, int: 68, bool: 69, string: 85 },
  object: { interface: 70, bool: 71, string: 86 },
  name: { bool: 72, string: 87 },
  string: { byte: 73, int: 74, bool: 75, float: 76, vector: 77, rotator: 78, name: 96, int64: 94 },
  vector: { bool: 79, rotator: 80, string: 88 },
  interface: { object: 54, string: 55, bool: 56 },
  delegate: { string: 90 },
  // A struct of Lineage II (since Gracia; 226, 34 and 152 places).
  int64: { int: 96, string: 99 },
  stringref: { int: 91, string: 92 },
}

/** The kind of a type, as far as it can be converted. */
function conversionKind(type: Type): ConversionKind | undefined {
  switch (type.kind) {
    case 'int':
      return type.isStringRef === true ? 'stringref' : 'int'
    case 'byte':
    case 'bool':
    case 'float':
    case 'name':
    case 'string':
    case 'interface':
    case 'delegate':
      return type.kind
    case 'object':
    case 'class':
    case 'none':
      return 'object'
    case 'struct': {
      const name = type.struct?.name.toLowerCase()
      return name === 'vector' || name === 'rotator' || name === 'int64' ? name : undefined
    }
    default:
      return undefined
  }
}

/** The code of an explicit conversion; `undefined` when there is none. */
export function castCode(from: Type, to: Type): number | undefined {
  const source = conversionKind(from)
  const target = conversionKind(to)
  return source === undefined || target === undefined ? undefined : CODES[source]?.[target]
}

/**
 * What it takes to pass a value where another type is wanted. Smaller is better; `undefined` is impossible.
 */
export const Cost = {
  Same: 0,
  NoneToName: 1,
  Derived: 2,
  Interface: 3,
  InterfaceToObject: 5,
  ByteToInt: 101,
  IntToInt64: 102,
  ToFloat: 103,
  Narrowing: 104,
  Coerced: 110,
} as const

/** The cost of passing a value without a cast in the text; `undefined` when that is not possible. */
export function conversionCost(from: Type, to: Type, coerce: boolean): number | undefined {
  if (from.kind === 'none') return noneCost(to)
  if (from.kind === to.kind && sameType(from, to)) return Cost.Same
  const objects = objectCost(from, to)
  if (objects !== undefined) return objects
  if (from.kind === 'struct' && to.kind === 'struct')
    return isStructOf(from.struct, to.struct) ? Cost.Derived : undefined
  const numbers = numberCost(from, to)
  if (numbers !== undefined) return numbers
  return coerce && castCode(from, to) !== undefined ? Cost.Coerced : undefined
}

function noneCost(to: Type): number | undefined {
  switch (to.kind) {
    case 'object':
    case 'class':
    case 'none':
      return Cost.Same
    case 'interface':
      return Cost.Interface
    case 'name':
    case 'delegate':
      return Cost.NoneToName
    default:
      return undefined
  }
}

function numberCost(from: Type, to: Type): number | undefined {
  switch (`${from.kind}>${to.kind}`) {
    case 'byte>int':
    case 'int>int':
      return Cost.ByteToInt
    case 'byte>float':
    case 'int>float':
      return Cost.ToFloat
    case 'int>byte':
    case 'float>int':
    case 'float>byte':
      return Cost.Narrowing
    case 'int>struct':
      return castCode(from, to) === undefined ? undefined : Cost.IntToInt64
    default:
      return undefined
  }
}

function objectCost(from: Type, to: Type): number | undefined {
  if (to.kind === 'object') {
    if (from.kind === 'object') {
      if (isClassOf(from.class, to.class)) return Cost.Derived
      return to.class !== null && implementsInterface(from.class, to.class) ? Cost.Interface : undefined
    }
    if (from.kind === 'class') {
      const name = to.class?.name.toLowerCase()
      return name === 'object' || name === 'class' || name === 'field' || name === 'struct' || name === 'state'
        ? Cost.Derived
        : undefined
    }
    if (from.kind === 'interface') return to.class?.name.toLowerCase() === 'object' ? Cost.InterfaceToObject : undefined
  }
  if (to.kind === 'class') {
    if (from.kind === 'class') {
      if (isClassOf(from.metaClass, to.metaClass)) return Cost.Derived
      return to.metaClass !== null && implementsInterface(from.metaClass, to.metaClass) ? Cost.Interface : undefined
    }
    return from.kind === 'object' && from.class?.name.toLowerCase() === 'class' ? Cost.Derived : undefined
  }
  if (to.kind === 'interface') {
    if (from.kind === 'interface') return isClassOf(from.class, to.class) ? Cost.Derived : undefined
    if (from.kind === 'object') {
      if (isClassOf(from.class, to.class)) return Cost.Derived
      if (implementsInterface(from.class, to.class)) return Cost.Interface
      return undefined
    }
  }
  if (from.kind === 'delegate' && to.kind === 'delegate') return Cost.Same
  if (from.kind === 'array' && to.kind === 'array') {
    const inner = conversionCost(from.inner, to.inner, false)
    return inner === Cost.Same || inner === Cost.Derived ? Cost.Derived : undefined
  }
  return undefined
}
