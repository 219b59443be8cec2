import { Guid } from '@ukit/container'
import { engineOf } from '../flags/flags.js'

/**
 * *How a game names what it has downloaded.*
 *
 * - `ue1`: the package's GUID (74 of 74 real files of UT). Also UE2 before 2.5 and UE3.
 * - `ue2.5`: GUID, a dash, and the number of the package's generations (29 of 29 files of Killing Floor).
 */
export type CacheStyle = 'ue1' | 'ue2.5'

/**
 * Extension of files in the cache when the game's ini does not say otherwise (`CacheExt`). Every game of UE1
 * to UE3 that we know has this one.
 */
export const CACHE_EXTENSION = '.uxx'

/** What a file in the cache is called by, and its key in `cache.ini`. */
export interface CacheKey {
  /** The GUID that the file's name begins with. */
  readonly guid: Guid
  /** Number of generations, in UE2.5; `null` where names do not have it. */
  readonly generation: number | null
}

const KEY = /^([0-9a-f]{32})(?:-(\d{1,9}))?$/i

/** Reads a key: 32 hex digits, and a dash with a number in UE2.5; `undefined` when it is none. */
export function parseCacheKey(text: string): CacheKey | undefined {
  const match = KEY.exec(text)
  const guid = match === null ? undefined : Guid.parse(match[1] ?? '')
  if (guid === undefined) return undefined
  return { guid, generation: match?.[2] === undefined ? null : Number(match[2]) }
}

/** A key as the games write it: upper-case digits. */
export function cacheKeyText({ guid, generation }: CacheKey): string {
  return generation === null ? guid.toString() : `${guid}-${generation}`
}

/**
 * Reads the name of a file in the cache; `undefined` when the game has not named it so. Extensions compare
 * ignoring case.
 */
export function parseCacheName(fileName: string, extension: string = CACHE_EXTENSION): CacheKey | undefined {
  const end = fileName.length - extension.length
  if (end <= 0 || fileName.slice(end).toLowerCase() !== extension.toLowerCase()) return undefined
  return parseCacheKey(fileName.slice(0, end))
}

/** The name of the file in the cache. */
export function cacheFileName(key: CacheKey, extension: string = CACHE_EXTENSION): string {
  return cacheKeyText(key) + extension
}

/** Which style these keys are in; `undefined` when there are none to tell. */
export function cacheStyleOf(keys: Iterable<CacheKey>): CacheStyle | undefined {
  let plain = 0
  let numbered = 0
  for (const { generation } of keys) {
    if (generation === null) plain++
    else numbered++
  }
  if (plain + numbered === 0) return undefined
  return numbered > plain ? 'ue2.5' : 'ue1'
}

/** Packages of UE2.5 say this version and more. */
const FIRST_UE2_5 = 128

/**
 * The style of the games that save packages of this version: UE2.5 writes 128 and more, UE3 starts at 178.
 * For a cache with nothing in it yet.
 */
export function cacheStyleFor(version: number): CacheStyle {
  return version >= FIRST_UE2_5 && engineOf(version) === 2 ? 'ue2.5' : 'ue1'
}
