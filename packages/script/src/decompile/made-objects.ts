import type { Token } from '@ukit/objects/script'
import type { Type } from '../symbols/symbol.js'
import { callArguments } from './arguments.js'
import type { Expressions } from './expressions.js'
import { INT, isNothing, type Lifted, PRIMARY, primary, STRING } from './lifted.js'
import { classOfType, functionOf } from './scope.js'
import { made, parenthesized } from './tree.js'

export function newObject(e: Expressions, token: Token): Lifted {
  const wanted: readonly [string, Type | undefined][] = [
    ['outer', undefined],
    ['name', STRING],
    ['flags', INT],
  ]
  const given = wanted.map(([name, type]) => {
    const operand = e.view.token(token, name)
    return operand === undefined || isNothing(e.view.name(operand)) ? null : e.typed(operand, type).node
  })
  while (given.at(-1) === null) given.pop()
  const of = e.operand(token, 'class')
  const template = e.view.token(token, 'template')
  const hasTemplate = template !== undefined && !isNothing(e.view.name(template))
  const node = made({
    kind: 'New',
    arguments: given.length === 0 ? null : given,
    class: of.looseness === PRIMARY ? of.node : parenthesized(of.node),
    constructorArguments: hasTemplate ? [e.value(template).node] : null,
  })
  return primary(node, { kind: 'object', class: of.type?.kind === 'class' ? of.type.metaClass : null })
}

/**
 * With constructors (SWAT 4), `new(…) class(…)` is a call of the constructor through what the class
 * allocates.
 */
export function constructed(e: Expressions, token: Token, object: Lifted): Lifted {
  const called = e.view.token(token, 'call')
  const allocate = object.node
  if (called === undefined || allocate.kind !== 'Call') return e.resist(token)
  const { callee } = allocate
  if (callee.kind !== 'Qualified' || callee.object === null || callee.name.toLowerCase() !== 'allocate') {
    return e.resist(token)
  }
  const symbol = functionOf(classOfType(object.type), e.view.text(called, 'function'))
  const values = callArguments(e, e.view.list(called, 'arguments'), symbol)
  const given = allocate.arguments.slice(1)
  // Without values the parentheses are left out, but for a class that a call gives: it would take them as its
  // own.
  const isBare = values.length === 0 && callee.object.kind !== 'Call'
  const node = made({
    kind: 'New',
    arguments: given.length === 0 ? null : given,
    class: callee.object,
    constructorArguments: isBare ? null : values.map((value) => value?.node ?? null),
  })
  return primary(node, object.type)
}
