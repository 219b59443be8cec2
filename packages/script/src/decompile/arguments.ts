import type { Token } from '@ukit/objects/script'
import type { FunctionSymbol } from '../symbols/symbol.js'
import type { Expressions } from './expressions.js'
import { COERCE, enumIn, isNothing, type Lifted } from './lifted.js'

const OUT = 0x100

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
    if (isNothing(view.name(token))) return null
    const value = view.name(token) === 'Skip' ? (view.token(token, 'value') ?? token) : token
    const parameter = symbol?.parameters[i]
    if (parameter === undefined || (parameter.flags & OUT) !== 0) return expressions.typed(value, undefined)
    return expressions.typed(value, parameter.type, (parameter.flags & COERCE) !== 0, enumIn(parameter.type))
  })
  if (engine >= 3) while (values.length > 0 && values.at(-1) === null) values.pop()
  else if (values.length > 0 && values.at(-1) === null) values.push(null)
  return values
}
