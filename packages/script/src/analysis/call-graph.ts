import { Name } from '@ukit/container'
import type { Package } from '@ukit/core'
import { type PlacedToken, Token } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, StateSymbol, Type, World } from '../symbols/symbol.js'
import { type CodeOwner, functionsOf, packageCode, symbolIn } from './package-code.js'

/** A call, by the full paths of both functions. */
export interface Call {
  /** The function or state that calls. */
  readonly from: string
  /** The function that is called. */
  readonly to: string
  /**
   * `final`, `native` and `super` name the function; `virtual` is what the class of the object has, and may
   * be overridden; `name` is any function of that name, because the class of the object is not known.
   */
  readonly kind: 'final' | 'native' | 'virtual' | 'name'
}

/** *Who calls whom.* */
export interface CallGraph {
  /** The calls in all scripts that were looked at. */
  readonly calls: readonly Call[]
  /** A function and the one of a super class, or of the state's class, that it overrides. */
  readonly overrides: readonly { readonly function: string; readonly overrides: string }[]
}

const MAX_SUPERS = 256
const MAX_DEPTH = 64

/** The calls in the code of packages. */
export function callGraph(packages: readonly Package[], world: World): CallGraph {
  const calls = new Map<string, Call>()
  const overrides: { function: string; overrides: string }[] = []
  const resolver = new Resolver(world, packages)
  for (const pkg of packages) {
    for (const owner of packageCode(pkg, world)) {
      for (const call of resolver.callsOf(owner)) calls.set(`${call.from}\n${call.to}\n${call.kind}`, call)
    }
    for (const symbol of world.classesOf(pkg)) {
      for (const own of functionsOf(symbol)) {
        const above = own.super ?? (own.state === null ? null : findFunction(symbol, own.name))
        if (above !== null && above !== own) overrides.push({ function: own.path, overrides: above.path })
      }
    }
  }
  return { calls: [...calls.values()], overrides }
}

/** A function as a call by name finds it: in a state first, then in the class and its supers. */
function findFunction(symbol: ClassSymbol, name: string, state: StateSymbol | null = null): FunctionSymbol | null {
  const key = name.toLowerCase()
  for (let at = state, depth = 0; at !== null && depth < MAX_SUPERS; at = at.super, depth++) {
    const found = at.functions.get(key)
    if (found !== undefined) return found
  }
  for (let at: ClassSymbol | null = symbol, depth = 0; at !== null && depth < MAX_SUPERS; at = at.super, depth++) {
    const found = at.functions.get(key)
    if (found !== undefined) return found
  }
  return null
}

/** Finds what calls mean. */
class Resolver {
  readonly #world: World
  readonly #byName = new Map<string, FunctionSymbol[]>()
  readonly #natives = new Map<number, FunctionSymbol | undefined>()

  constructor(world: World, packages: readonly Package[]) {
    this.#world = world
    for (const pkg of packages) {
      for (const symbol of world.classesOf(pkg)) {
        for (const own of functionsOf(symbol)) {
          const key = own.name.toLowerCase()
          const known = this.#byName.get(key)
          if (known === undefined) this.#byName.set(key, [own])
          else known.push(own)
        }
      }
    }
  }

  *callsOf(owner: CodeOwner): Generator<Call> {
    const from = owner.symbol.path
    const placed = new Map(owner.tokens.map((token) => [token.token, token]))
    // The object whose member it is: what its context says.
    const objects = new Map<Token, ClassSymbol | null>()
    for (const token of owner.tokens) {
      const { name, operands } = token
      if ((name === 'Context' || name === 'ClassContext') && operands['member'] instanceof Token)
        objects.set(operands['member'], this.#classOf(operands['object'], owner, placed, 0))
      const target = this.#target(token)
      if (target !== undefined) yield { from, to: target.path, kind: name === 'FinalFunction' ? 'final' : 'native' }
      if (name !== 'VirtualFunction' && name !== 'GlobalFunction') continue
      const called = operands['function']
      if (!(called instanceof Name)) continue
      const isOwn = !objects.has(token.token)
      const known = isOwn ? owner.class : (objects.get(token.token) ?? null)
      const state = isOwn && name === 'VirtualFunction' ? stateOf(owner) : null
      const found = known === null ? null : findFunction(known, String(called), state)
      if (found !== null) yield { from, to: found.path, kind: 'virtual' }
      else
        for (const any of this.#byName.get(String(called).toLowerCase()) ?? [])
          yield { from, to: any.path, kind: 'name' }
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

  /** The class of the object that a token gives; `null` when that is not known. */
  #classOf(
    value: unknown,
    owner: CodeOwner,
    placed: ReadonlyMap<Token, PlacedToken>,
    depth: number,
  ): ClassSymbol | null {
    const token = value instanceof Token ? placed.get(value) : undefined
    if (token === undefined || depth > MAX_DEPTH) return null
    const { name, operands } = token
    const inner = (operand: string) => this.#classOf(operands[operand], owner, placed, depth + 1)
    if (name === 'Self') return owner.class
    if (name === 'Context' || name === 'ClassContext') return inner('member')
    if (/^(?:Dyn)?ArrayElement$/.test(name)) return inner('array')
    if (name === 'InterfaceContext') return inner('value')
    const found =
      symbolIn(token, 'variable', this.#world) ??
      symbolIn(token, 'member', this.#world) ??
      symbolIn(token, 'class', this.#world) ??
      symbolIn(token, 'interface', this.#world) ??
      (name === 'ObjectConst' ? symbolIn(token, 'value', this.#world) : undefined)
    if (found?.kind === 'class') return found
    if (found?.kind === 'variable') return classOfType(found.type)
    const called = this.#target(token)
    return called?.returnValue == null ? null : classOfType(called.returnValue.type)
  }
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
