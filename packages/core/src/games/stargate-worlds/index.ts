import { Version } from '@ukit/container'
import { type Game, one } from '../game.js'
import { without } from '../hooks.js'

/** *Stargate Worlds.* Based on public readers only. */
export const stargateWorlds: Game = {
  id: 'stargate-worlds',
  name: 'Stargate Worlds',
  engine: 3,
  builds: [one(486, 7)],
  layout: () => ({ moved: without(Version.ExportPackageFlags) }),
  deviations: ['no package flags in exports'],
}
