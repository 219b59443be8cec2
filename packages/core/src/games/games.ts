import { bioshockGames } from './bioshock.js'
import { massEffect1, massEffect2, massEffect3, massEffectLegendary } from './bioware.js'
import { gearboxGames } from './borderlands.js'
import { dukeNukemForever } from './duke-nukem-forever.js'
import { encryptedGames } from './encrypted-games.js'
import type { Game } from './game.js'
import { killingFloor } from './killing-floor.js'
import { midwayGames } from './midway.js'
import { ravenShield } from './raven-shield.js'
import { specOps } from './spec-ops.js'
import { splinterCellGames } from './splinter-cell.js'
import { taggedGames } from './tagged-games.js'
import { unrealEngine1Games } from './unreal-engine-1.js'
import { unrealEngine2Games } from './unreal-engine-2.js'
import { unrealEngine2StudioGames } from './unreal-engine-2-studios.js'
import { unrealEngine3Games } from './unreal-engine-3.js'
import { unrealEngine3StudioGames } from './unreal-engine-3-studios.js'

/** Every game that ukit knows by name. The order decides where versions overlap: the more particular first. */
export const GAMES: readonly Game[] = [
  killingFloor,
  ravenShield,
  dukeNukemForever,
  specOps,
  massEffect1,
  massEffect2,
  massEffect3,
  massEffectLegendary,
  ...splinterCellGames,
  ...bioshockGames,
  ...encryptedGames,
  ...taggedGames,
  ...unrealEngine2StudioGames,
  ...midwayGames,
  ...gearboxGames,
  ...unrealEngine3StudioGames,
  ...unrealEngine1Games,
  ...unrealEngine2Games,
  ...unrealEngine3Games,
]
