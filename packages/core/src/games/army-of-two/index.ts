import { Version } from '@ukit/container'
import { type Game, one } from '../game.js'
import { without } from '../hooks.js'

/** *Army of Two.* Based on public readers only. */
export const armyOfTwo: Game = {
  id: 'army-of-two',
  name: 'Army of Two',
  engine: 3,
  builds: [one(445, 79), one(482, 222), one(483, 4317)],
  layout: () => ({ moved: without(Version.ExportPackageFlags) }),
  deviations: ['no package flags in exports'],
}
