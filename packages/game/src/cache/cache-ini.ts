import { IniFile } from '@ukit/files/ini'
import { type CacheKey, cacheKeyText, parseCacheKey } from './cache-name.js'

/** A line of `cache.ini`: what a file in the cache was called on the server. */
export interface CacheIniEntry extends CacheKey {
  /** The key as it is written, which need not be upper-case. */
  readonly key: string
  /** Name with extension, as the server announced it. It is untrusted. */
  readonly name: string
}

const SECTION = 'Cache'

/**
 * *The real names of the files in a cache*: `cache.ini`, section `[Cache]`, lines `GUID=RealName.ext` (UE2.5:
 * `GUID-GENERATION=…`).
 *
 * UT has written it since version 436; Unreal and Deus Ex never do. Lines whose key is not a GUID are kept
 * but ignored; if a key occurs twice, the first line counts, as it does for the engine's ini reader.
 */
export class CacheIni {
  /** The file itself, with everything else in it. */
  readonly ini: IniFile

  private constructor(ini: IniFile) {
    this.ini = ini
  }

  /** Never fails: a file that is not an ini file has no entries. */
  static parse(bytes: Uint8Array): CacheIni {
    return new CacheIni(IniFile.parse(bytes))
  }

  /** A `cache.ini` without entries. */
  static create(): CacheIni {
    return new CacheIni(IniFile.create())
  }

  /** Every entry, in the order of the file. */
  entries(): CacheIniEntry[] {
    return this.ini.entries(SECTION).flatMap(({ key, value }) => {
      const parsed = parseCacheKey(key)
      return parsed === undefined ? [] : [{ ...parsed, key, name: value }]
    })
  }

  /** The real name of a file. */
  nameOf(key: CacheKey): string | undefined {
    return this.ini.get(SECTION, cacheKeyText(key))
  }

  /** Gives a file its real name; `false` if it already had it. */
  set(key: CacheKey, name: string): boolean {
    return this.ini.set(SECTION, cacheKeyText(key), name) !== undefined
  }

  /** Removes the lines of these files; gives the number of lines. */
  remove(keys: Iterable<CacheKey>): number {
    const gone = new Set([...keys].map((key) => cacheKeyText(key).toLowerCase()))
    return this.ini.removeWhere(SECTION, ({ key }) => gone.has(key.toLowerCase()))
  }

  /** @throws {PackageError} `bad-value` when a name has characters that the file's encoding does not have. */
  toBytes(): Uint8Array {
    return this.ini.toBytes()
  }
}
