import { Name } from '@ukit/container'
import { type PlacedToken, Token } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, StateSymbol, Type, VariableSymbol, World } from '../symbols/symbol.js'
import { type CodeOwner, symbolIn } from './package-code.js'

const MAX_SUPERS = 256
const MAX_DEPTH = 64

/** A call in bytecode, as far as the bytecode says what it calls. */
export type ResolvedCall =
  | { readonly kind: 'final' | 'native'; readonly function: FunctionSymbol }
  | {
      readonly kind: 'named'
      /** Name of the function. */
      readonly name: string
      /** The class in which it is looked up; `null` when that is not known. */
      readonly class: ClassSymbol | null
      /** True if `class` is a class above the object's: what a function returns is often used as more. */
      readonly isReturned: boolean
      /** What is found there; `null` when there is none. */
      readonly function: FunctionSymbol | null
    }

/** A function as a call by name finds it: in a state first, then in the class and its supers. */
export function findFunction(
  symbol: ClassSymbol,
  name: string,
  state: StateSymbol | null = null,
): FunctionSymbol | null {
  const key = name.toLowerCase()
  for (let at = state, depth = 0; at !== null && depth < MAX_SUPERS; at = at.super, depth++) {
    const found = at.functions.get(key)
    if (found !== undefined) return found
  }
  for (let at: ClassSymbol | null = symbol, depth = 0; at !== null && depth < MAX_SUPERS; at = at.super, depth++) {
    const found = at.functions.get(key) ?? overloadNamed(at, key)
    if (found !== undefined) return found
  }
  return null
}

/** An overload by its own name: functions of a class are otherwise found by the name that sources call. */
function overloadNamed({ overloads }: ClassSymbol, key: string): FunctionSymbol | undefined {
  for (const list of overloads.values()) {
    const found = list.find(({ name }) => name.toLowerCase() === key)
    if (found !== undefined) return found
  }
  return undefined
}

/** *Finds what calls mean.* */
export class CallResolver {
  readonly #world: World
  readonly #natives = new Map<number, FunctionSymbol | undefined>()

  constructor(world: World) {
    this.#world = world
  }

  /** The calls in a piece of code, in its order. */
  *callsOf(owner: CodeOwner): Generator<ResolvedCall> {
    const placed = new Map(owner.tokens.map((token) => [token.token, token]))
    // The object whose member it is: what its context says.
    const objects = new Map<Token, TypedObject>()
    for (const token of owner.tokens) {
      const { name, operands } = token
      if (name === 'Context' || name === 'ClassContext') {
        const object = this.#objectOf(operands['object'], owner.class, placed, 0)
        // The call of a constructor is wrapped in a token of its own.
        for (let member = operands['member']; member instanceof Token; member = placed.get(member)?.operands['call'])
          objects.set(member, object)
      }
      const target = this.#target(token)
      if (target !== undefined) yield { kind: name === 'FinalFunction' ? 'final' : 'native', function: target }
      if (name !== 'VirtualFunction' && name !== 'GlobalFunction') continue
      const called = operands['function']
      if (!(called instanceof Name)) continue
      const object = objects.get(token.token)
      const { class: known, isReturned } = object ?? { class: owner.class, isReturned: false }
      const state = object === undefined && name === 'VirtualFunction' ? stateOf(owner) : null
      const found = known === null ? null : findFunction(known, String(called), state)
      yield { kind: 'named', name: String(called), class: known, isReturned, function: found }
    }
  }

  /** The function that a token names by itself. */
  #target(token: PlacedToken): FunctionSymbol | undefined {
    if (token.name === 'FinalFunction') {
      const found = symbolIn(token, 'function', this.#world)
      return found?.kind === 'function' ? found : undefined
    }
    const index = nativeIndex(token)
    if (index === undefined) return undefined
    if (!this.#natives.has(index)) this.#natives.set(index, this.#world.native(index))
    return this.#natives.get(index)
  }

  /**
   * The class of the object that a token gives.
   *
   * @param holder the class whose member the token is.
   */
  #objectOf(
    value: unknown,
    holder: ClassSymbol | null,
    placed: ReadonlyMap<Token, PlacedToken>,
    depth: number,
  ): TypedObject {
    const token = value instanceof Token ? placed.get(value) : undefined
    if (token === undefined || depth > MAX_DEPTH) return UNKNOWN
    const { name, operands } = token
    const inner = (operand: string, within = holder) => this.#objectOf(operands[operand], within, placed, depth + 1)
    if (name === 'Self') return declared(holder)
    if (name === 'Context' || name === 'ClassContext') return inner('member', inner('object').class)
    if (/^(?:Dyn)?ArrayElement$/.test(name)) return inner('array')
    if (name === 'InterfaceContext') return inner('value')
    const found =
      symbolIn(token, 'variable', this.#world) ??
      symbolIn(token, 'member', this.#world) ??
      symbolIn(token, 'class', this.#world) ??
      symbolIn(token, 'interface', this.#world) ??
      (name === 'ObjectConst' ? symbolIn(token, 'value', this.#world) : undefined)
    if (found?.kind === 'class') return declared(found)
    if (found?.kind === 'variable') return declared(classOfVariable(found, holder))
    const called = this.#target(token)
    return called?.returnValue == null ? UNKNOWN : { class: classOfType(called.returnValue.type), isReturned: true }
  }
}

/**
 * The class of the object in a variable; every object has a `Class` and an `Outer`, which say more than their
 * types.
 */
function classOfVariable({ name, type }: VariableSymbol, holder: ClassSymbol | null): ClassSymbol | null {
  const key = name.toLowerCase()
  if (key === 'class' && type.kind === 'class') return holder
  return key === 'outer' && type.kind === 'object' ? withinOf(holder) : classOfType(type)
}

/** The class that `Outer` is of: the one that a class is declared within. */
function withinOf(symbol: ClassSymbol | null): ClassSymbol | null {
  for (let at = symbol, depth = 0; at !== null && depth < MAX_SUPERS; at = at.super, depth++)
    if (at.within !== null) return at.within
  return null
}

/** An object of an expression, by its class. */
interface TypedObject {
  readonly class: ClassSymbol | null
  readonly isReturned: boolean
}

const UNKNOWN: TypedObject = { class: null, isReturned: false }

function declared(symbol: ClassSymbol | null): TypedObject {
  return { class: symbol, isReturned: false }
}

function classOfType(type: Type): ClassSymbol | null {
  if (type.kind === 'object' || type.kind === 'interface') return type.class
  if (type.kind === 'class') return type.metaClass
  return type.kind === 'array' ? classOfType(type.inner) : null
}

function stateOf({ symbol }: CodeOwner): StateSymbol | null {
  if (symbol.kind === 'state') return symbol
  return symbol.kind === 'function' ? symbol.state : null
}

/** The number of the native function that a token calls. */
function nativeIndex({ name, token, definition, operands }: PlacedToken): number | undefined {
  if (name === 'NativeFunction') return token.op
  const low = operands['low']
  // Opcodes of extended natives are 16, from a multiple of 16 on.
  return name === 'ExtendedNative' && typeof low === 'number' ? (definition.op & 0xf) * 256 + low : undefined
}
