import type { Token } from '@ukit/objects/script'
import type { Expression } from '../syntax/nodes.js'
import { INT, NONE } from '../types/types.js'
import type { Expressions } from './expressions.js'
import type { Code, Label } from './labels.js'
import { objectClass } from './members.js'
import { functionOf, variableOf } from './scope.js'

/** What a loop over an array needs: the array, the variable of each element, and the one of its index. */
export interface ArrayIterator {
  readonly token: Token
  readonly item: Token
  readonly index: Token | null
}

/** `foreach Array(item, index)` of UE3; `undefined` for what is not an array. */
export function arrayIterator(at: Expressions, node: Expression): ArrayIterator | undefined {
  if (node.kind !== 'Call' || !at.writer.has('DynArrayIterator')) return undefined
  const mark = at.mark()
  // Compiled as a value, a function would be a delegate, which leaves its name in the document.
  const array = isFunctionOfObject(at, node.callee) ? undefined : at.tryValue(node.callee)
  at.back(mark)
  if (array?.type.kind !== 'array') return undefined
  const [itemNode, indexNode] = node.arguments
  if (itemNode === undefined || itemNode === null) {
    return at.fail(node, "'ForEach': An iterator expression is required")
  }
  const item = at.compile(itemNode, array.type.inner)
  const index = indexNode === undefined || indexNode === null ? null : at.compile(indexNode, INT)
  return { token: array.token, item: item.token, index: index?.token ?? null }
}

function isFunctionOfObject(at: Expressions, node: Expression): boolean {
  if (node.kind !== 'Member') return false
  const owner = objectClass(at.tryType(node.object) ?? NONE)
  const key = node.name.toLowerCase()
  return owner !== null && variableOf(owner, key) === undefined && functionOf(owner, key) !== undefined
}

/**
 * UE3: when there is no object, nothing of the loop is run.
 *
 * @param before bytes of code between the start of the loop's token and `token`.
 * @param after where the loop has ended.
 */
export function skipLoop(at: Expressions, code: Code, token: Token, before: number, after: Label): void {
  const { writer, env } = at
  if (!env.dialect.foreachSkipsAll) return
  if (!writer.is(token, 'Context') && !writer.is(token, 'ClassContext')) return
  if (at.implicitContexts.has(token)) return
  const definition = writer.set.tokens[token.op]
  const slot = definition?.operands.findIndex(({ name }) => name === 'skip') ?? -1
  const member = token.operands.at(-1)
  if (slot < 0 || typeof member !== 'object' || member === null || !('op' in member)) return
  const memberAt = before + writer.size(token) - writer.size(member)
  code.skipTo(token, slot, memberAt, after)
}
