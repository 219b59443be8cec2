import { type Game, one } from '../game.js'
import { ut2004Compiler } from './compiler.js'
import { ut2004Layout } from './layout.js'

/** The tag of Killing Floor's packages; its maps keep the engine's. */
const KILLING_FLOOR_TAG = 0x9e2a83c2

/**
 * *Killing Floor*: Unreal Tournament 2004's format, with a different tag for everything but maps (36 of 36
 * files).
 */
export const killingFloor: Game = {
  id: 'killing-floor',
  name: 'Killing Floor',
  engine: 2,
  evidence: 'files',
  builds: [one(128, 29)],
  tags: [KILLING_FLOOR_TAG],
  standardTagToo: true,
  layout: ut2004Layout,
  compiler: ut2004Compiler,
  deviations: ['tag 0x9E2A83C2, but for maps'],
  imports: ['kfmod', 'kfgui', 'kfchar', 'kfstorygame', 'roengine'],
}
