import { type Game, range } from '../game.js'

/** *Special Force 2.* Based on public readers only. */
export const specialForce2: Game = {
  id: 'special-force-2',
  name: 'Special Force 2',
  engine: 3,
  builds: [range(904, 904, [9, 14])],
  layout: (_, licensee) => ({ asVersion: licensee >= 14 ? 710 : 700 }),
  deviations: ['stored as version 700 or 710'],
}
