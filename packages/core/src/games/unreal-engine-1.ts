import { byContent, type Game, one, plainGames, range } from './game.js'

/**
 * Packages that Unreal Tournament ships and Unreal, Rune and Deus Ex do not, by public lists of their files;
 * names that anyone could give a package, such as `City`, are left out.
 */
const UT_PACKAGES: readonly string[] = (
  'botpack utmenu utbrowser utserveradmin multimesh epiccustommodels relics de arenatex bossskins bossvoice ' +
  'commandoskins coret_fx crypt_fx dacomafem dacomaskins ddayfx egyptpan fcommandoskins female1voice ' +
  'female2voice femalesounds gothfem gothskins ladderfonts laddersounds ladrarrow ladrstatic male1voice ' +
  'male2voice malesounds noxxsnd openingwave phraelfx rotatingu sgirlskins shanechurch soldierskins ' +
  'trenchesfx tutvoiceas tutvoicectf tutvoicedm tutvoicedom ut_artfx utbase1 utcrypt utmenu23 uttech1 uttech2 ' +
  'uttech3 uttitle xbpfx'
).split(' ')

/**
 * *Games of Unreal Engine 1 with the engine's own container.* Versions 61 to 69 are shared by many games:
 * only imported packages tell them apart. A licensee version of 0 is not evidence: a reader attributes 80/0
 * to one game, and files of another game have it.
 *
 * 225 real packages (Unreal, Unreal Tournament, Deus Ex, Rune); the other games are based on public readers.
 */
export const unrealEngine1Games: readonly Game[] = plainGames(1, [
  ['unreal', 'Unreal', [range(61, 68, 0)], ['upak']],
  ['unreal-tournament', 'Unreal Tournament', [range(61, 69, 0)], UT_PACKAGES],
  ['tactical-ops', 'Tactical Ops: Assault on Terror', [one(69, 0)], ['s_swat', 'tosystem'], 'unreal-tournament'],
  ['wheel-of-time', 'The Wheel of Time', [range(63, 68, 0)], ['wot', 'wotpawns', 'wotdecorations']],
  ['nerf-arena-blast', 'Nerf Arena Blast', [range(63, 68, 0)], ['nerfi', 'nerfres', 'nerfweapon']],
  ['klingon-honor-guard', 'Star Trek: The Next Generation: Klingon Honor Guard', [byContent(61, 61, 0)]],
  ['hired-guns', 'Hired Guns', [byContent(61, 61, 0)]],
  ['xcom-alliance', 'X-COM: Alliance', [byContent(61, 61, 0)]],
  ['dr-brain', 'Dr. Brain: Action Reaction', [byContent(63, 68, 0)]],
  ['jazz-jackrabbit-3d', 'Jazz Jackrabbit 3D', [byContent(68, 68, 0)]],
  ['duke-nukem-forever-2001', 'Duke Nukem Forever (2001)', [one(68, 2)]],
  ['unrealty', 'Unrealty', [byContent(69, 69, 0)]],
  ['adventure-pinball', 'Adventure Pinball: Forgotten Island', [byContent(69, 69, 0)]],
  ['xcom-enforcer', 'X-COM: Enforcer', [byContent(69, 69, 0)]],
  ['ds9-the-fallen', 'Star Trek: Deep Space Nine: The Fallen', [byContent(73, 73, 0)]],
  ['brother-bear', "Disney's Brother Bear", [byContent(80, 80, 0)]],
])
