import type { Token } from '@ukit/objects/script'
import { DebugKind } from '../listing/debug-kinds.js'
import type { Type } from '../symbols/symbol.js'
import type { CallExpression, Expression } from '../syntax/nodes.js'
import { INT, isClassOf, NAME } from '../types/types.js'
import type { Expressions } from './expressions.js'
import { memberOf } from './scope.js'
import { result, type Value } from './value.js'

const VOID: Type = { kind: 'void' }

/** The tokens of what arrays can do. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ['insert', 'DynArrayInsert'],
  ['remove', 'DynArrayRemove'],
  ['add', 'DynArrayAdd'],
  ['additem', 'DynArrayAddItem'],
  ['removeitem', 'DynArrayRemoveItem'],
  ['insertitem', 'DynArrayInsertItem'],
  ['find', 'DynArrayFind'],
  ['sort', 'DynArraySort'],
])

/**
 * What dynamic arrays can do by themselves: tokens instead of functions. Debug builds note the end of their
 * arguments, where the engine's line has a token for that.
 */
export function arrayCall(
  at: Expressions,
  node: CallExpression,
  array: Value,
  inner: Type,
  name: string,
): Value | undefined {
  // What an older engine does not have is a member that nothing declares.
  if (!at.writer.has(TOKENS.get(name.toLowerCase()) ?? '')) return undefined
  const note = endSize(at) > 0 ? at.notes?.make(DebugKind.EndOfOperator, node.end) : undefined
  const value = compileArrayCall(at, node, array, inner, name, note)
  if (value !== undefined) value.token.debug = note
  return value
}

function compileArrayCall(
  at: Expressions,
  node: CallExpression,
  array: Value,
  inner: Type,
  name: string,
  note: Token | undefined,
): Value | undefined {
  const { writer } = at
  const args = node.arguments
  const int = (index: number): Value => {
    const argument = args[index]
    if (argument === undefined || argument === null)
      return at.fail(node, `Call to '${name}': bad or missing parameter ${index + 1}`)
    return at.typed(argument, INT, `Call to '${name}'`)
  }
  const element = (index: number): Value => {
    const argument = args[index]
    if (argument === undefined || argument === null)
      return at.fail(node, `Call to '${name}': bad or missing parameter ${index + 1}`)
    return at.typed(argument, inner, `Call to '${name}'`)
  }
  /** The end of the arguments, which is counted in what is skipped: not before arrays have an end token. */
  const ending = endSize(at) + (note === undefined ? 0 : writer.size(note))
  const skip = (...values: Value[]): number => values.reduce((sum, value) => sum + writer.size(value.token), ending)
  switch (name.toLowerCase()) {
    case 'insert':
      return result(writer.make('DynArrayInsert', array.token, int(0).token, int(1).token), VOID)
    case 'remove':
      return result(writer.make('DynArrayRemove', array.token, int(0).token, int(1).token), VOID)
    case 'add':
      return result(writer.make('DynArrayAdd', array.token, int(0).token), INT)
    case 'additem': {
      const item = element(0)
      return result(
        writer.makeNamed('DynArrayAddItem', { array: array.token, skip: skip(item), value: item.token }),
        INT,
      )
    }
    case 'removeitem': {
      const item = sought(at, args[0], inner) ?? element(0)
      return result(
        writer.makeNamed('DynArrayRemoveItem', { array: array.token, skip: skip(item), value: item.token }),
        INT,
      )
    }
    case 'insertitem': {
      const at0 = int(0)
      const item = element(1)
      return result(
        writer.makeNamed('DynArrayInsertItem', {
          array: array.token,
          skip: skip(at0, item),
          index: at0.token,
          value: item.token,
        }),
        INT,
      )
    }
    case 'find': {
      if (args.length < 2) {
        const item = sought(at, args[0], inner) ?? element(0)
        return result(
          writer.makeNamed('DynArrayFind', { array: array.token, skip: skip(item), value: item.token }),
          INT,
        )
      }
      const [key, value] = args
      if (key === null || key === undefined || value === null || value === undefined) return undefined
      const member = at.typed(key, NAME, `Call to '${name}'`)
      const word = key.kind === 'Name' ? key.name : key.kind === 'Identifier' ? key.name : ''
      const found = inner.kind === 'struct' ? memberOf(inner.struct, word.toLowerCase()) : undefined
      const item = found === undefined ? at.compile(value, null) : at.typed(value, found.type, `Call to '${name}'`)
      return result(
        writer.makeNamed('DynArrayFindStruct', {
          array: array.token,
          skip: skip(member, item),
          member: member.token,
          value: item.token,
        }),
        INT,
      )
    }
    case 'sort': {
      const argument = args[0]
      if (argument === undefined || argument === null) return undefined
      const order = at.compile(argument, { kind: 'delegate', function: null })
      return result(
        writer.makeNamed('DynArraySort', { array: array.token, skip: skip(order), order: order.token }),
        VOID,
      )
    }
    default:
      return undefined
  }
}

/** Bytes of the token after the arguments. */
function endSize(at: Expressions): number {
  if (!at.writer.has('DynArrayFind')) return 0
  const op = at.writer.make('DynArrayFind').op
  const definition = at.writer.set.tokens[op]
  return definition?.operands.some(({ kind }) => kind === 'end') === true ? 1 : 0
}

/**
 * What `Find` and `RemoveItem` look for may be of a class above that of the elements: Killing Floor 2's
 * sources look for a `PlayerReplicationInfo` among its own, and for a `class<Actor>` among those of pawns.
 */
function sought(at: Expressions, node: Expression | null | undefined, inner: Type): Value | undefined {
  if (node === null || node === undefined || at.env.context.engine < 3) return undefined
  if (inner.kind !== 'object' && inner.kind !== 'class') return undefined
  const mark = at.mark()
  const value = at.compile(node, inner)
  const { type } = value
  const isAbove =
    inner.kind === 'object'
      ? type.kind === 'object' && isClassOf(inner.class, type.class)
      : type.kind === 'class' && isClassOf(inner.metaClass, type.metaClass)
  if (isAbove) return value
  at.back(mark)
  return undefined
}
