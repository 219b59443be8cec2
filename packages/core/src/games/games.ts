import { aHatInTime } from './a-hat-in-time/index.js'
import { adventRising } from './advent-rising/index.js'
import { aliensColonialMarines } from './aliens-colonial-marines/index.js'
import { alphaProtocol } from './alpha-protocol/index.js'
import { americasArmy2 } from './americas-army-2/index.js'
import { americasArmy3 } from './americas-army-3/index.js'
import { apb } from './apb/index.js'
import { armyOfTwo } from './army-of-two/index.js'
import { ava } from './ava/index.js'
import { batmanGames } from './batman/index.js'
import { battleTerritory } from './battle-territory/index.js'
import { battleborn } from './battleborn/index.js'
import { bioshockGames } from './bioshock/index.js'
import { bioshockInfinite } from './bioshock-infinite/index.js'
import { bladeAndSoul } from './blade-and-soul/index.js'
import { borderlandsGames } from './borderlands/index.js'
import { bulletstorm } from './bulletstorm/index.js'
import { dcUniverseOnline } from './dc-universe-online/index.js'
import { deusEx } from './deus-ex/index.js'
import { fleshGames } from './deus-ex-invisible-war/index.js'
import { devilsThird } from './devils-third/index.js'
import { dukeNukemForever } from './duke-nukem-forever/index.js'
import { dungeonDefendersGames } from './dungeon-defenders/index.js'
import { echoOfSoul } from './echo-of-soul/index.js'
import { endwar } from './endwar/index.js'
import type { Game } from './game.js'
import { gearsOfWarUltimate } from './gears-of-war-ultimate/index.js'
import { gigantic } from './gigantic/index.js'
import { hawken } from './hawken/index.js'
import { huxley } from './huxley/index.js'
import { killingFloor2 } from './killing-floor-2/index.js'
import { lineageGames } from './lineage-2/index.js'
import { massEffectGames } from './mass-effect/index.js'
import { metroConflict } from './metro-conflict/index.js'
import { midwayGames } from './midway/index.js'
import { mobileForces } from './mobile-forces/index.js'
import { mortalOnline } from './mortal-online/index.js'
import { nurien } from './nurien/index.js'
import { pariah } from './pariah/index.js'
import { ragnarokOnline2 } from './ragnarok-online-2/index.js'
import { vegasGames } from './rainbow-six-vegas/index.js'
import { ravenShield } from './raven-shield/index.js'
import { republicCommando } from './republic-commando/index.js'
import { rocketLeague } from './rocket-league/index.js'
import { rune } from './rune/index.js'
import { shadowOpsGames } from './shadow-ops/index.js'
import { smite } from './smite/index.js'
import { specOps } from './spec-ops/index.js'
import { specialForce2 } from './special-force-2/index.js'
import { spellborn } from './spellborn/index.js'
import { splinterCellGames } from './splinter-cell/index.js'
import { leadGames } from './splinter-cell-blacklist/index.js'
import { splinterCellVersusGames } from './splinter-cell-versus/index.js'
import { stargateWorlds } from './stargate-worlds/index.js'
import { stormWar } from './storm-war/index.js'
import { suddenAttack2 } from './sudden-attack-2/index.js'
import { taggedGames } from './tagged-games.js'
import { taoYuan } from './tao-yuan/index.js'
import { teraGames } from './tera/index.js'
import { thief4 } from './thief-4/index.js'
import { highMoonGames } from './transformers/index.js'
import { undertow } from './undertow/index.js'
import { undyingGames } from './undying/index.js'
import { unreal2 } from './unreal-2/index.js'
import { unreal227 } from './unreal-227/index.js'
import { unrealChampionship } from './unreal-championship/index.js'
import { unrealChampionship2 } from './unreal-championship-2/index.js'
import { unrealEngine1Games } from './unreal-engine-1.js'
import { unrealEngine2Games } from './unreal-engine-2.js'
import { unrealEngine3Games } from './unreal-engine-3.js'
import { unrealWarfareGames } from './unreal-warfare/index.js'
import { ut2004Games } from './ut2004/index.js'
import { vanguard } from './vanguard/index.js'
import { vengeanceGames } from './vengeance/index.js'
import { xcom2Games } from './xcom-2/index.js'
import { xcomEnemyUnknown } from './xcom-enemy-unknown/index.js'

/**
 * Every game that ukit knows by name. The order decides if versions overlap: the more specific game comes
 * first (`docs/decisions/0013`).
 */
export const GAMES: readonly Game[] = [
  unreal227,
  mobileForces,
  deusEx,
  rune,
  ...undyingGames,
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
  ...splinterCellVersusGames,
  ...leadGames,
  ...bioshockGames,
  americasArmy2,
  bladeAndSoul,
  rocketLeague,
  smite,
  dcUniverseOnline,
  nurien,
  battleTerritory,
  taoYuan,
  stormWar,
  devilsThird,
  ...taggedGames,
  ...fleshGames,
  unrealChampionship,
  pariah,
  unrealChampionship2,
  adventRising,
  republicCommando,
  spellborn,
  echoOfSoul,
  ragnarokOnline2,
  ...midwayGames,
  ...borderlandsGames,
  aliensColonialMarines,
  battleborn,
  ...teraGames,
  ...xcom2Games,
  xcomEnemyUnknown,
  aHatInTime,
  killingFloor2,
  ...vegasGames,
  endwar,
  undertow,
  armyOfTwo,
  ava,
  metroConflict,
  stargateWorlds,
  huxley,
  ...highMoonGames,
  alphaProtocol,
  apb,
  americasArmy3,
  mortalOnline,
  ...dungeonDefendersGames,
  thief4,
  bioshockInfinite,
  bulletstorm,
  ...batmanGames,
  gearsOfWarUltimate,
  hawken,
  gigantic,
  suddenAttack2,
  specialForce2,
  ...unrealEngine1Games,
  ...unrealEngine2Games,
  ...unrealEngine3Games,
  // Other games use the same licensee versions and take precedence.
  ...lineageGames,
]
