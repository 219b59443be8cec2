import { Name, type ObjectSource, UString } from '@ukit/container'
import { ExportObject, ImportObject } from '@ukit/core'
import { DelegateValue, type PropertyList, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import type { StructSymbol, Type, VariableSymbol } from '@ukit/script/symbols'
import type { DefaultLayer } from './layer.js'
import { memberNamed, variableNamed } from './members.js'
import type { DefaultObjects } from './objects.js'
import { DelegateTarget, NameText, StructValue, UnreadValue, type Value } from './value.js'

/**
 * *Takes the values of a compiled class's list into a layer*; those without a known declaration are left out.
 */
export function takeStored(layer: DefaultLayer, list: PropertyList, objects: DefaultObjects): void {
  for (const { name, index, value } of list.items) {
    const variable = variableNamed(layer.owner, name.toString())
    if (variable !== undefined) layer.set(variable, index, storedValue(value, variable.type, objects))
  }
}

function storedValue(value: PropertyValue, type: Type, objects: DefaultObjects): Value {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (value instanceof UString) return value.text
  if (value instanceof Name) return nameOrTag(value.toString(), type)
  if (value instanceof ExportObject || value instanceof ImportObject) return objects.stored(value)
  if (value instanceof DelegateValue) {
    const name = value.function.toString()
    return name.toLowerCase() === 'none' ? null : new DelegateTarget(objectOf(value.object, objects), name)
  }
  if (Array.isArray(value) && type.kind === 'array') return value.map((one) => storedValue(one, type.inner, objects))
  if (type.kind === 'struct' && type.struct !== null) {
    if (value instanceof RawStruct) return rawValue(value, type.struct, objects)
    if (value instanceof TaggedStruct) return taggedValue(value, type.struct, objects)
  }
  return new UnreadValue(value)
}

/** Values of enums are stored by name since UE3. */
function nameOrTag(text: string, type: Type): Value {
  if (type.kind !== 'byte') return new NameText(text)
  const tag = type.enum?.tags.findIndex((one) => one.toLowerCase() === text.toLowerCase()) ?? -1
  return tag < 0 ? new NameText(text) : tag
}

function objectOf(source: ObjectSource | null, objects: DefaultObjects) {
  return source instanceof ExportObject || source instanceof ImportObject ? objects.stored(source) : null
}

function rawValue({ type, values }: RawStruct, struct: StructSymbol, objects: DefaultObjects): Value {
  const members = new Map<VariableSymbol, Value[]>()
  for (const [i, { name, dim }] of type.members.entries()) {
    const member = memberNamed(struct, name)
    const value = values[i] ?? null
    if (member === undefined) continue
    const elements = dim > 1 && Array.isArray(value) ? value : [value]
    members.set(
      member,
      elements.map((one) => storedValue(one, member.type, objects)),
    )
  }
  return new StructValue(struct, members)
}

/** The value of a struct of which members are stored by name. */
export function taggedValue(
  { properties }: Pick<TaggedStruct, 'properties'>,
  struct: StructSymbol,
  objects: DefaultObjects,
): StructValue {
  let made = new StructValue(struct)
  for (const { name, index, value } of properties.items) {
    const member = memberNamed(struct, name.toString())
    if (member !== undefined) made = made.with(member, index, storedValue(value, member.type, objects))
  }
  return made
}
