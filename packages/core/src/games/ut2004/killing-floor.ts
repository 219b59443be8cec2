import { byContent, type Game } from '../game.js'
import { ut2004Compiler } from './compiler.js'
import { ut2004Layout } from './layout.js'

/** The tag of Red Orchestra's levels, and of all of Killing Floor's packages but its levels. */
export const TRIPWIRE_TAG = 0x9e2a83c2

/**
 * *Killing Floor*: Unreal Tournament 2004's format, with a different tag for everything but maps (36 of 36
 * files).
 */
export const killingFloor: Game = {
  id: 'killing-floor',
  name: 'Killing Floor',
  engine: 2,
  evidence: 'files',
  builds: [byContent(128, 128, 29)],
  tags: [TRIPWIRE_TAG],
  standardTagToo: true,
  layout: ut2004Layout,
  compiler: ut2004Compiler,
  deviations: ['tag 0x9E2A83C2, but for maps'],
  // ROEngine, ROEffects and ROInterface are shipped with it, other packages of Red Orchestra are not.
  imports: ['kfmod', 'kfgui', 'kfchar', 'kfstorygame', 'kfmutators', 'roengine'],
}
