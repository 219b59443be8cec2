import type { FileEntry } from '../game-files.js'
import type { CacheIniEntry } from './cache-ini.js'
import type { CachedFile, PackageCache } from './read-cache.js'

/** How to clean. */
export interface PlanCleanOptions {
  /** Days without use after which a package is removed; 0: never. `PurgeCacheDays` of the game's ini. */
  readonly days: number
  /** The present, in milliseconds since 1970. */
  readonly now: number
  /** True if to remove lines of `cache.ini` whose file no longer exists. */
  readonly dangling?: boolean | undefined
}

/** What would be removed. */
export interface CleanPlan {
  /** Leftovers of stopped downloads. */
  readonly temporary: readonly FileEntry[]
  /** Packages that have not been used for that long, with their lines in `cache.ini`. */
  readonly expired: readonly CachedFile[]
  /**
   * Packages that have not been used since then are removed; milliseconds since 1970, `undefined` for none.
   */
  readonly before: number | undefined
  /** Lines of `cache.ini`. */
  readonly dangling: readonly CacheIniEntry[]
  /** Bytes of the files. */
  readonly bytes: number
}

const DAY = 24 * 60 * 60 * 1000
/**
 * A temporary file that was written to in the last hour may belong to a running download: the games clean
 * when they start and have no downloads running, but ukit can run while they do.
 */
const UNDER_WAY = 60 * 60 * 1000

/**
 * *What a game would remove when it starts*: temporary files, then packages that have not been used for a
 * number of days. Files that games do not put there stay.
 */
export function planClean(cache: PackageCache, options: PlanCleanOptions): CleanPlan {
  const { days, now } = options
  const before = days > 0 ? now - days * DAY : undefined
  const temporary = cache.temporary.filter(({ modified }) => now - modified > UNDER_WAY)
  const expired = before === undefined ? [] : cache.files.filter(({ modified }) => modified < before)
  return {
    temporary,
    expired,
    before,
    dangling: options.dangling === true ? cache.dangling : [],
    bytes: [...temporary, ...expired].reduce((sum, { size }) => sum + size, 0),
  }
}
