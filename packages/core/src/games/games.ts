import { massEffect1, massEffect2, massEffect3, massEffectLegendary } from './bioware.js'
import { dukeNukemForever } from './duke-nukem-forever.js'
import type { Game } from './game.js'
import { killingFloor } from './killing-floor.js'
import { specOps } from './spec-ops.js'
import { unrealEngine1Games } from './unreal-engine-1.js'
import { unrealEngine2Games } from './unreal-engine-2.js'
import { unrealEngine3Games } from './unreal-engine-3.js'

/** Every game that ukit knows by name. The order decides where versions overlap: the more particular first. */
export const GAMES: readonly Game[] = [
  killingFloor,
  dukeNukemForever,
  specOps,
  massEffect1,
  massEffect2,
  massEffect3,
  massEffectLegendary,
  ...unrealEngine1Games,
  ...unrealEngine2Games,
  ...unrealEngine3Games,
]
