import type { ClassSymbol, StructSymbol, Type, VariableSymbol } from '../symbols/symbol.js'

/** Super classes and structs. */
const MOST_DEPTH = 512

/**
 * *What UCC says of default properties that name an object which does not exist* (UE2, UE3): the variable
 * with the class of its object, and the value as it is written (a log of UDK, and the wiki's list).
 *
 * @returns `undefined` for UE1, which says less.
 */
export function unresolvedReference(engine: number, variable: VariableSymbol, written: string): string | undefined {
  if (engine < 2) return undefined
  const { type, path, name } = variable
  const [pkg = '', owner = '', ...rest] = path.split('.')
  const inner = type.kind === 'array' ? [...rest, name] : rest
  const kind = propertyClass(type.kind === 'array' ? type.inner : type, variable)
  return `${kind} ${pkg}.${owner}${engine === 3 ? ':' : '.'}${inner.join('.')}: unresolved reference to '${written}'`
}

function propertyClass(type: Type, variable: VariableSymbol): string {
  if (type.kind === 'class') return 'ClassProperty'
  if (type.kind === 'interface') return 'InterfaceProperty'
  const isComponent = type.kind === 'object' && type.class !== null && isComponentClass(type.class)
  return isComponent || variable.className === 'ComponentProperty' ? 'ComponentProperty' : 'ObjectProperty'
}

function isComponentClass(of: ClassSymbol): boolean {
  let at: ClassSymbol | null = of
  for (let depth = 0; at !== null && depth < MOST_DEPTH; depth++, at = at.super)
    if (at.path.toLowerCase() === 'core.component') return true
  return false
}

/** The variable that a name in default properties means: of a class or struct, or of one above. */
export function defaultsVariable(owner: ClassSymbol | StructSymbol, name: string): VariableSymbol | undefined {
  const key = name.toLowerCase()
  let at: ClassSymbol | StructSymbol | null = owner
  for (let depth = 0; at !== null && depth < MOST_DEPTH; depth++, at = at.super) {
    const found =
      at.kind === 'class' ? at.variables.get(key) : at.members.find((member) => member.name.toLowerCase() === key)
    if (found !== undefined) return found
  }
  return undefined
}
