import type { ClassSymbol, StructSymbol, Type } from '../symbols/symbol.js'

/** Types that need no symbol. */
export const BYTE: Type = { kind: 'byte', enum: null }
export const INT: Type = { kind: 'int' }
export const BOOL: Type = { kind: 'bool' }
export const FLOAT: Type = { kind: 'float' }
export const NAME: Type = { kind: 'name' }
export const STRING: Type = { kind: 'string' }
export const NONE: Type = { kind: 'none' }

/** Steps up a chain of supers at most: ends a circle in a damaged package. */
const MAX_SUPERS = 512

/** Tells whether a class is another one or inherits from it. */
export function isClassOf(given: ClassSymbol | null, base: ClassSymbol | null): boolean {
  let at = given
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    if (at === base) return true
    at = at.super
  }
  return false
}

/** What interfaces extend, one the other: ends a circle. */
const MAX_INTERFACES = 32

/**
 * Tells whether a class or one of its supers implements an interface, or an interface that inherits from it.
 */
export function implementsInterface(given: ClassSymbol | null, wanted: ClassSymbol | null, level = 0): boolean {
  if (wanted === null) return true
  let at = given
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    const extending = at.interfaces
    if (extending.some((one) => isClassOf(one, wanted))) return true
    // What an interface of SWAT 4 extends is an interface of it.
    if (level < MAX_INTERFACES && extending.some((one) => implementsInterface(one, wanted, level + 1))) return true
    at = at.super
  }
  return false
}

/** Tells whether a struct is another one or inherits from it. */
export function isStructOf(given: StructSymbol | null, base: StructSymbol | null): boolean {
  let at = given
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    if (at === base) return true
    at = at.super
  }
  return false
}

/**
 * The class of an object reference that is known to implement: an `interface` variable, or one of a class
 * that is an interface.
 */
export function interfaceOf(type: Type): ClassSymbol | null {
  if (type.kind === 'interface') return type.class
  return type.kind === 'object' && type.class?.isInterface === true ? type.class : null
}

/** Tells whether values of both types are the same to the virtual machine; enums of bytes apart. */
export function sameType(a: Type, b: Type): boolean {
  if (a.kind !== b.kind) return false
  switch (a.kind) {
    case 'object':
    case 'interface':
      return b.kind === a.kind && a.class === b.class
    case 'class':
      return b.kind === 'class' && a.metaClass === b.metaClass
    case 'struct':
      return b.kind === 'struct' && a.struct === b.struct
    case 'array':
      return b.kind === 'array' && sameType(a.inner, b.inner)
    case 'int':
      return b.kind === 'int' && a.isStringRef === b.isStringRef
    default:
      return true
  }
}

/** Name of a type as the compiler's messages have it. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'object':
    case 'interface':
      return type.class?.name ?? 'Object'
    case 'class':
      return `class<${type.metaClass?.name ?? 'Object'}>`
    case 'struct':
      return type.struct?.name ?? 'struct'
    case 'array':
      return `array<${typeName(type.inner)}>`
    case 'byte':
      return type.enum?.name ?? 'byte'
    case 'int':
      return type.isStringRef === true ? 'stringref' : 'int'
    default:
      return type.kind
  }
}
