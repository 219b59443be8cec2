import { extensionOf } from '../paths.js'
import type { EngineGeneration } from './game-settings.js'

/** *How an installed game is recognised, and how it names its files.* */
export interface KnownGame {
  /** `Game.id` of core. */
  readonly game: string
  readonly generation: EngineGeneration
  /** UE1 and UE2: name of its ini in `System`. */
  readonly ini?: string
  /** UE3: the folder of the game's own files beside `Engine`, and the start of its inis' names. */
  readonly project?: string
  readonly prefix?: string
  /** A file that distinguishes it from other games with the same folder. */
  readonly program?: string
  /**
   * The extension of its maps, if it is not the engine's default: from the wiki's list and the games' inis.
   */
  readonly maps?: string
  /** The extension of installers that are only for this game. */
  readonly installer?: string
  /** Version of the files that the lists of shipped files call `stock`, where they are all of one. */
  readonly stockVersion?: string
}

function systemGames(
  generation: EngineGeneration,
  rows: readonly (readonly [
    game: string,
    ini?: string | undefined,
    files?: Pick<KnownGame, 'maps' | 'installer' | 'stockVersion'>,
  ])[],
): KnownGame[] {
  return rows.map(([game, ini, files]) => ({ game, generation, ...(ini === undefined ? {} : { ini }), ...files }))
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

/** Games by their inis and folders. Other games are recognised by the structure of their folders. */
export const KNOWN_GAMES: readonly KnownGame[] = [
  ...systemGames(1, [
    ['unreal-tournament', 'UnrealTournament.ini', { stockVersion: '436' }],
    ['deus-ex', 'DeusEx.ini', { maps: 'dx' }],
    ['rune', 'Rune.ini', { maps: 'run' }],
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
    ['ut2004', 'UT2004.ini', { installer: 'ut4mod' }],
    ['ut2003', 'UT2003.ini', { installer: 'ut2mod' }],
    ['killing-floor', 'KillingFloor.ini', { maps: 'rom' }],
    ['red-orchestra', 'RedOrchestra.ini'],
    ['raven-shield', 'RavenShield.ini'],
    ['postal-2', 'Postal2.ini'],
    ['swat-4', 'Swat4.ini'],
    ['unreal-2-xmp', 'XMP.ini'],
    ['unreal-2', 'Unreal2.ini', { maps: 'un2' }],
    ['devastation', 'Devastation.ini'],
    ['xiii', 'XIII.ini'],
    ['americas-army-2', undefined, { maps: 'aao' }],
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

/** Extensions of the files that describe a mod, in its folder, of games that have such files. */
const MOD_DESCRIPTIONS: ReadonlySet<string> = new Set(['xcommod'])

/** Tells whether a file describes the mod in whose folder it is: its name is that of the mod. */
export function describesMod(fileName: string): boolean {
  return MOD_DESCRIPTIONS.has(extensionOf(fileName))
}

/** The game that an installer with this file name is for, if its extension shows it. */
export function gameOfInstaller(fileName: string): string | undefined {
  const extension = extensionOf(fileName)
  return KNOWN_GAMES.find(({ installer }) => installer === extension)?.game
}

/** Version of the files that are listed as `stock` of a game, if that is known. */
export function stockVersionOf(game: string): string | undefined {
  return KNOWN_GAMES.find((known) => known.game === game)?.stockVersion
}
