import type { FormatContext, TokenRow as Row } from '@ukit/container'
import { Version } from '@ukit/container'
import type { OperandDefinition, OperandKind, TokenDefinition } from './token.js'

/** Opcodes that the walk itself must know. */
export const END_FUNCTION_PARMS = 0x16
export const END_PARM_VALUE = 0x15

/** *The tokens of one line of the engine, and what they take in memory.* */
export interface TokenSet {
  /** By opcode; `undefined` for opcodes that mean nothing. */
  readonly tokens: readonly (TokenDefinition | undefined)[]
  /** Bytes of memory that a name takes. */
  readonly nameSize: number
  /** Bytes of memory that an object reference takes. */
  readonly objectSize: number
  /** Opcode of DebugInfo, which may follow any call; −1 where there is none. */
  readonly debugInfo: number
}

/** `object:expression skip size:u8` as a list; an operand without a kind has its name as kind. */
function operands(list: string): OperandDefinition[] {
  if (list === '') return []
  return list.split(' ').map((entry) => {
    const [name = '', kind = name] = entry.split(':')
    // The tables below are the only callers; a wrong kind shows in the first script.
    return { name, kind: kind as OperandKind }
  })
}

function definition(op: number, name: string, list: string): TokenDefinition {
  const all = operands(list)
  const values = all.reduce((sum, { kind }) => sum + (kind === 'case' ? 2 : kind === 'end' ? 0 : 1), 0)
  return { op, name, operands: all, values, leads: all.some(({ kind }) => LEADING.has(kind)) }
}

/** Kinds of operands that are positions in the script. */
const LEADING: ReadonlySet<OperandKind> = new Set(['offset', 'case', 'labels'])

/**
 * What all lines share. Operands are in file order: an index is before the array that it is into.
 *
 * Evidence, unless a row says otherwise: every script of the corpus (5,458 of UE1, 1,597 of UE2, 2,167 of
 * UE3; those of classes and structs included) and of 300 packages beside it (9,224 of UE1, 68,596 of UE2,
 * 48,698 of UE3) ends on its exact size with these tables. Never met there: LineNumber, ResizeString,
 * RangeConst, UnicodeStringConst, the tokens below version 62, UE2's comparisons of delegates and
 * Conditional, UE2's DebugInfo, StateVariable.
 */
const COMMON: readonly Row[] = [
  [0x00, 'LocalVariable', 'variable:object'],
  [0x01, 'InstanceVariable', 'variable:object'],
  [0x02, 'DefaultVariable', 'variable:object'],
  [0x04, 'Return', 'value:expression'],
  [0x05, 'Switch', 'size:u8 value:expression'],
  [0x06, 'Jump', 'offset'],
  [0x07, 'JumpIfNot', 'offset condition:expression'],
  [0x08, 'Stop', ''],
  [0x09, 'Assert', 'line:u16 condition:expression'],
  [0x0a, 'Case', 'case'],
  [0x0b, 'Nothing', ''],
  [0x0c, 'LabelTable', 'labels'],
  [0x0d, 'GotoLabel', 'label:expression'],
  [0x0e, 'EatString', 'value:expression'],
  [0x0f, 'Let', 'target:expression value:expression'],
  [0x10, 'DynArrayElement', 'index:expression array:expression'],
  [0x11, 'New', 'outer:expression name:expression flags:expression class:expression'],
  [0x12, 'ClassContext', 'object:expression skip size:u8 member:expression'],
  [0x13, 'MetaCast', 'class:object value:expression'],
  [0x14, 'LetBool', 'target:expression value:expression'],
  // Unreal II only, by readers; no file has it.
  [0x15, 'LineNumber', 'line:u16 expression'],
  [END_FUNCTION_PARMS, 'EndFunctionParms', ''],
  [0x17, 'Self', ''],
  [0x18, 'Skip', 'skip value:expression'],
  [0x19, 'Context', 'object:expression skip size:u8 member:expression'],
  [0x1a, 'ArrayElement', 'index:expression array:expression'],
  [0x1b, 'VirtualFunction', 'function:name arguments'],
  [0x1c, 'FinalFunction', 'function:object arguments'],
  [0x1d, 'IntConst', 'value:i32'],
  [0x1e, 'FloatConst', 'value:float'],
  [0x1f, 'StringConst', 'value:ascii'],
  [0x20, 'ObjectConst', 'value:object'],
  [0x21, 'NameConst', 'value:name'],
  [0x22, 'RotationConst', 'value:rotator'],
  [0x23, 'VectorConst', 'value:vector'],
  [0x24, 'ByteConst', 'value:u8'],
  [0x25, 'IntZero', ''],
  [0x26, 'IntOne', ''],
  [0x27, 'True', ''],
  [0x28, 'False', ''],
  [0x29, 'NativeParm', 'variable:object'],
  [0x2a, 'NoObject', ''],
  [0x2c, 'IntConstByte', 'value:u8'],
  [0x2d, 'BoolVariable', 'variable:expression'],
  [0x2e, 'DynamicCast', 'class:object value:expression'],
  [0x2f, 'Iterator', 'call:expression end:offset'],
  [0x30, 'IteratorPop', ''],
  [0x31, 'IteratorNext', ''],
  [0x32, 'StructCmpEq', 'struct:object left:expression right:expression'],
  [0x33, 'StructCmpNe', 'struct:object left:expression right:expression'],
  [0x34, 'UnicodeStringConst', 'value:unicode'],
  [0x36, 'StructMember', 'member:object struct:expression'],
  [0x37, 'DynArrayLength', 'array:expression'],
  [0x38, 'GlobalFunction', 'function:name arguments'],
]

/**
 * Codes of casts: an opcode each in UE1, the operand of PrimitiveCast since (UE3's own from 0x36, 0x37, 0x38,
 * 0x60; those of references to strings from 0x5B are some games').
 */
export const CAST_NAMES: Readonly<Record<number, string>> = {
  54: 'InterfaceToObject',
  55: 'InterfaceToString',
  56: 'InterfaceToBool',
  57: 'RotatorToVector',
  58: 'ByteToInt',
  59: 'ByteToBool',
  60: 'ByteToFloat',
  61: 'IntToByte',
  62: 'IntToBool',
  63: 'IntToFloat',
  64: 'BoolToByte',
  65: 'BoolToInt',
  66: 'BoolToFloat',
  67: 'FloatToByte',
  68: 'FloatToInt',
  69: 'FloatToBool',
  70: 'ObjectToInterface',
  71: 'ObjectToBool',
  72: 'NameToBool',
  73: 'StringToByte',
  74: 'StringToInt',
  75: 'StringToBool',
  76: 'StringToFloat',
  77: 'StringToVector',
  78: 'StringToRotator',
  79: 'VectorToBool',
  80: 'VectorToRotator',
  81: 'RotatorToBool',
  82: 'ByteToString',
  83: 'IntToString',
  84: 'BoolToString',
  85: 'FloatToString',
  86: 'ObjectToString',
  87: 'NameToString',
  88: 'VectorToString',
  89: 'RotatorToString',
  90: 'DelegateToString',
  91: 'StringRefToInt',
  92: 'StringRefToString',
  93: 'IntToStringRef',
  96: 'StringToName',
}

/** UE2 has none from 90 on but this one: SWAT 4 casts strings to names with it, 38 times. */
const UE2_CAST_NAMES: Readonly<Record<number, string>> = {
  ...Object.fromEntries(Object.entries(CAST_NAMES).filter(([code]) => Number(code) < 90)),
  90: 'StringToName',
}

const OF_GAMES = new WeakMap<Readonly<Record<number, string>>, Readonly<Record<number, string>>>()

/** Names of the casts in packages of an engine or game, by code. */
export function castNames({ engine, dialect }: FormatContext): Readonly<Record<number, string>> {
  const names = engine === 2 ? UE2_CAST_NAMES : CAST_NAMES
  if (dialect.casts === undefined) return names
  let own = OF_GAMES.get(dialect.casts)
  if (own === undefined) {
    own = { ...names, ...dialect.casts }
    OF_GAMES.set(dialect.casts, own)
  }
  return own
}

/** UE1: each cast is a token. 0x46 and 0x5A are a cast from string to name in some games. */
function inlineCasts(): Row[] {
  const rows: Row[] = []
  for (let op = 0x39; op <= 0x5a; op++) rows.push([op, CAST_NAMES[op] ?? 'Cast', 'value:expression'])
  rows.push([0x46, 'StringToName', 'value:expression'], [0x5a, 'StringToName', 'value:expression'])
  return rows
}

/** UE1. */
function ue1(context: FormatContext): Row[] {
  const rows: Row[] = [
    ...inlineCasts(),
    // By readers; not in 69.
    [0x2b, 'ResizeString', 'size:u8 value:expression'],
  ]
  if (!context.since(Version.ReturnExpression)) {
    // By readers: no script of 61 or below is available.
    rows.push(
      [0x04, 'Return', ''],
      [0x0e, 'ValidateObject', 'value:expression'],
      [0x14, 'BeginFunction', 'sizes'],
      [0x15, 'EndOfScript', ''],
    )
  }
  return rows
}

/** UE2 from the version with one token for all casts. */
const UE2: readonly Row[] = [
  [0x35, 'RangeConst', 'value:range'],
  [0x39, 'PrimitiveCast', 'cast:u8 value:expression'],
  [0x3a, 'ReturnNothing', ''],
  [0x3b, 'DelegateCmpEq', 'left:expression right:expression end'],
  [0x3c, 'DelegateCmpNe', 'left:expression right:expression end'],
  [0x3d, 'DelegateFunctionCmpEq', 'left:expression right:expression end'],
  [0x3e, 'DelegateFunctionCmpNe', 'left:expression right:expression end'],
  [0x3f, 'EmptyDelegate', ''],
  [0x40, 'DynArrayInsert', 'array:expression index:expression count:expression'],
  [0x41, 'DynArrayRemove', 'array:expression index:expression count:expression'],
  [0x42, 'DebugInfo', 'version:i32 line:i32 position:i32 kind:u8'],
  [0x43, 'DelegateFunction', 'delegate:object function:name arguments'],
  [0x44, 'DelegateProperty', 'function:name'],
  [0x45, 'LetDelegate', 'target:expression value:expression'],
  [0x47, 'EndOfScript', ''],
  [0x48, 'Conditional', 'condition:expression skip yes:expression skip2:skip no:expression'],
]

/**
 * UE3: tokens from 0x35 on moved down by one, others are new. That of 0x03 by readers. 0x50 occurs 1,217
 * times in Mass Effect (391 and 491), without operands.
 */
function ue3(context: FormatContext): Row[] {
  const since = (threshold: (typeof Version)[keyof typeof Version]) => context.since(threshold)
  const contextProperty = since(Version.ContextProperty)
  const contextType = contextProperty
    ? 'property:object type:u8'
    : since(Version.ContextType16)
      ? 'type:u16'
      : 'type:u8'
  const switchProperty = since(Version.SwitchProperty)
  const switchWide = since(Version.SwitchType16) && !since(Version.ObjectMemory8)
  const contextOperands = `object:expression skip ${contextType} member:expression`
  const member = [
    'member:object',
    since(Version.StructMemberStruct) ? 'struct:object' : '',
    since(Version.StructMemberCopy) ? 'isCopy:u8' : '',
    since(Version.StructMemberModified) ? 'isModified:u8' : '',
    'value:expression',
  ]
  const returned = since(Version.ReturnValueProperty) ? 'variable:object' : ''
  const end = since(Version.ArrayTokenEnd) ? ' end' : ''
  const skip = since(Version.ArrayTokenSkip) ? ' skip' : ''
  const findSkip = since(Version.StructMemberStruct) ? ' skip' : ''
  return [
    [0x03, 'StateVariable', 'variable:object'],
    [0x05, 'Switch', `${switchProperty ? 'property:object ' : ''}type:${switchWide ? 'u16' : 'u8'} value:expression`],
    [0x09, 'Assert', `line:u16${since(Version.AssertFlag) ? ' isDebug:u8' : ''} condition:expression`],
    [0x0e, 'EatReturnValue', returned],
    [
      0x11,
      'New',
      `outer:expression name:expression flags:expression class:expression${since(Version.NewTemplate) ? ' template:expression' : ''}`,
    ],
    [0x12, 'ClassContext', contextOperands],
    [END_PARM_VALUE, 'EndParmValue', ''],
    [0x19, 'Context', contextOperands],
    [
      0x1b,
      'VirtualFunction',
      since(Version.NoVirtualCallFlag) ? 'function:name arguments' : 'isSuper:u8 function:name arguments',
    ],
    [0x35, 'StructMember', member.filter((operand) => operand !== '').join(' ')],
    [0x36, 'DynArrayLength', 'array:expression'],
    [0x37, 'GlobalFunction', 'function:name arguments'],
    [0x38, 'PrimitiveCast', 'cast:u8 value:expression'],
    [0x39, 'DynArrayInsert', `array:expression index:expression count:expression${end}`],
    [0x3a, 'ReturnNothing', returned],
    [0x3b, 'DelegateCmpEq', 'left:expression right:expression end'],
    [0x3c, 'DelegateCmpNe', 'left:expression right:expression end'],
    [0x3d, 'DelegateFunctionCmpEq', 'left:expression right:expression end'],
    [0x3e, 'DelegateFunctionCmpNe', 'left:expression right:expression end'],
    [0x3f, 'EmptyDelegate', ''],
    [0x40, 'DynArrayRemove', `array:expression index:expression count:expression${end}`],
    [0x41, 'DebugInfo', 'version:i32 line:i32 position:i32 kind:u8'],
    [
      0x42,
      'DelegateFunction',
      `${since(Version.DelegateIsLocal) ? 'isLocal:u8 ' : ''}delegate:object function:name arguments`,
    ],
    [0x43, 'DelegateProperty', switchProperty ? 'function:name delegate:object' : 'function:name'],
    [0x44, 'LetDelegate', 'target:expression value:expression'],
    [0x45, 'Conditional', 'condition:expression skip yes:expression skip2:skip no:expression'],
    [0x46, 'DynArrayFind', `array:expression${findSkip} value:expression${end}`],
    [0x47, 'DynArrayFindStruct', `array:expression${findSkip} member:expression value:expression${end}`],
    [0x48, 'OutVariable', 'variable:object'],
    [0x49, 'DefaultParmValue', 'skip parameter'],
    [0x4a, 'EmptyParmValue', ''],
    [0x4b, 'InstanceDelegate', 'function:name'],
    [0x50, 'UndefinedVariable', ''],
    [0x51, 'InterfaceContext', 'value:expression'],
    [0x52, 'InterfaceCast', 'interface:object value:expression'],
    [0x53, 'EndOfScript', ''],
    [0x54, 'DynArrayAdd', 'array:expression count:expression end'],
    [0x55, 'DynArrayAddItem', `array:expression${skip} value:expression${end}`],
    [0x56, 'DynArrayRemoveItem', `array:expression${skip} value:expression${end}`],
    [0x57, 'DynArrayInsertItem', `array:expression${skip} index:expression value:expression${end}`],
    [0x58, 'DynArrayIterator', 'array:expression item:expression hasIndex:u8 index:expression end:offset'],
    [0x59, 'DynArraySort', `array:expression${skip} order:expression${end}`],
    [0x5a, 'FilterEditorOnly', 'offset'],
  ]
}

/** Where natives start whose number needs a second byte; those of one byte start 16 later. */
const EXTENDED_NATIVES = 0x60

function rowsOf(context: FormatContext): Row[] {
  if (context.engine === 1 || !context.since(Version.PrimitiveCast)) return [...COMMON, ...ue1(context)]
  if (context.engine === 2) return [...COMMON, ...UE2]
  return [...COMMON.filter(([op]) => op < 0x35), ...ue3(context)]
}

function build(context: FormatContext): TokenSet {
  const tokens = new Array<TokenDefinition | undefined>(256)
  const { tokens: own = [], extendedNatives: extended = EXTENDED_NATIVES } = context.dialect
  for (const [op, name, list] of [...rowsOf(context), ...own]) tokens[op] = definition(op, name, list)
  const first = extended + 0x10
  for (let op = extended; op < first; op++) {
    tokens[op] = definition(op, 'ExtendedNative', 'low:u8 arguments')
  }
  for (let op = first; op < 256; op++) tokens[op] = definition(op, 'NativeFunction', 'arguments')
  return {
    tokens,
    nameSize: context.since(Version.NameNumbers) ? 8 : 4,
    objectSize: context.since(Version.ObjectMemory8) ? 8 : 4,
    debugInfo: tokens.findIndex((token) => token?.name === 'DebugInfo'),
  }
}

const SETS = new WeakMap<FormatContext, TokenSet>()

/** The tokens of a package's scripts. */
export function tokenSetOf(context: FormatContext): TokenSet {
  let set = SETS.get(context)
  if (set === undefined) {
    set = build(context)
    SETS.set(context, set)
  }
  return set
}
