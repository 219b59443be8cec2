import type { ObjectSource } from '@ukit/container'
import type { PackageObject } from '@ukit/core'
import { ExportObject, ImportObject } from '@ukit/core'
import {
  ArrayProperty,
  ByteProperty,
  ClassProperty,
  DelegateProperty,
  InterfaceProperty,
  MapProperty,
  ObjectProperty,
  StringProperty,
  StructProperty,
  type VariableField,
} from '@ukit/objects/script'
import { modifierTables, wordsOf } from '../symbols/modifier-tables.js'
import type { TypeReference } from '../syntax/nodes.js'
import type { ClassObjects } from './class-objects.js'
import { MADE, modifier, namedType } from './made.js'

/** Arrays inside arrays are not in the language; ends a circle in a damaged package. */
const MOST_INNER = 8

/** Bits that a variable has from a word before the type of its elements: `array<editinline Foo>`. */
export const ELEMENT_BITS = 0x7c00_0008

/** Types whose word is not that of their class. */
const WORDS: Readonly<Record<string, string>> = {
  strproperty: 'string',
  stringrefproperty: 'stringref',
}

/** Structs that are written like `int`, as the casts to them are; both the engine's and other sources do. */
const SMALL: ReadonlyMap<string, string> = new Map([
  ['Vector', 'vector'],
  ['Rotator', 'rotator'],
])

/** *The type that a variable is declared with*, as it is written. */
export function typeReference(
  objects: ClassObjects,
  variable: VariableField,
  className: string,
  depth = 0,
): TypeReference {
  if (variable instanceof ByteProperty) return namedType(declaredName(objects, variable.enum) ?? 'byte')
  if (variable instanceof ClassProperty) {
    const meta = nameOf(variable.metaClass)
    return { ...MADE, kind: 'ClassType', metaClass: meta === 'Object' || meta === undefined ? null : meta }
  }
  if (variable instanceof InterfaceProperty) return namedType(nameOf(variable.class) ?? 'Interface')
  if (variable instanceof ObjectProperty) return namedType(nameOf(variable.class) ?? 'Object')
  if (variable instanceof StructProperty) {
    const name = declaredName(objects, variable.struct) ?? 'struct'
    return namedType(SMALL.get(name) ?? name)
  }
  if (variable instanceof MapProperty) {
    const key = innerType(objects, variable.key, depth)
    const value = innerType(objects, variable.value, depth)
    return { ...MADE, kind: 'MapType', key, value, cpp: null }
  }
  if (variable instanceof ArrayProperty) {
    const element = innerType(objects, variable.inner, depth) ?? namedType('int')
    const shared = variable.flags & (objects.variable(variable.inner)?.flags ?? 0)
    const { words } = wordsOf(modifierTables(objects.reader.package).variable, shared & ELEMENT_BITS)
    return { ...MADE, kind: 'ArrayType', modifiers: words.map((word) => modifier(word)), element }
  }
  if (variable instanceof DelegateProperty) {
    return { ...MADE, kind: 'DelegateType', function: delegateName(objects, variable) }
  }
  if (variable instanceof StringProperty) return { ...MADE, kind: 'SizedString', size: variable.size }
  const key = className.toLowerCase()
  return namedType(WORDS[key] ?? key.replace(/property$/, ''))
}

function innerType(objects: ClassObjects, source: ObjectSource | null, depth: number): TypeReference | null {
  const inner = objects.get(source)
  const variable = objects.variable(source)
  if (inner === undefined || variable === undefined || depth > MOST_INNER) return null
  return typeReference(objects, variable, inner.export.className, depth + 1)
}

/** A delegate of another class is written with the class in front. */
function delegateName(objects: ClassObjects, { source, function: called, sourceName }: DelegateProperty): string {
  const declared = source ?? called
  if (!isPackageObject(declared)) return nameOf(declared) ?? sourceName.toString()
  const owner = declared.outer
  const own = objects.reader.ancestryOf(objects.export).some((name) => name.toLowerCase() === owner?.name.toLowerCase())
  return owner === null || own ? declared.name : `${owner.name}.${declared.name}`
}

/** The name of a struct or enum, with its class in front when another one has the name too. */
function declaredName(objects: ClassObjects, source: ObjectSource | null): string | undefined {
  const name = nameOf(source)
  if (name === undefined || !isPackageObject(source) || !objects.isAmbiguous(name)) return name
  const owner = source.outer
  const ancestry = objects.reader.ancestryOf(objects.export).map((one) => one.toLowerCase())
  const isNear = owner === null || owner === objects.export || ancestry.includes(owner.name.toLowerCase())
  return isNear ? name : `${owner.name}.${name}`
}

function isPackageObject(source: ObjectSource | null): source is PackageObject {
  return source instanceof ExportObject || source instanceof ImportObject
}

/** The own name of an object that a field refers to. */
export function nameOf(source: ObjectSource | null): string | undefined {
  if (source === null) return undefined
  return isPackageObject(source) ? source.name : source.path.slice(source.path.lastIndexOf('.') + 1)
}
