import type { Token } from '@ukit/objects/script'
import type { Type } from '../symbols/symbol.js'
import { castResult, castType } from './casts.js'
import type { Expressions } from './expressions.js'
import { type Lifted, primary } from './lifted.js'
import { lastName } from './scope.js'
import { call, made, word } from './tree.js'

export function castCall(e: Expressions, code: number, value: Token): Lifted {
  const inner = e.value(value)
  // An object from an interface: the cast to its class does it.
  if (code === 54) return inner
  return primary(call(word(castResult(code, e.engine)), [inner.node]), typeOfCast(e, code))
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
