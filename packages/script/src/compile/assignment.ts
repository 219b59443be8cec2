import type { Token } from '@ukit/objects/script'
import { DebugKind } from '../listing/debug-kinds.js'
import type { Type } from '../symbols/symbol.js'
import type { Assignment, Expression } from '../syntax/nodes.js'
import { haveSameParameters } from '../types/signatures.js'
import { isStructOf } from '../types/types.js'
import { delegateToken } from './convert.js'
import type { Expressions } from './expressions.js'
import type { Code } from './labels.js'
import { delegateVariable } from './names.js'
import type { Value } from './value.js'

/** *`target = value;` as code.* */
export function assign(at: Expressions, code: Code, { target: targetNode, value: valueNode }: Assignment): void {
  const { writer } = at
  const note = (): void => {
    const made = at.notes?.makeNext(DebugKind.Let, valueNode.end)
    if (made !== undefined) code.add(made)
  }
  const delegate = at.env.context.engine >= 2 ? delegateVariable(at, targetNode) : undefined
  const target = delegate ?? at.compile(targetNode, null)
  if (target.type.kind === 'delegate') {
    at.modify(target.token)
    const value = delegateValue(at, valueNode, target.type)
    note()
    code.add(writer.make('LetDelegate', target.token, value))
    return
  }
  if (!target.isVariable) at.fail(targetNode, `'=': nothing can be assigned to a value that is computed`)
  let value = assignedValue(at, valueNode, target.type)
  if (value.dimension !== target.dimension) at.fail(valueNode, "Array mismatch in '='")
  at.modify(target.token)
  if (value.isLatent === true && writer.has('LatentResult')) {
    // The function runs for any length of time, and its result is requested afterwards (SWAT 4).
    code.add(value.token)
    const ended = at.notes?.make(DebugKind.PreviousStackLatent, valueNode.end)
    if (ended !== undefined) code.add(ended)
    const size = at.sizeOf(value.type, value.dimension)
    value = { ...value, token: writer.make('LatentResult', size) }
  }
  const isBool = target.type.kind === 'bool' && writer.has('LetBool')
  note()
  code.add(writer.make(isBool ? 'LetBool' : 'Let', target.token, value.token))
}

/** None is assigned to an interface without conversion, and structs to structs that they are related to. */
function assignedValue(at: Expressions, node: Expression, type: Type): Value {
  if (type.kind === 'interface' && node.kind === 'None') return at.compile(node, null)
  if (type.kind === 'struct') {
    const value = at.compile(node, type)
    if (value.type.kind === 'struct' && isStructOf(type.struct, value.type.struct)) return value
  }
  return at.typed(node, type, "'='")
}

function delegateValue(at: Expressions, node: Expression, type: Type): Token {
  if (node.kind === 'None') return delegateToken(at.env, 'None', null)
  const value = at.compile(node, type)
  if (value.type.kind === 'delegate' && type.kind === 'delegate' && !haveSameParameters(value.type, type))
    at.fail(
      node,
      `Type mismatch in '=': '${value.type.function?.name}' has other parameters than '${type.function?.name}'`,
    )
  return value.token
}
