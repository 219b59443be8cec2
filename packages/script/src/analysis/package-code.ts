import type { ObjectSource } from '@ukit/container'
import type { Package } from '@ukit/core'
import { type PlacedToken, Struct, walkTokens } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, ScriptSymbol, StateSymbol, World } from '../symbols/symbol.js'

/** Something with code: a function, a state's labels, or a class's replication conditions. */
export interface CodeOwner {
  /** What the code belongs to. */
  readonly symbol: ClassSymbol | StateSymbol | FunctionSymbol
  /** The class that the code runs in. */
  readonly class: ClassSymbol
  /** Its bytecode, each token with its place in memory. */
  readonly tokens: readonly PlacedToken[]
}

/** *Every piece of code of a package*, class by class, with the tokens of each where they are. */
export function* packageCode(pkg: Package, world: World): Generator<CodeOwner> {
  for (const symbol of world.classesOf(pkg)) {
    yield* codeOf(symbol, symbol, pkg, world)
    for (const field of symbol.fields) {
      if (field.kind === 'function') yield* codeOf(field, symbol, pkg, world)
      if (field.kind !== 'state') continue
      yield* codeOf(field, symbol, pkg, world)
      for (const own of field.functions.values()) yield* codeOf(own, symbol, pkg, world)
    }
  }
}

function* codeOf(symbol: CodeOwner['symbol'], owner: ClassSymbol, pkg: Package, world: World): Generator<CodeOwner> {
  const object = world.objectOf(symbol)
  if (!(object instanceof Struct)) return
  yield { symbol, class: owner, tokens: walkTokens(object.script.tokens, pkg.context) }
}

/** Functions of a class, those of its states included. */
export function* functionsOf(symbol: ClassSymbol): Generator<FunctionSymbol> {
  for (const field of symbol.fields) {
    if (field.kind === 'function') yield field
    if (field.kind === 'state') yield* field.functions.values()
  }
}

/** The symbol that an operand of a token refers to. */
export function symbolIn(token: PlacedToken, operand: string, world: World): ScriptSymbol | undefined {
  const value = token.operands[operand]
  return isObject(value) ? world.symbolOf(value) : undefined
}

function isObject(value: unknown): value is ObjectSource {
  return typeof value === 'object' && value !== null && 'reference' in value && 'path' in value
}
