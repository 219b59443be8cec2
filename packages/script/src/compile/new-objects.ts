import type { Token } from '@ukit/objects/script'
import type { Type } from '../symbols/symbol.js'
import type { CallExpression, Expression, NewExpression } from '../syntax/nodes.js'
import { INT } from '../types/types.js'
import { type Arguments, allOverloads, chooseOverload, compileArguments } from './arguments.js'
import { callToken } from './calls.js'
import type { Expressions } from './expressions.js'
import { functionOf } from './scope.js'
import { result, type Value } from './value.js'
/** `new(outer, name, flags) class(template)`. */
export function compileNew(at: Expressions, node: NewExpression): Value {
  const { writer } = at
  const given = node.arguments ?? []
  const part = (index: number, type: Type | null): Token => {
    const argument = given[index]
    return argument === undefined || argument === null ? writer.nothing() : at.compile(argument, type).token
  }
  const object: Type = { kind: 'object', class: at.classNamed('Object') ?? null }
  // The parser takes the parentheses after a variable for those of a call.
  const call = node.constructorArguments === null && node.class.kind === 'Call' ? node.class : undefined
  const isTemplate = call !== undefined && !givesClass(at, call)
  const made = at.compile(isTemplate ? call.callee : node.class, null)
  const classArguments = isTemplate ? call.arguments : node.constructorArguments
  if (at.env.dialect.hasConstructors) {
    const constructed = construct(at, node, given, made, classArguments ?? [])
    if (constructed !== undefined) return constructed
  }
  const template = classArguments?.[0]
  const token = writer.makeNamed('New', {
    outer: part(0, object),
    name: part(1, null),
    flags: part(2, INT),
    class: made.token,
    template: template === undefined || template === null ? writer.nothing() : at.compile(template, object).token,
  })
  const meta = made.type.kind === 'class' ? made.type.metaClass : null
  return result(token, { kind: 'object', class: meta })
}

/**
 * Tells whether a function gives the class: `new GetHUDClass()`, `new Menu.GetPanelType(2)` in Killing Floor.
 */
function givesClass(at: Expressions, call: CallExpression): boolean {
  const kindOf = (node: Expression) => {
    const mark = at.mark()
    const type = at.tryType(node)
    at.back(mark)
    return type?.kind
  }
  const { kind } = call.callee
  const mayBe = kind === 'Identifier' || kind === 'Member'
  return mayBe && kindOf(call.callee) !== 'class' && kindOf(call) === 'class'
}

/** A new object is allocated by its class, and then calls the constructor that the arguments fit (SWAT 4). */
function construct(
  at: Expressions,
  node: NewExpression,
  given: Arguments,
  made: Value,
  classArguments: Arguments,
): Value | undefined {
  const { writer } = at
  const meta = made.type.kind === 'class' ? made.type.metaClass : null
  const found = functionOf(meta, 'construct')
  const allocate = functionOf(at.scope.class, 'allocate')
  if (meta === null || found === undefined || allocate === undefined) return undefined
  const call: CallExpression = {
    kind: 'Call',
    start: node.start,
    end: node.end,
    callee: node.class,
    arguments: [...classArguments],
  }
  const self: Expression = { kind: 'Self', start: node.start, end: node.start }
  // `new(None)` and `new` leave out what Allocate's declaration asks for.
  const allocation = compileArguments(at, call, allocate, [self, ...given], true)
  const allocated = at.context(
    made,
    result(callToken(at, allocate, 'plain', allocation.tokens), { kind: 'void' }),
    false,
    true,
  )
  const type: Type = { kind: 'object', class: meta }
  const isFirst = at.env.trace?.member(node, type) === true
  const fn = chooseOverload(at, found, allOverloads(meta, 'construct'), classArguments)
  // The arguments are compiled once to see which constructor they fit, and once for it; both count (4 of 4
  // classes).
  if (isFirst) for (const argument of classArguments) if (argument !== null) at.env.trace?.forget(argument)
  const { tokens } = compileArguments(at, call, fn, classArguments)
  const constructed = result(writer.make('ConstructorCall', callToken(at, fn, 'plain', tokens)), type)
  return at.context({ ...allocated, type }, constructed)
}
