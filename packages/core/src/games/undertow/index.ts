import { Version } from '@ukit/container'
import { type Game, one } from '../game.js'

/** *Undertow.* Based on public readers only. */
export const undertow: Game = {
  id: 'undertow',
  name: 'Undertow',
  engine: 3,
  builds: [one(435, 0)],
  layout: () => ({ moved: new Map([[Version.ExportPackageFlags, 431]]) }),
  deviations: [{ what: 'package flags of exports', version: [431] }],
}
