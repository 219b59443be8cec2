import type { Archive, FormatContext } from '@ukit/container'
import { gameById } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'
import { hexBytes } from './bytes.js'
import { check, checkMade, name, object } from './objects.js'
import { formatOf } from './packages.js'

export { checkMade, name, object }

/** A version in the layout of a game. */
export const inGame = (game: string, version: number, licensee = 0): FormatContext =>
  formatOf({ game, version, licensee }).context

/**
 * The same where ukit knows the game, else nothing: tables of versions are right without a game's folder too.
 */
export const ifKnown = (...of: Parameters<typeof inGame>): FormatContext[] =>
  gameById(of[0]) === undefined ? [] : [inGame(...of)]

/** UT2003 and UT2004. */
export const ut = (version: number, licensee = 29): FormatContext => inGame('ut2004', version, licensee)
/** Everybody else by Epic's numbers. */
export const standard = (version: number, licensee = 0): FormatContext => inGame('unreal-engine', version, licensee)
/** Reads hex digits; everything that holds for a class is checked on the way. */
export function read<T extends UnrealObject>(create: () => T, hex: string, context: FormatContext, base = 0): T {
  return check(create, hexBytes(hex), context, base)
}

/** Bytes that an object takes. */
export function sizeOf(value: { serialize(ar: Archive): void }, measure: Archive): number {
  value.serialize(measure)
  return measure.position
}

/** 1 as a float, and zeros: words of hex digits. */
export const ONE = '0000803f'
export const zeros = (bytes: number): string => '00'.repeat(bytes)
