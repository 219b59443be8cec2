import { Feature } from '@ukit/container'
import { type Game, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

/** *Vanguard: Saga of Heroes.* The container is the engine's; textures have a table. Public readers only. */
export const vanguard: Game = {
  id: 'vanguard',
  name: 'Vanguard: Saga of Heroes',
  engine: 2,
  // A reader names 128/25 too: those packages are laid out as UT2004's.
  builds: [range(128, 129, [34, 35])],
  deviations: ['objects: a table in textures'],
  layout: perBuild(() => ({ line: 'vanguard', moved: movedTo([[Feature.TextureTable, true]]) })),
}
