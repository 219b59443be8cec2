import type { Layout } from '@ukit/container'
import { type Game, one } from '../game.js'

// From one reader; no available file has it.
const LAYOUT: Layout = { line: 'unreal-227', tokens: [[0x37, 'Construct', 'struct:object fields']] }

/** *Unreal with the 227 patch*: an extra token. */
export const unreal227: Game = {
  id: 'unreal-227',
  name: 'Unreal 227',
  engine: 1,
  evidence: 'files',
  builds: [one(69, 227)],
  deviations: ['a token of script', 'objects: static meshes'],
  classes: async () => (await import('./classes.js')).CLASSES,
  layout: () => LAYOUT,
  // Seen in exports of its editor.
  t3d: { quotesNames: true, bareTextures: false, pan: 'last' },
}
