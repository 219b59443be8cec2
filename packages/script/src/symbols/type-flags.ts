import { PropertyFlag } from '@ukit/container'
import type { ModifierTables } from '@ukit/core'
import type { ClassSymbol, StructSymbol, Type } from './symbol.js'

// Deeper than any real chain; ends a circle of classes that extend each other.
export const MAX_SUPERS = 512

const EDITINLINE = 0x400_0000
const COMPONENT = 0x8_0000

/**
 * What variables of UE3 have that hold components: of a class or struct the component itself and arrays of
 * them (231 of 231), and structs with components in them (15 of 15); in functions only that the editor shows
 * them in place (163 of 163).
 */
export function componentFlags(type: Type, isOfFunction: boolean): number {
  const of = type.kind === 'array' ? type.inner : type
  if (of.kind === 'object' && isComponent(of.class))
    return isOfFunction ? EDITINLINE : EDITINLINE | COMPONENT | PropertyFlag.ExportObject
  return !isOfFunction && of.kind === 'struct' && hasComponents(of.struct, new Set()) ? COMPONENT : 0
}

export function hasComponents(struct: StructSymbol | null, seen: Set<StructSymbol>): boolean {
  for (let at = struct; at !== null && !seen.has(at); at = at.super) {
    seen.add(at)
    for (const { type } of at.members) {
      const of = type.kind === 'array' ? type.inner : type
      if (of.kind === 'object' && isComponent(of.class)) return true
      if (of.kind === 'struct' && hasComponents(of.struct, seen)) return true
    }
  }
  return false
}

/** Flag of classes. */
const INSTANCED = 0x20_0000

/**
 * *Bits that a variable has because of its class*: in UT2004 and SWAT 4, each that refers to a part of a
 * menu.
 */
export function bitsOfInstanced(type: Type, { ofInstancedClass = 0 }: ModifierTables): number {
  return type.kind === 'object' && ((type.class?.flags ?? 0) & INSTANCED) !== 0 ? ofInstancedClass : 0
}

const EXPORT_EDITINLINE = 0x400_0008

/**
 * `export editinline` objects belong to their owner (UT2004 39 of 39, Lineage II 6, SWAT 4 294, UDK 35), also
 * those that `automated` makes so (56 of 56).
 */
export function isInline(type: Type, flags: number, engine: number): boolean {
  if (type.kind !== 'object' || engine === 1 || (flags & EXPORT_EDITINLINE) !== EXPORT_EDITINLINE) return false
  return engine === 2 || !isComponent(type.class)
}

/** *The class of the object that a variable of a type becomes*: `IntProperty`; the engine is 1, 2 or 3. */
export function propertyClass(type: Type, engine: number): string {
  switch (type.kind) {
    case 'byte':
      return 'ByteProperty'
    case 'int':
      return type.isStringRef === true ? 'StringRefProperty' : 'IntProperty'
    case 'bool':
      return 'BoolProperty'
    case 'float':
      return 'FloatProperty'
    case 'name':
      return 'NameProperty'
    case 'string':
      return 'StrProperty'
    case 'class':
      return 'ClassProperty'
    case 'struct':
      return 'StructProperty'
    case 'array':
      return 'ArrayProperty'
    case 'map':
      return 'MapProperty'
    case 'delegate':
      return 'DelegateProperty'
    case 'interface':
      return 'InterfaceProperty'
    case 'object':
      return engine === 3 && isComponent(type.class) ? 'ComponentProperty' : 'ObjectProperty'
    case 'pointer':
      return type.className ?? 'PointerProperty'
    default:
      return 'PointerProperty'
  }
}

export function isComponent(owner: ClassSymbol | null | undefined): boolean {
  if (owner === undefined) return false
  for (let at = owner, n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++)
    if (at.name.toLowerCase() === 'component') return true
  return false
}
