import { Version } from '@ukit/container'
import type { Game } from '../game.js'
import { without } from '../hooks.js'

/** *Echo of Soul.* Based on public readers only. */
export const echoOfSoul: Game = {
  id: 'echo-of-soul',
  name: 'Echo of Soul',
  engine: 2,
  // No reader states its file version: packages have to be opened with the game's id.
  builds: [],
  layout: (_, licensee) => (licensee >= 49 ? { moved: without(Version.SummaryGuid) } : {}),
  deviations: [{ what: 'no GUID', licensee: [49] }],
}
