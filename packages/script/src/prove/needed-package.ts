import type { CompiledScript } from '../compile/scripts.js'
import type { World } from '../symbols/symbol.js'

/** A script that needs a package that is not available. */
export interface ProofSkip {
  /** Path of the function, state or class, without the package. */
  readonly object: string
  /** The package that is missing. */
  readonly package: string
}

/**
 * *The missing package without which a script cannot be judged*: what does not compile may use what it
 * declares, and what compiles to other code may do so because of it.
 *
 * @param isDifferent whether the script, as compiled, is not what is expected.
 */
export function neededPackage(
  { problems, doubted }: Pick<CompiledScript, 'problems' | 'doubted'>,
  world: World,
  isDifferent: boolean,
): string | undefined {
  const named = problems.find(({ missingPackage }) => missingPackage !== undefined)?.missingPackage
  // Some packages name classes that the revision of their base that is available does not have.
  const lacked = named ?? problems.find(({ lackedBy }) => lackedBy !== undefined)?.lackedBy
  if (lacked !== undefined) return lacked
  return isDifferent || problems.length > 0 ? (doubted ?? doubtedBase(world)) : undefined
}

/** The package that everything rests on, if a built-in table takes its place. */
function doubtedBase({ standIns }: World): string | undefined {
  return standIns.find(({ name }) => /^(?:core|engine)$/i.test(name))?.name
}
