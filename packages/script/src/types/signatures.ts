import type { FunctionSymbol, Type } from '../symbols/symbol.js'
import { sameType } from './types.js'

/** Tells whether two functions have parameters and results of the same types. */
export function sameSignature(own: FunctionSymbol, other: FunctionSymbol): boolean {
  if (own.parameters.length !== other.parameters.length) return false
  if ((own.returnValue === null) !== (other.returnValue === null)) return false
  const pairs = own.parameters.map((one, index) => [one, other.parameters[index]] as const)
  return [...pairs, [own.returnValue, other.returnValue] as const].every(
    ([one, two]) => !one || !two || (sameType(one.type, two.type) && one.dimension === two.dimension),
  )
}

/** Tells whether what two delegates call has the same parameters, as far as it is known. */
export function haveSameParameters(own: Type & { kind: 'delegate' }, other: Type & { kind: 'delegate' }): boolean {
  return own.function === null || other.function === null || sameSignature(own.function, other.function)
}
