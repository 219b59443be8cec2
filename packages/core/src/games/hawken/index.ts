import { type Game, range } from '../game.js'
import { wordAfterFlags } from '../table-entries.js'

/** *Hawken.* Based on public readers only. */
export const hawken: Game = {
  id: 'hawken',
  name: 'Hawken',
  engine: 3,
  builds: [range(860, 860, [2, 4])],
  tags: [0xea31928c],
  chunkTags: [0xea31928c],
  standardTagToo: true,
  layout: wordAfterFlags,
  deviations: ['tag 0xEA31928C', { what: 'word after the package flags', licensee: [2] }],
}
