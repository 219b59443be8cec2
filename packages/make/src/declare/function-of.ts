import { type ClassSymbol, type FunctionSymbol, functionAt } from '@ukit/script/symbols'
import type { FunctionDeclaration } from '@ukit/script/syntax'

/** The functions of a class that are not in a state, operators and overloads among them. */
export function functionsOf({ fields }: ClassSymbol): readonly FunctionSymbol[] {
  return fields.filter((field) => field.kind === 'function')
}

/** The function that a declaration in the text is: several may share a name, but not a place. */
export function functionOf(
  functions: readonly FunctionSymbol[],
  node: FunctionDeclaration,
): FunctionSymbol | undefined {
  const found = functionAt(functions, node)
  return found?.friendlyName === node.name ? found : undefined
}
