import type { FlagNames } from './flag-names.js'

/**
 * *Flags of a function* (`FunctionField.flags`, 32 bits), as public headers and readers of every engine call
 * them; UE2 has them to `Protected`, UE3 the rest.
 */
export const FunctionFlag = {
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
  HasOptionalParms: 0x4000,
  Const: 0x8000,
  Public: 0x2_0000,
  Private: 0x4_0000,
  Protected: 0x8_0000,
  Delegate: 0x10_0000,
  NetServer: 0x20_0000,
  HasOutParms: 0x40_0000,
  HasDefaults: 0x80_0000,
  NetClient: 0x100_0000,
} as const satisfies FlagNames

/**
 * *Flags of a variable* (`VariableField.flags`, the lower 32 bits): those that every engine has at the same
 * bit.
 */
export const PropertyFlag = {
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
} as const satisfies FlagNames

/** *Flags of a class* (`Class.classFlags`, 32 bits): those that every engine has at the same bit. */
export const ClassFlag = {
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
} as const satisfies FlagNames

/** *Flags of a state* (`State.stateFlags`, 32 bits). */
export const StateFlag = { Editable: 0x1, Auto: 0x2, Simulated: 0x4 } as const satisfies FlagNames

/** *Flags of a struct* (`Struct.structFlags`, 32 bits; UE2 and UE3). */
export const StructFlag = {
  Native: 0x1,
  Export: 0x2,
  Immutable: 0x20,
  ImmutableWhenCooked: 0x80,
} as const satisfies FlagNames
