import { Feature } from '@ukit/container'
import { type Game, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

/**
 * *A Hat in Time.* The container is the engine's; materials and classes have further fields, bones have
 * scales.
 */
export const aHatInTime: Game = {
  id: 'a-hat-in-time',
  name: 'A Hat in Time',
  engine: 3,
  evidence: 'files',
  builds: [range(877, 893, 5)],
  imports: ['hatintimegame', 'hatintimegamecontent'],
  deviations: ['objects: materials, classes, bones and animations with scales'],
  layout: perBuild(() => ({
    line: 'a-hat-in-time',
    moved: movedTo([
      [Feature.MaterialNumber, true],
      [Feature.BlendModeNumbers, true],
      [Feature.FurtherParameters, true],
      [Feature.BoneScales, true],
      [Feature.UnusedInterfaceFunctions, 878],
    ]),
  })),
}
