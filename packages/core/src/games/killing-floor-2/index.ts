import { Feature } from '@ukit/container'
import { byContent, type Game, one, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

/**
 * *Killing Floor 2*: files of 869/1108 and 871/1117 are available; public readers know 871 from licensee 1
 * on. The container is the engine's.
 */
export const killingFloor2: Game = {
  id: 'killing-floor-2',
  name: 'Killing Floor 2',
  engine: 3,
  evidence: 'files',
  builds: [range(871, 871, [1, 1117]), one(869, 1108), byContent(869, 871, [1, 1200])],
  imports: ['kfgame', 'kfgamecontent'],
  deviations: ['objects: static meshes, bodies, sounds'],
  layout: perBuild(() => ({
    line: 'killing-floor-2',
    moved: movedTo([
      [Feature.ThumbnailNumber, true],
      [Feature.MeshEndNumbers, true],
      [Feature.PlainPhysicsData, true],
      [Feature.BodyEndNumber, true],
      [Feature.FurtherSoundBlocks, true],
    ]),
  })),
}
