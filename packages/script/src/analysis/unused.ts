import { FunctionFlag, PropertyFlag } from '@ukit/container'
import type { Package } from '@ukit/core'
import { Token } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, VariableSymbol, World } from '../symbols/symbol.js'
import { callGraph } from './call-graph.js'
import { functionsOf, packageCode } from './package-code.js'

/** *What the code of packages declares and does not use.* */
export interface Unused {
  /** Functions that nothing calls, by path. */
  readonly functions: readonly string[]
  /** Variables of classes that no code reads or writes. */
  readonly variables: readonly string[]
  /** Local variables that their function does not use. */
  readonly locals: readonly string[]
}

/**
 * What is called from outside code: events, natives, console commands, operators, delegates, replicated
 * functions.
 */
const CALLED_FROM_OUTSIDE =
  FunctionFlag.Event |
  FunctionFlag.Native |
  FunctionFlag.Exec |
  FunctionFlag.Operator |
  FunctionFlag.Delegate |
  FunctionFlag.Net

/** What is used outside code: by designers, ini files, the editor, C++. */
const USED_FROM_OUTSIDE = PropertyFlag.Edit | PropertyFlag.Config | PropertyFlag.Localized | PropertyFlag.Native

/** States and labels that the engine starts code by, and what it calls by name without a flag. */
const BY_NAME = /^(?:BeginState|EndState|PushedState|PoppedState|PausedState|ContinuedState)$/i

/**
 * Functions and variables of packages that none of their code uses. Code in other packages counts only if
 * they are given too; what C++, designers and ini files use is left out by its flags.
 */
export function unusedSymbols(packages: readonly Package[], world: World): Unused {
  const { calls, overrides } = callGraph(packages, world)
  const called = new Set(calls.filter(({ from, to }) => from !== to).map(({ to }) => to))
  const above = new Map(overrides.map((override) => [override.function, override.overrides]))
  const used = new Set<string>()
  const names = new Set<string>()
  for (const pkg of packages) {
    for (const { tokens } of packageCode(pkg, world)) {
      for (const { operands, name } of tokens) {
        for (const operand of Object.values(operands)) {
          if (operand === null || typeof operand !== 'object' || operand instanceof Token) continue
          if ('path' in operand) used.add(world.symbolOf(operand)?.path ?? '')
          else if (name === 'DelegateProperty' || name === 'InstanceDelegate' || name === 'NameConst')
            names.add(String(operand).toLowerCase())
        }
      }
    }
  }
  const functions: string[] = []
  const variables: string[] = []
  const locals: string[] = []
  const isCalled = (found: FunctionSymbol) => isReached(found, called, above) || names.has(found.name.toLowerCase())
  for (const symbol of packages.flatMap((pkg) => world.classesOf(pkg))) {
    for (const own of functionsOf(symbol)) {
      if (!isFromOutside(own, world) && !isCalled(own)) functions.push(own.path)
      if ((own.flags & FunctionFlag.Native) !== 0) continue
      for (const local of own.locals) if (!used.has(local.path)) locals.push(local.path)
    }
    for (const variable of variablesOf(symbol))
      if ((variable.flags & USED_FROM_OUTSIDE) === 0 && !used.has(variable.path)) variables.push(variable.path)
  }
  return { functions, variables, locals }
}

function isFromOutside(found: FunctionSymbol, world: World): boolean {
  if ((found.flags & CALLED_FROM_OUTSIDE) !== 0 || BY_NAME.test(found.name)) return true
  // It overrides one of another package, whose code may call it.
  for (let at = found.super, depth = 0; at !== null && depth < 256; at = at.super, depth++)
    if ((at.flags & CALLED_FROM_OUTSIDE) !== 0 || world.exportOf(at) === undefined) return true
  return false
}

/** A call of the function that it overrides may reach it. */
function isReached({ path }: FunctionSymbol, called: ReadonlySet<string>, above: ReadonlyMap<string, string>): boolean {
  let at: string | undefined = path
  for (let depth = 0; at !== undefined && depth < 256; depth++) {
    if (called.has(at)) return true
    at = above.get(at)
  }
  return false
}

function variablesOf(symbol: ClassSymbol): VariableSymbol[] {
  return symbol.fields.filter((field): field is VariableSymbol => field.kind === 'variable')
}
