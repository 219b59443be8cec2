import type { World } from '@ukit/script'
import { printable } from '../../terminal/text.js'

/** *What of the packages that code was compiled with is missing*, and what stood in for it: for notes. */
export function baseNotes({ missingPackages, standIns }: Pick<World, 'missingPackages' | 'standIns'>): string[] {
  const notes: string[] = []
  const byGame = new Map<string, string[]>()
  for (const { name, game } of standIns) byGame.set(game, [...(byGame.get(game) ?? []), name])
  for (const [game, names] of byGame) {
    const were = names.length === 1 ? 'was' : 'were'
    notes.push(
      `${listed(names)} ${were} not found; what ${game} declares there stood in (--packages names the real ones)`,
    )
  }
  if (missingPackages.length > 0) {
    const [were, folder] = missingPackages.length === 1 ? ['was', 'its folder'] : ['were', 'their folders']
    notes.push(`${listed(missingPackages)} ${were} not found: name ${folder} with --packages`)
  }
  return notes
}

/** `A`, `A and B`, `A, B and C`. */
function listed(names: readonly string[]): string {
  const all = names.map(printable)
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`
}
