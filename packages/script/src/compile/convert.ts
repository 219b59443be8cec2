import type { Token } from '@ukit/objects/script'
import type { Type } from '../symbols/symbol.js'
import { Cost, castCode, conversionCost } from '../types/conversions.js'
import { INT } from '../types/types.js'
import type { CompileEnvironment } from './environment.js'
import { literal, result, type Value } from './value.js'

/**
 * *A value as another type*, with the conversion that the compiler puts in by itself; `undefined` when it
 * would not.
 */
export function convert(env: CompileEnvironment, value: Value, to: Type, coerce: boolean): Value | undefined {
  const cost = conversionCost(value.type, to, coerce)
  if (cost === undefined) return undefined
  const { writer } = env
  if (value.type.kind === 'string' && to.kind === 'string') return cut(env, value, value.type.size, to)
  if (value.type.kind === 'none') return convertNone(env, value, to)
  if (cost < Cost.ByteToInt) {
    if (cost === Cost.Interface && to.kind === 'interface' && value.type.kind === 'object' && to.class !== null) {
      return result(writer.make('InterfaceCast', env.binder.symbol(to.class), value.token), to)
    }
    if (cost === Cost.InterfaceToObject) return result(writer.cast(54, value.token), to)
    return value
  }
  const folded = env.dialect.foldsLiterals ? fold(env, value, to) : undefined
  if (folded !== undefined) return folded
  return cast(env, value, to)
}

/**
 * A text for a place that takes a shorter one; those without a size of their own (literals, conversions) are
 * left alone.
 */
function cut(env: CompileEnvironment, value: Value, size: number | undefined, to: Type & { kind: 'string' }): Value {
  if (size === undefined || to.size === undefined || size <= to.size || !env.dialect.isFirst) return value
  return result(env.writer.make('ResizeString', to.size & 0xff, value.token), to)
}

/** A value converted as the text says; `undefined` when there is no such conversion. */
export function cast(env: CompileEnvironment, value: Value, to: Type): Value | undefined {
  let code = castCode(value.type, to)
  if (code === undefined) return undefined
  if (code === 96 && value.type.kind === 'string' && !env.dialect.namesFromStrings) return undefined
  // The number for it is UE2's (SWAT 4: 38 of 38).
  if (code === 96 && value.type.kind === 'string' && env.context.engine === 2) code = 90
  return result(env.writer.cast(code, value.token), to)
}

function convertNone(env: CompileEnvironment, value: Value, to: Type): Value {
  const { writer, binder } = env
  switch (to.kind) {
    case 'name':
      return literal(writer.make('NameConst', binder.name('None')), to)
    case 'interface':
      return to.class === null ? value : result(writer.make('InterfaceCast', binder.symbol(to.class), value.token), to)
    case 'delegate':
      return literal(delegateToken(env, 'None', null), to)
    default:
      return value
  }
}

/** A function by name as the value of a delegate. */
export function delegateToken(
  env: CompileEnvironment,
  name: string,
  delegate: { readonly path: string } | null,
): Token {
  const { writer, binder } = env
  return writer.makeNamed('DelegateProperty', {
    function: binder.name(name),
    delegate: delegate === null ? null : binder.symbol(delegate),
  })
}

/** A number as a literal of the wanted type. */
export function fold(env: CompileEnvironment, value: Value, to: Type): Value | undefined {
  if (value.literal !== 'int' && value.literal !== 'tag') return undefined
  const number = intOf(env, value.token)
  if (number === undefined) return undefined
  if (to.kind === 'float') return literal(env.writer.float(number), to, 'other')
  if (to.kind === 'int') return literal(env.writer.int(number), INT, 'int')
  if (to.kind === 'byte' && number >= 0 && number <= 255)
    return literal(env.writer.make('ByteConst', number), to, 'tag')
  return undefined
}

/** The number of a literal token. */
function intOf(env: CompileEnvironment, token: Token): number | undefined {
  const { writer } = env
  if (writer.is(token, 'IntZero')) return 0
  if (writer.is(token, 'IntOne')) return 1
  if (writer.is(token, 'IntConst') || writer.is(token, 'IntConstByte') || writer.is(token, 'ByteConst')) {
    const [number] = token.operands
    return typeof number === 'number' ? number : undefined
  }
  return undefined
}
