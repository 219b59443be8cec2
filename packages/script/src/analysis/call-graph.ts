import type { Package } from '@ukit/core'
import type { World } from '../symbols/symbol.js'
import { CallResolver, findFunction } from './call-resolver.js'
import { functionsOf, packageCode } from './package-code.js'

/** A call, by the full paths of both functions. */
export interface Call {
  /** The function or state that calls. */
  readonly from: string
  /** The function that is called; its name alone, if no package that is there has one of that name. */
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

/** The calls in the code of packages. */
export function callGraph(packages: readonly Package[], world: World): CallGraph {
  const calls = new Map<string, Call>()
  const overrides: { function: string; overrides: string }[] = []
  const resolver = new CallResolver(world)
  const byName = functionsByName(packages, world)
  const add = (from: string, to: string, kind: Call['kind']) => calls.set(`${from}\n${to}\n${kind}`, { from, to, kind })
  for (const pkg of packages) {
    for (const owner of packageCode(pkg, world)) {
      const from = owner.symbol.path
      for (const call of resolver.callsOf(owner)) {
        if (call.kind !== 'named') add(from, call.function.path, call.kind)
        else if (call.function !== null) add(from, call.function.path, 'virtual')
        else for (const path of byName.get(call.name.toLowerCase()) ?? [call.name]) add(from, path, 'name')
      }
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

/** Paths of the functions of packages by their names in lower case. */
function functionsByName(packages: readonly Package[], world: World): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const pkg of packages) {
    for (const symbol of world.classesOf(pkg)) {
      for (const { name, path } of functionsOf(symbol)) {
        const key = name.toLowerCase()
        const known = byName.get(key)
        if (known === undefined) byName.set(key, [path])
        else known.push(path)
      }
    }
  }
  return byName
}
