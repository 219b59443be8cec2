import { Name, type ObjectSource, UString } from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import { ExportObject, ImportObject } from '@ukit/core'
import { DelegateValue, MapValue, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { membersOf } from '@ukit/objects/internal'
import { EditExport, EditImport, type EditObject } from '../entries.js'
import { type ValueMaker, valueError } from './make-value.js'
import { parseValue, type ValueText } from './value-text.js'

/**
 * *A value to set*: typed as reading gives it, or text.
 *
 * - A number for bytes, ints and floats; a boolean; `null` for no object.
 * - An object of the document, or of the package that it was made from; a `Name`; a `UString` for text as it
 *   is.
 * - An array for a dynamic array, `{ X: 1, Y: 2 }` for a struct, of which members that are not given stay; or
 *   such a value as it was read.
 * - A string is a value as the engine's T3D files have it: `'(X=1,Y=2)'`, `"Texture'Walls.Brick'"`,
 *   `'LT_Steady'`.
 */
export type SettableValue =
  | string
  | PropertyValue
  | readonly SettableValue[]
  | { readonly [member: string]: SettableValue }

/**
 * A value in the form that variables are set from. @throws {PackageError} `refused` for what no variable can
 * be set to.
 */
export function valueToSet(maker: ValueMaker, value: SettableValue, depth = 0): ValueText {
  if (depth > Limit.Values) throw valueError(`expected values nested up to ${Limit.Values} deep, found them deeper`)
  if (typeof value === 'string') return parseValue(value)
  if (typeof value === 'number') return { kind: 'word', text: String(value) }
  if (typeof value === 'boolean') return { kind: 'word', text: value ? 'True' : 'False' }
  if (value === null) return { kind: 'word', text: 'None' }
  if (value instanceof Name) return { kind: 'quoted', text: value.toString() }
  if (value instanceof UString) return { kind: 'quoted', text: value.text }
  if (isList(value)) return { kind: 'list', items: value.map((item) => valueToSet(maker, item, depth + 1)) }
  if (value instanceof Uint8Array)
    throw valueError('expected a value of a known type, found bytes that were not understood')
  if (value instanceof MapValue || value instanceof DelegateValue)
    throw valueError(
      'maps and delegates cannot be set to values as read; a delegate can be written as text, Object.Function',
    )
  if (isObject(value)) return { kind: 'entry', entry: entryOf(maker, value) }
  const members = membersIn(maker, value).map(([path, member]) => ({
    path,
    value: valueToSet(maker, member, depth + 1),
  }))
  return members.length === 0 ? { kind: 'list', items: [] } : { kind: 'members', members }
}

function membersIn(
  maker: ValueMaker,
  value: RawStruct | TaggedStruct | { readonly [member: string]: SettableValue },
): [path: string, value: SettableValue][] {
  if (value instanceof TaggedStruct) return value.properties.items.map((property) => [property.label, property.value])
  if (!(value instanceof RawStruct)) return Object.entries(value)
  const members = membersOf(maker.schema, value.type, maker.ancestry[0])
  return members.flatMap(({ name, dim }, i): [string, SettableValue][] => {
    const member = value.values[i] ?? null
    if (dim === 1 || !Array.isArray(member)) return [[name, member]]
    return member.map((element, at) => [`${name}[${at}]`, element])
  })
}

/** The document's entry of an object. */
function entryOf({ edit }: ValueMaker, object: ObjectSource): EditObject {
  if (object instanceof EditExport || object instanceof EditImport) return object
  if ((object instanceof ExportObject || object instanceof ImportObject) && object.package === edit.package)
    return edit.entryOf(object)
  throw valueError(`expected an object of this document, found ${object.path} of another: import it first (importAt)`)
}

function isList(value: SettableValue): value is readonly SettableValue[] {
  return Array.isArray(value)
}

function isObject(value: object): value is ObjectSource {
  return 'reference' in value && 'path' in value
}
