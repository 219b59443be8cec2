import type { ClassSymbol, FunctionDeclaration, FunctionSymbol } from '@ukit/script'

/** The functions of a class that are not in a state, operators and overloads among them. */
export function functionsOf({ fields }: ClassSymbol): readonly FunctionSymbol[] {
  return fields.filter((field) => field.kind === 'function')
}

/** The function that a declaration in the text is: several may share a name, but not a place. */
export function functionOf(functions: Iterable<FunctionSymbol>, node: FunctionDeclaration): FunctionSymbol | undefined {
  for (const one of functions) if (one.textPosition === node.codeStart && one.friendlyName === node.name) return one
  return undefined
}
