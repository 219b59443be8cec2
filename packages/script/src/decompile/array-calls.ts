import type { Token } from '@ukit/objects/script'
import type { Type } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import type { Expressions } from './expressions.js'
import { enumIn, INT, isNothing, type Lifted, NAME, primary } from './lifted.js'
import { call, memberOf } from './tree.js'

export function arrayCall(e: Expressions, token: Token, name: string): Lifted {
  return arrayCallOf(e, token, name, e.operand(token, 'array'))
}

export function arrayCallOf(e: Expressions, token: Token, operation: string, array: Lifted): Lifted {
  const element = array.type?.kind === 'array' ? array.type.inner : undefined
  const name = operation === 'FindStruct' ? 'Find' : operation
  const result = name === 'Find' || name.startsWith('Add') || name === 'InsertItem' ? INT : undefined
  if (name === 'Iterator') {
    const item = e.operand(token, 'item').node
    const index = e.view.token(token, 'index')
    const given = index === undefined || isNothing(e.view.name(index)) ? [item] : [item, e.value(index).node]
    return primary(call(e.tight(array), given), undefined)
  }
  const given: Expression[] = []
  const member = e.view.token(token, 'member')
  let wanted = element
  if (member !== undefined) {
    given.push(e.value(member, NAME).node)
    wanted = memberType(element, e.view.text(member, 'value'))
  }
  for (const [operand, type] of [
    ['index', INT],
    ['count', INT],
    ['value', wanted],
    ['order', undefined],
  ] as const) {
    const inner = e.view.token(token, operand)
    if (inner !== undefined && !isNothing(e.view.name(inner))) {
      given.push(e.typed(inner, type, false, enumIn(type)).node)
    }
  }
  return primary(call(memberOf(e.tight(array), name), given), result)
}
function memberType(type: Type | undefined, name: string): Type | undefined {
  if (type?.kind !== 'struct') return undefined
  for (let at = type.struct, i = 0; at !== null && i < 64; at = at.super, i++) {
    const found = at.members.find((member) => member.name.toLowerCase() === name.toLowerCase())
    if (found !== undefined) return found.type
  }
  return undefined
}
