import type { Package } from '@ukit/core'
import type { ClassSymbol, World } from '../symbols/symbol.js'
import { CallResolver } from './call-resolver.js'
import { packageCode } from './package-code.js'

/** A call by name of a function that does not exist. */
export interface MissingCall {
  /** Path of the function, state or class whose code calls it. */
  readonly from: string
  /** Path of the class of the object, in which the function is looked up by its name. */
  readonly class: string
  /** Name of the function. */
  readonly function: string
}

const MAX_SUPERS = 256

/**
 * *Calls by name of functions that neither the class of the object nor one above it declares*, each once: the
 * package was compiled against another version of that class, and the game stops when it gets there.
 *
 * Only what is certain is reported: nothing is said of objects whose class is not known, is missing, or is
 * that which a function returns, since the compiler knows more of some of them.
 */
export function missingCalls(pkg: Package, world: World): MissingCall[] {
  const found = new Map<string, MissingCall>()
  const resolver = new CallResolver(world)
  for (const owner of packageCode(pkg, world)) {
    for (const call of resolver.callsOf(owner)) {
      if (call.kind !== 'named' || call.function !== null || call.class === null || call.isReturned) continue
      if (!isComplete(call.class, world) || isInState(call.class, call.name)) continue
      const missing = { from: owner.symbol.path, class: call.class.path, function: call.name }
      found.set(Object.values(missing).join('\n').toLowerCase(), missing)
    }
  }
  return [...found.values()]
}

/** Tells whether a class and all classes above it were read. */
function isComplete(symbol: ClassSymbol, world: World): boolean {
  let at: ClassSymbol | null = symbol
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    if (at.isSuperMissing || at.missingPackage !== null || world.exportOf(at) === undefined) return false
    at = at.super
  }
  return at === null
}

/**
 * Tells whether a state of a class has a function of this name: it is found while the object is in that
 * state.
 */
function isInState(symbol: ClassSymbol, name: string): boolean {
  const key = name.toLowerCase()
  let at: ClassSymbol | null = symbol
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    for (const state of at.states.values()) if (state.functions.has(key)) return true
    at = at.super
  }
  return false
}
