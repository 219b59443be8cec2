import type { Declaration } from './nodes.js'

/** The names that a declaration declares, as they are spelled: a line of variables declares several. */
export function declaredNames(declaration: Declaration): string[] {
  switch (declaration.kind) {
    case 'Var':
      return declaration.names.map(({ name }) => name)
    case 'Const':
    case 'Enum':
    case 'Struct':
    case 'Function':
    case 'State':
      return [declaration.name]
    default:
      return []
  }
}
