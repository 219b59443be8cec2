import { type Archive, type Branch, FormatContext } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import { hexBytes } from '../../../../testing/bytes.js'
import { check, checkMade, name, object } from '../ue1/support.js'

export { checkMade, name, object }

/** UT2003 and UT2004. */
export const ut = (version: number, licensee = 29) => new FormatContext(version, licensee, false, undefined, 'ut2004')
/** Everybody else by Epic's numbers; a licensee version makes it Lineage II where nothing else is known. */
export const standard = (version: number, licensee = 0) =>
  new FormatContext(version, licensee, false, undefined, 'standard')
export const warfare = (version: number) => new FormatContext(version, 0, false, undefined, 'unreal-warfare')
export const vengeance = () => new FormatContext(129, 27, false, undefined, 'vengeance')
export const duke = () => new FormatContext(156, 36, false, undefined, 'duke-nukem-forever')
/** By the numbers alone, as a package is opened. */
export const byNumbers = (version: number, licensee: number): Branch =>
  new FormatContext(version, licensee, false).branch

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
