import type { Archive, FormatContext } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import { hexBytes } from '../../../../testing/bytes.js'
import { check, checkMade, name, object } from '../../../../testing/objects.js'
import { contextByVersions, formatOf } from '../../../../testing/packages.js'

export { checkMade, name, object }

const inGame = (game: string, version: number, licensee = 0) => formatOf({ game, version, licensee }).context

/** UT2003 and UT2004. */
export const ut = (version: number, licensee = 29) => inGame('ut2004', version, licensee)
/** Everybody else by Epic's numbers. */
export const standard = (version: number, licensee = 0) => inGame('unreal-engine', version, licensee)
/** Lineage II, which counts licensee versions. */
export const lineage = (version: number, licensee: number) => inGame('lineage-2', version, licensee)
export const warfare = (version: number) => inGame('unreal-warfare', version)
export const vengeance = () => inGame('swat-4', 129, 27)
export const duke = () => inGame('duke-nukem-forever', 156, 36)
export const army = () => inGame('americas-army-2', 128, 32)
export const vanguard = () => inGame('vanguard', 129, 35)
export const unreal2 = () => inGame('unreal-2', 126, 2609)
/** The line of the engine by the numbers alone, as a package is opened. */
export const byNumbers = (version: number, licensee: number): string => contextByVersions(version, licensee).line

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
