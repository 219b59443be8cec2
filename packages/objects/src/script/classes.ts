import type { FormatContext } from '@ukit/container'
import type { ClassCodec } from '../registry.js'
import type { UnrealObject } from '../unreal-object.js'
import { Class } from './class.js'
import { Const, Enum, Field } from './field.js'
import { FunctionField } from './function.js'
import {
  ArrayProperty,
  BoolProperty,
  ByteProperty,
  ClassProperty,
  ComponentProperty,
  DelegateProperty,
  FixedArrayProperty,
  FloatProperty,
  InterfaceProperty,
  IntProperty,
  MapProperty,
  NameProperty,
  ObjectProperty,
  PointerProperty,
  StringProperty,
  StringRefProperty,
  StrProperty,
  StructProperty,
  VariableField,
} from './property.js'
import { State } from './state.js'
import { ScriptStruct, Struct } from './struct.js'
import { TextBuffer } from './text-buffer.js'

/** *The classes that UnrealScript is made of*, all engines. */
export const SCRIPT_CLASSES: readonly ClassCodec[] = [
  { name: 'Field', create: () => new Field() },
  { name: 'Const', create: () => new Const() },
  { name: 'Enum', create: () => new Enum() },
  { name: 'Struct', create: () => new Struct() },
  { name: 'ScriptStruct', create: () => new ScriptStruct() },
  { name: 'Function', create: () => new FunctionField() },
  { name: 'State', create: () => new State() },
  { name: 'Class', create: () => new Class() },
  { name: 'TextBuffer', create: () => new TextBuffer() },
  { name: 'Property', create: () => new VariableField() },
  { name: 'ByteProperty', create: () => new ByteProperty() },
  { name: 'IntProperty', create: () => new IntProperty() },
  { name: 'BoolProperty', create: () => new BoolProperty() },
  { name: 'FloatProperty', create: () => new FloatProperty() },
  { name: 'NameProperty', create: () => new NameProperty() },
  { name: 'StrProperty', create: () => new StrProperty() },
  { name: 'StringProperty', create: () => new StringProperty() },
  { name: 'PointerProperty', create: () => new PointerProperty() },
  { name: 'ObjectProperty', create: () => new ObjectProperty() },
  { name: 'ComponentProperty', create: () => new ComponentProperty() },
  { name: 'InterfaceProperty', create: () => new InterfaceProperty() },
  { name: 'ClassProperty', create: () => new ClassProperty() },
  { name: 'StructProperty', create: () => new StructProperty() },
  { name: 'ArrayProperty', create: () => new ArrayProperty() },
  { name: 'FixedArrayProperty', create: () => new FixedArrayProperty() },
  { name: 'MapProperty', create: () => new MapProperty() },
  { name: 'DelegateProperty', create: () => new DelegateProperty() },
  { name: 'StringRefProperty', create: () => new StringRefProperty() },
]

const CREATE = new Map(SCRIPT_CLASSES.map(({ name, create }) => [name.toLowerCase(), create]))

/**
 * What makes an empty object of a class that scripts are made of: the engine's, or one that a game has for
 * properties (`Dialect.propertyClasses`).
 *
 * @param className in any case.
 * @returns `undefined` when there is no such class.
 */
export function scriptClass(className: string, { dialect }: FormatContext): (() => UnrealObject) | undefined {
  const key = className.toLowerCase()
  return CREATE.get(key) ?? CREATE.get(dialect.propertyClasses?.get(key) ?? '')
}
