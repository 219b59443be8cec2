import type { Expression } from '../syntax/nodes.js'
import type { ClassSymbol, StructSymbol, VariableSymbol } from './symbol.js'

// Deeper than any real chain; ends a circle of classes that extend each other.
const MAX_SUPERS = 512

/**
 * *The variable whose elements `ArrayCount` counts* where a declaration has it as a length: one of the class,
 * or, since UT99's patch 469, of an object that a variable of the class holds:
 * `ArrayCount(Windows[0].Names)`.
 *
 * @param node what is in the parentheses.
 * @param owner the class whose text it is in.
 * @param uses is called with each class that has a member after a dot, as the compiler comes to them.
 */
export function countedVariable(
  node: Expression,
  owner: ClassSymbol,
  uses?: (of: ClassSymbol) => void,
): VariableSymbol | undefined {
  if (node.kind === 'Identifier') return memberOf(owner, node.name)
  if (node.kind === 'Element') return countedVariable(node.array, owner, uses)
  if (node.kind !== 'Member') return undefined
  const holder = countedVariable(node.object, owner, uses)?.type
  const type = holder?.kind === 'array' ? holder.inner : holder
  if (type?.kind === 'struct' && type.struct !== null) return memberOf(type.struct, node.name)
  if (type?.kind !== 'object' || type.class === null) return undefined
  uses?.(type.class)
  return memberOf(type.class, node.name)
}

/** A variable of a class or a struct, or of what it extends. */
function memberOf(owner: ClassSymbol | StructSymbol, name: string): VariableSymbol | undefined {
  const key = name.toLowerCase()
  let at: ClassSymbol | StructSymbol | null = owner
  for (let n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++) {
    const found: VariableSymbol | undefined =
      at.kind === 'class' ? at.variables.get(key) : at.members.find((member) => member.name.toLowerCase() === key)
    if (found !== undefined) return found
  }
  return undefined
}
