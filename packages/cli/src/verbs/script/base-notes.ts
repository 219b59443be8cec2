import type { StandIn, World } from '@ukit/script/symbols'
import { andMore, printable } from '../../terminal/text.js'

/** *What of the packages that code was compiled with is missing*, and what stood in for it: for notes. */
export function baseNotes({ missingPackages, standIns }: Pick<World, 'missingPackages' | 'standIns'>): string[] {
  const notes = standInNotes(standIns)
  if (missingPackages.length > 0) {
    const [were, folder] = missingPackages.length === 1 ? ['was', 'its folder'] : ['were', 'their folders']
    notes.push(`${andMore(missingPackages.map(printable))} ${were} not found: name ${folder} with --packages`)
  }
  return notes
}

/** Which packages were not found, and whose declarations stood in: a note for each game. */
export function standInNotes(standIns: readonly StandIn[]): string[] {
  const byGame = new Map<string, string[]>()
  for (const { name, game } of standIns) byGame.set(game, [...(byGame.get(game) ?? []), printable(name)])
  return [...byGame].map(([game, names]) => {
    const were = names.length === 1 ? 'was' : 'were'
    return `${andMore(names)} ${were} not found; what ${game} declares there stood in (--packages names the real ones)`
  })
}
