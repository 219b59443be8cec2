import { Version } from '@ukit/container'
import { byContent, type Game, one } from '../game.js'
import { without } from '../hooks.js'

/** *The Chronicles of Spellborn.* Based on public readers only. */
export const spellborn: Game = {
  id: 'spellborn',
  name: 'The Chronicles of Spellborn',
  engine: 2,
  builds: [one(159, 29), byContent(148, 158, 29)],
  layout: (version) => (version >= 148 ? { moved: without(Version.SummaryGuid) } : {}),
  deviations: [{ what: 'no GUID', version: [148] }],
}
