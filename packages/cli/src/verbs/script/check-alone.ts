import { emptyPackage, Guid, gameById, type Package } from '@ukit/core'
import type { SourceCheck } from '@ukit/script/analysis'
import type { StandIn } from '@ukit/script/symbols'
import type { BaseOptions } from './base-packages.js'

/** The versions of the usual game of each generation of the engine. */
const USUAL = [
  { game: undefined, version: 69, licensee: 0 },
  { game: undefined, version: 128, licensee: 29 },
  { game: undefined, version: 868, licensee: 0 },
]

/**
 * *Empty packages that say for which compiler a text is checked where no package of its game is there*: of
 * the game that is named, or of one of each generation.
 */
export async function packagesAlone({ game }: BaseOptions): Promise<Package[]> {
  const id = game !== undefined && 'id' in game ? game.id : undefined
  const known = id === undefined ? undefined : gameById(id)
  const [build] = known?.builds ?? []
  const wanted =
    build === undefined ? USUAL : [{ game: known?.id, version: build.version[0], licensee: build.licensee[0] }]
  return Promise.all(
    wanted.map(({ game: of, version, licensee }) => {
      const made = { name: 'Nothing', version, licensee, guid: new Guid(0, 0, 0, 0) }
      return emptyPackage(of === undefined ? made : { ...made, game: of })
    }),
  )
}

/** The checks of one generation that find the fewest errors; the first of several that find as many. */
export function bestOf(checks: readonly (readonly SourceCheck[])[]): readonly SourceCheck[] {
  const errors = (of: readonly SourceCheck[]) =>
    of.reduce((sum, { problems }) => sum + problems.filter(({ level }) => level === 'error').length, 0)
  return checks.reduce((best, one) => (errors(one) < errors(best) ? one : best), checks[0] ?? [])
}

/** What was checked against, where no package of the game was found. */
export function aloneNote(standIns: readonly StandIn[], isGuess: boolean): string {
  const games = [...new Set(standIns.map(({ game }) => game))].join(', ')
  const why = isGuess ? ', in which fewest errors are found' : ''
  return (
    `no package of the game was found; what ${games} declares took the place of all${why} ` +
    `(--packages names the folder of Core.u, --game the game)`
  )
}
