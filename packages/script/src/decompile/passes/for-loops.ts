import type { Expression, ForStatement, Statement, WhileStatement } from '../../syntax/nodes.js'
import { mentions, sameExpression } from '../same-expression.js'
import { listsOf, made } from '../tree.js'
import type { Pass } from './pass.js'

/**
 * *`for` instead of `while`*: the same bytes except for `continue`, which decides if there is one. Otherwise
 * it is `for` if the statement before sets a variable that the condition checks and the last one changes.
 */
export const forLoops: Pass = {
  name: 'for instead of while',
  isNice: true,
  run(regions) {
    for (const list of listsOf(regions.body)) {
      for (let i = 0; i < list.length; i++) {
        const loop = list[i]
        if (loop?.kind !== 'While') continue
        const facts = regions.loops.get(loop)
        if (facts === undefined || facts.isWhile) continue
        const step = lastOf(loop)
        const init = list[i - 1]
        if (step === undefined || !isSimple(step)) continue
        if (!facts.isFor && !(init !== undefined && moves(init, loop, step))) continue
        const hasInit = init !== undefined && isSimple(init)
        if (loop.body.kind === 'Block') loop.body.statements.pop()
        const node: ForStatement = made({
          kind: 'For',
          init: hasInit ? init : null,
          condition: loop.condition,
          step,
          body: loop.body,
        })
        if (hasInit) list.splice(--i, 2, node)
        else list[i] = node
      }
    }
  },
}

function lastOf(loop: WhileStatement): Statement | undefined {
  return loop.body.kind === 'Block' ? loop.body.statements.at(-1) : undefined
}

function isSimple(statement: Statement): boolean {
  return statement.kind === 'Assignment' || statement.kind === 'ExpressionStatement'
}

/**
 * Tells whether one statement sets a variable that the condition of a loop checks, and another one changes
 * it. With the condition `true` the bytes are those of a `while` too, which it is in UT99's `UWindowWindow`.
 */
function moves(init: Statement, { condition, body }: WhileStatement, step: Statement): boolean {
  if (init.kind !== 'Assignment') return false
  const { target } = init
  if (!mentions(condition, target)) return false
  if (step.kind === 'Assignment') {
    return sameExpression(step.target, target) && (mentions(step.value, target) || isKept(body, step.value, target))
  }
  if (step.kind !== 'ExpressionStatement') return false
  const { expression } = step
  if (expression.kind === 'Postfix' || expression.kind === 'Prefix') return sameExpression(expression.operand, target)
  return expression.kind === 'Binary' && expression.operator.endsWith('=') && sameExpression(expression.left, target)
}

/** Tells whether a body begins with keeping what follows a variable, such as `Next = C.Next`. */
function isKept(body: Statement, next: Expression, variable: Expression): boolean {
  const first = body.kind === 'Block' ? body.statements[0] : undefined
  return first?.kind === 'Assignment' && sameExpression(first.target, next) && mentions(first.value, variable)
}
