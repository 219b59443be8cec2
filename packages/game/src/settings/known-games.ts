import type { EngineGeneration } from './game-settings.js'

/** How an installed game is told from others. */
export interface KnownGame {
  /** `Game.id` of core. */
  readonly game: string
  readonly generation: EngineGeneration
  /** UE1 and UE2: its ini in `System`. */
  readonly ini?: string
  /** UE3: the folder of the game's own files beside `Engine`, and the start of its inis' names. */
  readonly project?: string
  readonly prefix?: string
  /** A file that tells it from others with the same folder. */
  readonly program?: string
}

function systemGames(
  generation: EngineGeneration,
  rows: readonly (readonly [game: string, ini: string])[],
): KnownGame[] {
  return rows.map(([game, ini]) => ({ game, generation, ini }))
}

function projects(
  rows: readonly (readonly [game: string, project: string, prefix: string, program?: string])[],
): KnownGame[] {
  return rows.map(([game, project, prefix, program]) => ({
    game,
    generation: 3,
    project,
    prefix,
    ...(program === undefined ? {} : { program }),
  }))
}

/** Games by their inis and folders. Others are recognised by the shape of their folders. */
export const KNOWN_GAMES: readonly KnownGame[] = [
  ...systemGames(1, [
    ['unreal-tournament', 'UnrealTournament.ini'],
    ['deus-ex', 'DeusEx.ini'],
    ['rune', 'Rune.ini'],
    ['tactical-ops', 'TacticalOps.ini'],
    ['wheel-of-time', 'WoT.ini'],
    ['nerf-arena-blast', 'Nerf.ini'],
    ['klingon-honor-guard', 'Klingons.ini'],
    ['mobile-forces', 'MobileForces.ini'],
    ['undying', 'Undying.ini'],
    ['xcom-enforcer', 'XCom.ini'],
    ['adventure-pinball', 'Pinball.ini'],
    ['unreal', 'Unreal.ini'],
  ]),
  ...systemGames(2, [
    ['ut2004', 'UT2004.ini'],
    ['ut2003', 'UT2003.ini'],
    ['killing-floor', 'KillingFloor.ini'],
    ['red-orchestra', 'RedOrchestra.ini'],
    ['raven-shield', 'RavenShield.ini'],
    ['postal-2', 'Postal2.ini'],
    ['swat-4', 'Swat4.ini'],
    ['unreal-2-xmp', 'XMP.ini'],
    ['unreal-2', 'Unreal2.ini'],
    ['devastation', 'Devastation.ini'],
    ['xiii', 'XIII.ini'],
  ]),
  ...projects([
    ['udk', 'UDKGame', 'UDK'],
    ['ut3', 'UTGame', 'UT'],
    ['killing-floor-2', 'KFGame', 'KF'],
    ['red-orchestra-2', 'ROGame', 'RO'],
    ['xcom-2', 'XComGame', 'XCom', 'Binaries/Win64/XCom2.exe'],
    ['xcom-enemy-unknown', 'XComGame', 'XCom'],
    ['a-hat-in-time', 'HatinTimeGame', 'HatInTime'],
    ['outlast', 'OLGame', 'OL'],
    ['gears-of-war', 'WarGame', 'War'],
    ['rocket-league', 'TAGame', 'TA'],
  ]),
]
