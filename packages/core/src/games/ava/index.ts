import { type Game, range } from '../game.js'
import { nameWithJunk } from '../table-entries.js'

/** *AVA: Alliance of Valiant Arms.* Based on public readers only. */
export const ava: Game = {
  id: 'ava',
  name: 'AVA: Alliance of Valiant Arms',
  engine: 3,
  builds: [range(451, 451, [52, 53])],
  layout: () => nameWithJunk(7),
  deviations: ['nonsense bytes after the text of names'],
}
