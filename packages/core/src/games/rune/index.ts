import { type Game, one } from '../game.js'

/**
 * *Rune*: it has its own class of models. Packages of models import only the engine, so their class has to
 * identify the game.
 */
export const rune: Game = {
  id: 'rune',
  name: 'Rune',
  engine: 1,
  builds: [one(69, 0)],
  imports: ['runei', 'rmenu'],
  importedClasses: ['skelmodel'],
  classes: async () => (await import('./classes.js')).CLASSES,
  deviations: ['objects: models on skeletons'],
  evidence: 'files',
}
