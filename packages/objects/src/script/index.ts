export { isNoteOfCall, MAX_DEPTH, ScriptWalk, type TokenObserver } from './bytecode.js'
export { Class, ClassDependency, ComponentEntry, InterfaceEntry } from './class.js'
export { scriptClass } from './classes.js'
export { isDeclaredClass } from './declared-class.js'
export { Const, Enum, Field } from './field.js'
export { FunctionField } from './function.js'
export { type JumpTarget, jumpTargets, NOWHERE } from './jump-targets.js'
export {
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
export { Script } from './script.js'
export { FunctionMapEntry, State } from './state.js'
export { ScriptStruct, Struct } from './struct.js'
export { TextBuffer } from './text-buffer.js'
export {
  type FieldValue,
  type Label,
  type Operand,
  type OperandDefinition,
  type OperandKind,
  Token,
  type TokenDefinition,
} from './token.js'
export { CAST_NAMES, castNames, type TokenSet, tokenSetOf } from './token-tables.js'
export { type NamedOperands, namedOperands, type PlacedToken, tokenName, walkTokens } from './walk-tokens.js'
