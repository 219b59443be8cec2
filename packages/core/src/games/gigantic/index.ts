import { type Game, range } from '../game.js'
import { wordAfterFlags } from '../table-entries.js'

/** *Gigantic.* Based on public readers only. */
export const gigantic: Game = {
  id: 'gigantic',
  name: 'Gigantic',
  engine: 3,
  builds: [range(867, 867, [8, 10])],
  layout: wordAfterFlags,
  deviations: [{ what: 'word after the package flags', licensee: [2] }],
}
