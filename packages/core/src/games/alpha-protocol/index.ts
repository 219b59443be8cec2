import { Version } from '@ukit/container'
import { type Game, one } from '../game.js'
import { without } from '../hooks.js'

/** *Alpha Protocol.* Based on public readers only. */
export const alphaProtocol: Game = {
  id: 'alpha-protocol',
  name: 'Alpha Protocol',
  engine: 3,
  builds: [one(539, 91)],
  layout: (_, licensee) => (licensee >= 53 ? { moved: without(Version.ExportComponentMap) } : {}),
  deviations: [{ what: 'no component map', licensee: [53] }],
}
