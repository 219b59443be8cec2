import { aHatInTime } from './a-hat-in-time/index.js'
import { bioshockGames } from './bioshock.js'
import { gearboxGames } from './borderlands.js'
import { dukeNukemForever } from './duke-nukem-forever/index.js'
import { encryptedGames } from './encrypted-games.js'
import type { Game } from './game.js'
import { killingFloor2 } from './killing-floor-2/index.js'
import { lineageGames } from './lineage-2/index.js'
import { massEffectGames } from './mass-effect/index.js'
import { midwayGames } from './midway.js'
import { ravenShield } from './raven-shield.js'
import { shadowOpsGames } from './shadow-ops/index.js'
import { specOps } from './spec-ops/index.js'
import { splinterCellGames } from './splinter-cell.js'
import { taggedGames } from './tagged-games.js'
import { teraGames } from './tera/index.js'
import { unreal2 } from './unreal-2/index.js'
import { unreal227 } from './unreal-227/index.js'
import { unrealEngine1Games } from './unreal-engine-1.js'
import { unrealEngine2Games } from './unreal-engine-2.js'
import { unrealEngine2StudioGames } from './unreal-engine-2-studios.js'
import { unrealEngine3Games } from './unreal-engine-3.js'
import { unrealEngine3StudioGames } from './unreal-engine-3-studios.js'
import { unrealWarfareGames } from './unreal-warfare/index.js'
import { ut2004Games } from './ut2004/index.js'
import { vanguard } from './vanguard/index.js'
import { vengeanceGames } from './vengeance/index.js'
import { xcom2 } from './xcom-2/index.js'

/**
 * Every game that ukit knows by name. The order decides where versions overlap: the more particular first
 * (`docs/decisions/0013`).
 */
export const GAMES: readonly Game[] = [
  unreal227,
  ...ut2004Games,
  ...vengeanceGames,
  unreal2,
  vanguard,
  ...shadowOpsGames,
  ravenShield,
  dukeNukemForever,
  ...unrealWarfareGames,
  specOps,
  ...massEffectGames,
  ...splinterCellGames,
  ...bioshockGames,
  ...encryptedGames,
  ...taggedGames,
  ...unrealEngine2StudioGames,
  ...midwayGames,
  ...gearboxGames,
  ...teraGames,
  xcom2,
  aHatInTime,
  killingFloor2,
  ...unrealEngine3StudioGames,
  ...unrealEngine1Games,
  ...unrealEngine2Games,
  ...unrealEngine3Games,
  // Licensee versions that others use as well: after them.
  ...lineageGames,
]
