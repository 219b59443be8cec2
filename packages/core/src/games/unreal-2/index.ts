import { Feature } from '@ukit/container'
import { type Game, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

/**
 * *Unreal II.* The container is the engine's; materials have an extra byte. Its licensee versions are counted
 * in thousands. Public readers only.
 */
export const unreal2: Game = {
  id: 'unreal-2',
  name: 'Unreal II: The Awakening',
  engine: 2,
  builds: [range(110, 126, [2481, 2609])],
  deviations: ['objects: a byte in materials'],
  // Seen in three exports of its editor.
  t3d: { level: 'MyLevel', quotesNames: false, endsWithName: true, emptyLines: false },
  layout: perBuild(() => ({ line: 'unreal-2', moved: movedTo([[Feature.MaterialByte, true]]) })),
}
