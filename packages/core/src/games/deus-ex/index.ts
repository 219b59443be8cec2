import { type Game, one } from '../game.js'

/**
 * *Deus Ex*: it has classes for conversations. Its meshes have wider vertices, which the end of their array
 * reveals.
 */
export const deusEx: Game = {
  id: 'deus-ex',
  name: 'Deus Ex',
  engine: 1,
  evidence: 'files',
  builds: [one(68, 0), one(68, 32)],
  imports: [
    'deusex',
    'deusexui',
    'deusexitems',
    'deusexcharacters',
    'deusexdeco',
    'deusexconversations',
    'deusextext',
    'consys',
    'consystem',
    'extension',
  ],
  classes: async () => (await import('./classes.js')).CLASSES,
  // For numbers that do not fit (4 scripts).
  compiler: () => ({ code: { id: 'deus-ex', largeNumbers: 'wrap' } }),
  deviations: ['objects: parts of conversations'],
}
