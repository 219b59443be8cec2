import { FunctionField, State, Struct, VariableField } from '@ukit/objects/script'

/** Bits by name, as public headers and readers of every engine call them; a bit that engines use differently has the older name or none. */
type Bits = Readonly<Record<string, number>>

const FUNCTION: Bits = {
  Final: 0x1,
  Defined: 0x2,
  Iterator: 0x4,
  Latent: 0x8,
  PreOperator: 0x10,
  Singular: 0x20,
  Net: 0x40,
  NetReliable: 0x80,
  Simulated: 0x100,
  Exec: 0x200,
  Native: 0x400,
  Event: 0x800,
  Operator: 0x1000,
  Static: 0x2000,
  Const: 0x8000,
  Public: 0x2_0000,
  Private: 0x4_0000,
  Protected: 0x8_0000,
  Delegate: 0x10_0000,
  NetServer: 0x20_0000,
  HasOutParms: 0x40_0000,
  HasDefaults: 0x80_0000,
  NetClient: 0x100_0000,
}

const VARIABLE: Bits = {
  Edit: 0x1,
  Const: 0x2,
  Input: 0x4,
  ExportObject: 0x8,
  OptionalParm: 0x10,
  Net: 0x20,
  Parm: 0x80,
  OutParm: 0x100,
  SkipParm: 0x200,
  ReturnParm: 0x400,
  CoerceParm: 0x800,
  Native: 0x1000,
  Transient: 0x2000,
  Config: 0x4000,
  Localized: 0x8000,
  Travel: 0x1_0000,
  EditConst: 0x2_0000,
  GlobalConfig: 0x4_0000,
  NeedCtorLink: 0x40_0000,
}

const CLASS: Bits = {
  Abstract: 0x1,
  Compiled: 0x2,
  Config: 0x4,
  Transient: 0x8,
  Parsed: 0x10,
  Localized: 0x20,
  SafeReplace: 0x40,
  NoExport: 0x100,
  PerObjectConfig: 0x400,
  NativeReplication: 0x800,
}

const STATE: Bits = { Editable: 0x1, Auto: 0x2, Simulated: 0x4 }

const STRUCT: Bits = { Native: 0x1, Export: 0x2, Immutable: 0x20, ImmutableWhenCooked: 0x80 }

const POLY: Bits = {
  Invisible: 0x1,
  Masked: 0x2,
  Translucent: 0x4,
  NotSolid: 0x8,
  Environment: 0x10,
  Semisolid: 0x20,
  Modulated: 0x40,
  FakeBackdrop: 0x80,
  TwoSided: 0x100,
  AutoUPan: 0x200,
  AutoVPan: 0x400,
  NoSmooth: 0x800,
  Unlit: 0x40_0000,
  Portal: 0x400_0000,
  Mirrored: 0x800_0000,
}

const BY_FIELD: Readonly<Record<string, Bits>> = {
  classFlags: CLASS,
  stateFlags: STATE,
  structFlags: STRUCT,
  polyFlags: POLY,
}

/** The names of the bits that a field's flags have, bits without a name as a hexadecimal number; `undefined` for a field that holds no flags. */
export function fieldFlagNames(record: object, field: string, value: number): string | undefined {
  const bits = bitsOf(record, field)
  if (bits === undefined) return /(?:flags|mask)(?:high)?$/i.test(field) && value >= 0 ? hexOf(value) : undefined
  const names: string[] = []
  let rest = value >>> 0
  for (const [name, bit] of Object.entries(bits)) {
    if ((rest & bit) === 0) continue
    names.push(name)
    rest = (rest & ~bit) >>> 0
  }
  if (rest !== 0) names.push(hexOf(rest))
  return names.length === 0 ? '0' : names.join(' ')
}

function hexOf(value: number): string {
  return value === 0 ? '0' : `0x${value.toString(16).toUpperCase()}`
}

function bitsOf(record: object, field: string): Bits | undefined {
  if (record instanceof VariableField) return field === 'flags' ? VARIABLE : undefined
  if (record instanceof FunctionField) return field === 'flags' ? FUNCTION : undefined
  if (field === 'stateFlags' && !(record instanceof State)) return undefined
  if (field === 'structFlags' && !(record instanceof Struct)) return undefined
  return BY_FIELD[field]
}
