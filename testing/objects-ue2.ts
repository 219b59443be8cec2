import type { Archive, FormatContext } from '@ukit/container'
import { gameById } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'
import { hexBytes } from './bytes.js'
import { check, checkMade, name, object } from './objects.js'
import { formatOf } from './packages.js'

export { checkMade, name, object }

/** The context of a version in the layout of a game. */
export const inGame = (game: string, version: number, licensee = 0): FormatContext =>
  formatOf({ game, version, licensee }).context

/**
 * The same if ukit knows the game, otherwise empty: tables of versions remain right without a game's folder.
 */
export const ifKnown = (...of: Parameters<typeof inGame>): FormatContext[] =>
  gameById(of[0]) === undefined ? [] : [inGame(...of)]

/** UT2003 and UT2004, if ukit knows them. */
export const ut = (version: number, licensee = 29): FormatContext[] => ifKnown('ut2004', version, licensee)
/** All other games, by Epic's versions. */
export const standard = (version: number, licensee = 0): FormatContext => inGame('unreal-engine', version, licensee)
/** Reads an object from hex digits, and checks everything that applies to all classes. */
export function read<T extends UnrealObject>(create: () => T, hex: string, context: FormatContext, base = 0): T {
  return check(create, hexBytes(hex), context, base)
}

/** Number of bytes that an object takes. */
export function sizeOf(value: { serialize(ar: Archive): void }, measure: Archive): number {
  value.serialize(measure)
  return measure.position
}

/** Words of hex digits: 1 as a float, and (`zeros`) zeros. */
export const ONE = '0000803f'
export const zeros = (bytes: number): string => '00'.repeat(bytes)
