import { byContent, type Game, one } from '../game.js'
import { serializeXboxName } from '../table-entries.js'

/** *Unreal Championship.* Based on public readers only. */
export const unrealChampionship: Game = {
  id: 'unreal-championship',
  name: 'Unreal Championship',
  engine: 2,
  builds: [one(119, 28), one(119, 30), byContent(119, 119, [1, 31])],
  layout: (_, licensee) => (licensee >= 28 ? { name: serializeXboxName } : {}),
  deviations: [{ what: 'names with a 16-bit length', licensee: [28] }],
}
