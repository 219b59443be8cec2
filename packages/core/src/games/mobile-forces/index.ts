import { byContent, type Game, range } from '../game.js'

/** *Mobile Forces*: the first static meshes of the engine. */
export const mobileForces: Game = {
  id: 'mobile-forces',
  name: 'Mobile Forces',
  engine: 1,
  evidence: 'files',
  builds: [range(81, 83, 0), byContent(69, 69, 0), byContent(80, 80, 0)],
  // Imported by its own packages and by six maps made by players.
  imports: ['rage', 'ragegame', 'rageweapons', 'rageeffects'],
  classes: async () => (await import('./classes.js')).CLASSES,
  deviations: ['objects: static meshes, their buffers, collision meshes and meshes for graphics cards'],
}
