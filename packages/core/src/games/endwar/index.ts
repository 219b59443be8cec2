import { type Game, one } from '../game.js'

/** *Tom Clancy's EndWar.* Based on public readers only. */
export const endwar: Game = {
  id: 'endwar',
  name: "Tom Clancy's EndWar",
  engine: 3,
  builds: [one(329, 0)],
  layout: () => ({ asVersion: 224 }),
  deviations: ['stored as version 224'],
}
