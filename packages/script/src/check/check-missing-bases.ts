import type { ClassSymbol } from '../symbols/symbol.js'
import type { SourceFile } from '../syntax/nodes.js'
import type { SourceProblem } from './source-problem.js'

/** Classes above each other. */
const MOST_SUPERS = 512

/** Where a chain of superclasses ends too early. */
interface MissingBase {
  readonly package: string
  /** The package whose class extends one of it. */
  readonly neededBy: string
}

/**
 * *Packages that superclasses are in and that are missing*: each is said once, with the first class that
 * inherits from it. Nothing that its classes use can be judged.
 */
export class MissingBases {
  readonly #users = new Map<string, ClassSymbol[]>()

  /** @param classes all that are checked, in their order. */
  constructor(classes: readonly ClassSymbol[]) {
    for (const symbol of classes) {
      const missing = missingBase(symbol)
      if (missing === undefined) continue
      const key = missing.package.toLowerCase()
      const users = this.#users.get(key)
      if (users === undefined) this.#users.set(key, [symbol])
      else users.push(symbol)
    }
  }

  /** The problem of a class, if it is the first that inherits from a missing package. */
  problemsOf({ header }: SourceFile, symbol: ClassSymbol): SourceProblem[] {
    const missing = missingBase(symbol)
    const users = this.#users.get(missing?.package.toLowerCase() ?? '') ?? []
    if (missing === undefined || header === null || users[0] !== symbol) return []
    const others = users.length - 1
    const who = others === 0 ? symbol.name : `${symbol.name} and ${others} other ${others === 1 ? 'class' : 'classes'}`
    const message =
      `the package ${missing.package}, which ${missing.neededBy} needs, was not found: ` +
      `what ${who} inherit${others === 0 ? 's' : ''} from it is not known`
    const { start, end } = header
    return [{ level: 'error', message, start, end, suggestion: undefined }]
  }
}

function missingBase(symbol: ClassSymbol): MissingBase | undefined {
  let below = symbol
  let at: ClassSymbol | null = symbol
  for (let depth = 0; at !== null && depth < MOST_SUPERS; depth++, at = at.super) {
    if (at.missingPackage !== null) return { package: at.missingPackage, neededBy: below.packageName }
    below = at
  }
  return undefined
}
