import type { FunctionSymbol, ScriptSymbol, World } from '../symbols/symbol.js'

/** Parameters of what UE3's compiler makes of `` `log `` and `` `warn ``. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  LogInternal: ['string', 'name'],
  WarnInternal: ['string'],
}

const KNOWN = new WeakMap<World, boolean>()

/**
 * *Whether the compiler of a world has the macros `` `log `` and `` `warn ``*, which become calls of
 * `LogInternal(S, optional Tag)` and `WarnInternal(S)`: the functions have these names where the macros took
 * their own. Where one has other parameters, the macro makes other calls.
 */
export function hasLogMacros(world: World): boolean {
  let known = KNOWN.get(world)
  if (known === undefined) {
    const isUsual = ([name, kinds]: readonly [string, readonly string[]]) =>
      takes(world.byPath(`Core.Object.${name}`), kinds)
    known = world.packages[0]?.context.engine === 3 && Object.entries(PARAMETERS).every(isUsual)
    KNOWN.set(world, known)
  }
  return known
}

function takes(found: ScriptSymbol | undefined, kinds: readonly string[]): found is FunctionSymbol {
  return found?.kind === 'function' && found.parameters.map(({ type }) => type.kind).join() === kinds.join()
}
