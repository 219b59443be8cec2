import { printNode } from '../print/print.js'
import type { ErrorExpression, Statement } from '../syntax/nodes.js'
import { MADE } from './made.js'

/** Statements that only have an expression: one that resisted takes them with it. */
const WHOLE = new Set(['ExpressionStatement', 'Assignment', 'Return', 'Assert', 'Goto'])

/**
 * *Makes comments of what no source is known for*, in place, so that the text is source anyway: a statement
 * with such an expression is a comment as a whole; in a condition, and where else something must be, there is
 * `None` with the tokens as a comment after it.
 */
export function commentOutResisting(statements: Statement[]): void {
  const waiting: unknown[] = [statements]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (Array.isArray(at)) {
      const list: unknown[] = at
      list.forEach((node, i) => {
        if (isNode(node) && WHOLE.has(node.kind) && errorsIn(node).length > 0) list[i] = asComment(node)
        else waiting.push(node)
      })
    } else if (isNode(at)) {
      if (isMadeError(at)) at.text = `None /* ${at.text.replaceAll('*/', '* /')} */`
      else for (const value of Object.values(at)) if (typeof value === 'object' && value !== null) waiting.push(value)
    }
  }
}

interface AnyNode {
  readonly kind: string
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
}

/** From the decompiler, not from a text; and not commented out before. */
function isMadeError(node: AnyNode): node is ErrorExpression {
  return node.kind === 'ErrorExpression' && 'start' in node && node.start === -1
}

function errorsIn(root: AnyNode): ErrorExpression[] {
  const found: ErrorExpression[] = []
  const waiting: unknown[] = [root]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isNode(at) && isMadeError(at)) found.push(at)
    else if (typeof at === 'object' && at !== null) waiting.push(...Object.values(at))
  }
  return found
}

function asComment(node: AnyNode): Statement {
  return { ...MADE, kind: 'ErrorStatement', text: isStatement(node) ? printNode(node) : '' }
}

function isStatement(node: AnyNode): node is Statement {
  return WHOLE.has(node.kind)
}
