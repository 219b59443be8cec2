import { Token } from '@ukit/objects/script'
import type { TokenView } from './token-view.js'

/** What Mass Effect 3 writes shorter, and what the engine has for it. */
export const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ...['Float', 'Int', 'Byte', 'Object'].flatMap((kind): [string, string][] => [
    [`Local${kind}Variable`, 'LocalVariable'],
    [`Instance${kind}Variable`, 'InstanceVariable'],
  ]),
  ['JumpIfNotLocal', 'JumpIfNot'],
  ['JumpIfNotInstance', 'JumpIfNot'],
  ['NamedFunction', 'VirtualFunction'],
])

/**
 * Numbers of native functions: those of UE3, but for 114 and 119, which are below the game's first native.
 */
const [NOT, OBJECT_EQUAL, OBJECT_NOT_EQUAL] = [129, 640, 641]

/**
 * The condition of a jump that only names a variable: `bSet`, `!bSet`, `Object != None`, `Object == None`.
 */
export function shortCondition(view: TokenView, token: Token): Token | undefined {
  const op = (name: string) => view.set.tokens.findIndex((definition) => definition?.name === name)
  const reference = view.object(token, 'variable')
  const isLocal = view.set.tokens[token.op]?.name === 'JumpIfNotLocal'
  if (reference === null) return undefined
  const variable = new Token(op(isLocal ? 'LocalVariable' : 'InstanceVariable'), [reference])
  const isWanted = view.number(token, 'wanted') !== 0
  const isBool = 'className' in reference && /^boolproperty$/i.test(String(reference.className))
  if (!isBool) return native(view, isWanted ? OBJECT_NOT_EQUAL : OBJECT_EQUAL, [variable, new Token(op('NoObject'))])
  const set = new Token(op('BoolVariable'), [variable])
  return isWanted ? set : native(view, NOT, [set])
}

/** A call of a native function; below the first number that is an opcode of its own it has two bytes. */
function native({ set }: TokenView, number: number, values: Token[]): Token {
  if (set.tokens[number]?.name === 'NativeFunction') return new Token(number, [values])
  const first = set.tokens.findIndex((definition) => definition?.name === 'ExtendedNative')
  return new Token(first + (number >> 8), [number & 0xff, values])
}
