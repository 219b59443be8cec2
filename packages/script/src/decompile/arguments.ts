import type { Token } from '@ukit/objects/script'
import type { FunctionSymbol } from '../symbols/symbol.js'
import type { Expressions } from './expressions.js'
import { COERCE, enumIn, isNothing, type Lifted } from './lifted.js'
import type { TokenView } from './token-view.js'

const OUT = 0x100

/** An argument that is left out: of a delegate's type, UE3 looks for it in Outer, too (XCOM, 4 of 4). */
function isLeftOut(view: TokenView, token: Token): boolean {
  const inner = view.name(token) === 'Context' ? view.token(token, 'member') : token
  return inner !== undefined && isNothing(view.name(inner))
}

/**
 * *The arguments of a call.* An empty one is written for every parameter before the last one that is given;
 * before UE3 a comma after an empty last one is what makes it.
 */
export function callArguments(
  expressions: Expressions,
  given: readonly Token[],
  symbol: FunctionSymbol | undefined,
): (Lifted | null)[] {
  const { view, engine } = expressions
  const values: (Lifted | null)[] = given.map((token, i) => {
    if (isLeftOut(view, token)) return null
    const value = view.name(token) === 'Skip' ? (view.token(token, 'value') ?? token) : token
    const parameter = symbol?.parameters[i]
    if (parameter === undefined || (parameter.flags & OUT) !== 0) return expressions.typed(value, undefined)
    return expressions.typed(value, parameter.type, (parameter.flags & COERCE) !== 0, enumIn(parameter.type))
  })
  if (engine >= 3) while (values.length > 0 && values.at(-1) === null) values.pop()
  else if (values.length > 0 && values.at(-1) === null) values.push(null)
  return values
}
