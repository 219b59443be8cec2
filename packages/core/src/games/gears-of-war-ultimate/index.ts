import { type Game, one } from '../game.js'

/** *Gears of War: Ultimate Edition, Reloaded.* Based on public readers only. */
export const gearsOfWarUltimate: Game = {
  id: 'gears-of-war-ultimate',
  name: 'Gears of War: Ultimate Edition, Reloaded',
  engine: 3,
  builds: [one(835, 56), one(835, 76)],
  layout: () => ({
    asVersion: 490,
    compression: new Map([
      [4, 'lz4'],
      [32, 'lz4'],
    ]),
  }),
  deviations: ['stored as version 490'],
  limits: 'Chunks are compressed with LZ4.',
}
