import type { Game } from '../game.js'
import { nameWithJunk } from '../table-entries.js'

/** *Metro Conflict.* Based on public readers only. */
export const metroConflict: Game = {
  id: 'metro-conflict',
  name: 'Metro Conflict',
  engine: 3,
  builds: [],
  layout: (_, licensee) => nameWithJunk(licensee < 3 ? undefined : licensee < 16 ? 7 : 6),
  deviations: [{ what: 'nonsense bytes after the text of names', licensee: [3] }],
}
