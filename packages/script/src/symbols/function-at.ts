import type { FunctionDeclaration } from '../syntax/nodes.js'
import type { FunctionSymbol } from './symbol.js'

/** Shorter lists are searched faster than indexed. */
const FEW = 8

const INDEXES = new WeakMap<readonly FunctionSymbol[], ReadonlyMap<number, FunctionSymbol>>()

/**
 * *The function that a declaration in the text is*: several may share a name, but not a place. A list is
 * indexed when it is searched the first time, so it must not change afterwards.
 */
export function functionAt(
  functions: readonly FunctionSymbol[],
  { codeStart }: Pick<FunctionDeclaration, 'codeStart'>,
): FunctionSymbol | undefined {
  if (functions.length < FEW) return functions.find(({ textPosition }) => textPosition === codeStart)
  let index = INDEXES.get(functions)
  if (index === undefined) {
    // The first one of a place counts, as in a search.
    index = new Map([...functions].reverse().map((one) => [one.textPosition, one]))
    INDEXES.set(functions, index)
  }
  return index.get(codeStart)
}
