import { Class, type Operand, Token } from '@ukit/objects/script'
import type { FunctionSymbol, VariableSymbol } from '../symbols/symbol.js'
import type { Expressions } from './expressions.js'
import type { TokenWriter } from './token-writer.js'

// Some games write common cases shorter. Where those tokens do not exist, nothing here changes anything.

/** Variables that are read faster, by the classes of their objects; not static arrays. */
const SHORT_KINDS: Readonly<Record<string, string>> = {
  FloatProperty: 'Float',
  IntProperty: 'Int',
  ByteProperty: 'Byte',
  ObjectProperty: 'Object',
  ClassProperty: 'Object',
  ComponentProperty: 'Object',
}

/** `LocalIntVariable` for `LocalVariable`, where the game has it (355 of 355 in 684/194). */
export function shortToken(writer: TokenWriter, token: string, { className, dimension }: VariableSymbol): string {
  if (!writer.has('LocalIntVariable') || dimension !== 1) return token
  const kind = Object.hasOwn(SHORT_KINDS, className) ? SHORT_KINDS[className] : undefined
  if (kind === undefined || !/^(?:Local|Instance)Variable$/.test(token)) return token
  return token.replace('Variable', `${kind}Variable`)
}

/** Numbers of native functions: `!`, `==` and `!=` of objects; the last two also as other games have them. */
const NOT = 129
const OBJECT_EQUAL: readonly number[] = [114, 640]
const OBJECT_NOT_EQUAL: readonly number[] = [119, 641]

/**
 * A jump whose condition only names a variable, `bSet`, `!bSet`, `Object != None`, `Object == None`: its last
 * operand is where it goes. `undefined` where the game has none (41 of 41, and no other jump of that kind).
 */
export function shortJump(writer: TokenWriter, condition: Token): Token | undefined {
  if (!writer.has('JumpIfNotLocal')) return undefined
  const { values, number } = nativeCall(writer, condition)
  const [first, second] = values
  if (first === undefined) return jumpOf(writer, bitOf(writer, condition), 1)
  if (number === NOT) return jumpOf(writer, bitOf(writer, first), 0)
  if (second === undefined || !writer.is(second, 'NoObject')) return undefined
  if (OBJECT_EQUAL.includes(number)) return jumpOf(writer, first, 0)
  return OBJECT_NOT_EQUAL.includes(number) ? jumpOf(writer, first, 1) : undefined
}

function jumpOf(writer: TokenWriter, variable: Token | undefined, wanted: 0 | 1): Token | undefined {
  const name = variable === undefined ? '' : (writer.set.tokens[variable.op]?.name ?? '')
  const [, where] = /^(Local|Instance)(?:Object)?Variable$/.exec(name) ?? []
  return where === undefined ? undefined : writer.make(`JumpIfNot${where}`, variable?.operands[0] ?? null, wanted, 0)
}

/** The variable of a bool. */
function bitOf(writer: TokenWriter, token: Token): Token | undefined {
  return writer.is(token, 'BoolVariable') ? tokensOf(token.operands)[0] : undefined
}

function nativeCall(writer: TokenWriter, token: Token): { readonly number: number; readonly values: readonly Token[] } {
  const [low, values] = token.operands
  if (writer.set.tokens[token.op]?.name === 'NativeFunction') return { number: token.op, values: tokensOf(low) }
  const first = writer.set.tokens.findIndex((definition) => definition?.name === 'ExtendedNative')
  if (writer.set.tokens[token.op]?.name !== 'ExtendedNative' || typeof low !== 'number')
    return { number: 0, values: [] }
  return { number: ((token.op - first) << 8) | low, values: tokensOf(values) }
}

function tokensOf(operand: Operand | readonly Operand[] | undefined): readonly Token[] {
  return Array.isArray(operand) ? operand.filter((one): one is Token => one instanceof Token) : []
}

const NUMBERS = new WeakMap<Class, ReadonlyMap<string, number>>()

/**
 * The number of a function among the virtual ones of its class; −1 where calls have none: functions of states
 * and interfaces, and those of classes whose package does not say it.
 */
export function numberOfVirtual({ writer, env }: Expressions, fn: FunctionSymbol): number {
  if (!writer.has('NamedFunction') || fn.state !== null || fn.class.isInterface) return -1
  const object = env.world.objectOf(fn.class)
  if (!(object instanceof Class)) return -1
  let numbers = NUMBERS.get(object)
  if (numbers === undefined) {
    const names = object.virtualFunctions.map((one) =>
      String(one)
        .replace(/^.*[.']([^.']+)'?$/, '$1')
        .toLowerCase(),
    )
    numbers = new Map(names.map((name, index) => [name, index]))
    NUMBERS.set(object, numbers)
  }
  return numbers.get(fn.name.toLowerCase()) ?? -1
}
