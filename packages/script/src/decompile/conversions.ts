import type { Token } from '@ukit/objects/script'
import type { Type } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import { castResult, castType } from './casts.js'
import type { Expressions } from './expressions.js'
import { type Lifted, primary } from './lifted.js'
import { lastName } from './scope.js'
import { call, made, word } from './tree.js'

export function castCall(e: Expressions, code: number, value: Token): Lifted {
  const inner = e.value(value)
  // An object from an interface: the cast to its class does it.
  if (code === 54) return inner
  const node = code === DELEGATE_TO_STRING && e.engine === 3 ? delegateVariable(e, value, inner.node) : inner.node
  return primary(call(word(castResult(code, e.engine)), [node]), typeOfCast(e, code))
}

const DELEGATE_TO_STRING = 90

/**
 * In such a cast, the name of a delegate means the delegate; its variable has to be named explicitly:
 * `__OnClick__Delegate`.
 */
function delegateVariable(e: Expressions, value: Token, node: Expression): Expression {
  const variable = e.view.name(value) === 'InstanceVariable' ? e.view.object(value, 'variable') : null
  return variable === null ? node : word(e.name(lastName(variable)))
}

/** The type of a cast, structs included. */
function typeOfCast(e: Expressions, code: number): Type | undefined {
  const type = castType(code, e.engine)
  if (type !== undefined) return type
  const struct = e.scope.world.struct(castResult(code, e.engine))
  return struct === undefined ? undefined : { kind: 'struct', struct }
}

export function classCast(e: Expressions, token: Token, operand: string): Lifted {
  const reference = e.view.object(token, operand)
  const symbol = e.scope.world.symbolOf(reference)
  const name = reference === null ? 'Object' : lastName(reference)
  const to = symbol?.kind === 'class' ? symbol : null
  const type: Type = { kind: to?.isInterface === true ? 'interface' : 'object', class: to }
  return primary(call(word(e.name(name)), [e.operand(token, 'value').node]), type)
}

export function metaCast(e: Expressions, token: Token): Lifted {
  const reference = e.view.object(token, 'class')
  const symbol = e.scope.world.symbolOf(reference)
  const name = lastName(reference)
  const className = name.toLowerCase() === 'object' ? null : e.name(name)
  const node = made({ kind: 'MetaCast', className, value: e.operand(token, 'value').node })
  return primary(node, { kind: 'class', metaClass: symbol?.kind === 'class' ? symbol : null })
}
