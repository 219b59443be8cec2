import type { StructSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { Expressions } from './expressions.js'
import type { Code } from './labels.js'
import type { Value } from './value.js'

const NEEDS_DESTRUCTION = 0x40_0000

/**
 * *Evaluates what nobody uses*: its result has to be destroyed, which each generation does in its own way.
 */
export function discard(at: Expressions, code: Code, value: Value): void {
  const { writer, env } = at
  const { type, property } = value
  switch (env.dialect.eats) {
    case 'destroyed':
      if (property !== null && !value.isVariable && needsDestruction(property)) {
        code.add(writer.makeNamed('EatReturnValue', { variable: env.binder.symbol(property) }))
      }
      code.add(value.token)
      return
    case 'string-arrays':
      if (type.kind === 'array' && type.inner.kind === 'string') {
        code.add(writer.make('EatString', value.token))
        return
      }
      break
    default:
      break
  }
  const isEaten = type.kind === 'string' && !value.isVariable && writer.has('EatString')
  code.add(isEaten ? writer.make('EatString', value.token) : value.token)
}

/**
 * Tells whether a result has to be destroyed: texts, arrays, and structs with references to components (2 of
 * 2).
 */
function needsDestruction(property: VariableSymbol): boolean {
  return (property.flags & NEEDS_DESTRUCTION) !== 0 || holdsComponents(property.type, 0)
}

function holdsComponents(type: Type, depth: number): boolean {
  if (type.kind !== 'struct' || type.struct === null || depth > 8) return false
  for (let at: StructSymbol | null = type.struct, n = 0; at !== null && n < 64; at = at.super, n++) {
    const { members } = at
    if (members.some((one) => one.className === 'ComponentProperty' || holdsComponents(one.type, depth + 1))) {
      return true
    }
  }
  return false
}
