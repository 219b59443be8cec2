import { ClassFlag, type FlagNames, FunctionFlag, PolyFlag, PropertyFlag, StateFlag, StructFlag } from '@ukit/container'
import { FunctionField, State, Struct, VariableField } from '@ukit/objects/script'

const BY_FIELD: Readonly<Record<string, FlagNames>> = {
  classFlags: ClassFlag,
  stateFlags: StateFlag,
  structFlags: StructFlag,
  polyFlags: PolyFlag,
}

/**
 * The names of the bits that a field's flags have, bits without a name as a hexadecimal number; `undefined`
 * for a field that holds no flags.
 */
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

function bitsOf(record: object, field: string): FlagNames | undefined {
  if (record instanceof VariableField) return field === 'flags' ? PropertyFlag : undefined
  if (record instanceof FunctionField) return field === 'flags' ? FunctionFlag : undefined
  if (field === 'stateFlags' && !(record instanceof State)) return undefined
  if (field === 'structFlags' && !(record instanceof Struct)) return undefined
  return BY_FIELD[field]
}
