import { Feature } from '@ukit/container'
import { byContent, type Game, one } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

/** Enemy Within; no package of Enemy Unknown's own 59 is available, which is read as the engine's. */
const ENEMY_WITHIN = 64

/**
 * *XCOM: Enemy Unknown and Enemy Within.* The container is the engine's; Enemy Within's materials and
 * textures are as XCOM 2's. Mods are made with UDK's 845/0, and are recognised by what they import.
 */
export const xcomEnemyUnknown: Game = {
  id: 'xcom-enemy-unknown',
  name: 'XCOM: Enemy Unknown, Enemy Within',
  engine: 3,
  evidence: 'files',
  builds: [one(845, 59), one(845, ENEMY_WITHIN), byContent(845, 845, 0)],
  imports: ['xcomgame', 'xcomstrategygame'],
  basedOn: 'udk',
  classes: async ({ licensee }) => (licensee < ENEMY_WITHIN ? [] : (await import('./classes.js')).CLASSES),
  deviations: ['objects: materials, textures, static mesh components, animations, movies'],
  layout: perBuild((_, licensee) =>
    licensee < ENEMY_WITHIN
      ? {}
      : {
          line: 'xcom-enemy-unknown',
          moved: movedTo([
            [Feature.MaterialNumbers, true],
            [Feature.SystemMemoryMips, true],
            [Feature.EarlyMeshComponents, true],
            [Feature.ShortAnimations, true],
          ]),
        },
  ),
}
