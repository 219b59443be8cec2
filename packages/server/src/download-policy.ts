import { extname } from 'node:path'
import { packageFileKind } from '@ukit/container'
import { packageName } from '@ukit/core'
import { wildcardTest } from '@ukit/files'
import { editionsOf, editionsText, isInEveryCopy, NetFlag, type ShippedFiles } from '@ukit/game'
import type { PackageFacts } from './package-facts.js'

/** Which packages are offered. */
export interface DownloadPolicy {
  /** Whatever their flags say. */
  readonly ignoreFlags?: boolean
  /** Only these: file names, or names without extension, in any case; `*` means any characters. */
  readonly only?: readonly string[] | undefined
  /**
   * What games ship: players have it, so it is left out, unless `only` names what is offered. A package with
   * another GUID than the games' is offered.
   */
  readonly shipped?: readonly ShippedFiles[]
}

/** Where a file of a redirect is. */
export interface OfferedFile {
  /** Where it really is: absolute. */
  readonly path: string
  /** Its name. */
  readonly name: string
  /** Path below the folder that is served, with `/`. */
  readonly below: string
}

/** Flags decide. */
export const DOWNLOAD_POLICY_DEFAULTS = { ignoreFlags: false } as const satisfies DownloadPolicy

/** Tests whether a file name is on a list of names; everything is when there is no list. */
export function nameFilter(only: readonly string[] | undefined): (fileName: string) => boolean {
  if (only === undefined) return () => true
  const tests = only.map((name) => wildcardTest(name.toLowerCase()))
  return (fileName) => {
    const whole = fileName.toLowerCase()
    const stem = whole.replace(/\.[^.]*$/, '')
    return tests.some((matches) => matches(whole) || matches(stem))
  }
}

/** Why the flags of a package forbid its download, in words; `undefined` when they allow it. */
function refusalOf({ flags }: PackageFacts): string | undefined {
  if ((flags & NetFlag.ServerSideOnly) !== 0) return 'its flags say ServerSideOnly'
  if ((flags & NetFlag.AllowDownload) === 0) return 'its flags lack AllowDownload'
  return undefined
}

/** Folders in which games keep what players did. */
const SAVE_FOLDER = /(?:^|\/)saves?\//i

/** Names of copies that were kept while a package was changed: `Map.unr.bak`, `Map.unr.bak2`, `Map.unr~`. */
const BACKUP = /\.(?:bak\d*|old|orig|tmp)$|~$/i

/** Why a file is not offered. */
export interface NotOffered {
  /**
   * `flags` forbid it; it is `private`, such as a saved game, or a copy that somebody kept; players have it
   * from the game (`stock`).
   */
  readonly cause: 'flags' | 'private' | 'stock'
  /** The same in words. */
  readonly reason: string
}

/** Why a file is not offered; `undefined` when it is. */
export function leftOutBecause(policy: DownloadPolicy, file: OfferedFile, facts: PackageFacts): NotOffered | undefined {
  const extension = extname(file.name).slice(1).toLowerCase()
  if (packageFileKind(extension) === 'save' || SAVE_FOLDER.test(file.below)) {
    return { cause: 'private', reason: 'it is a saved game' }
  }
  if (BACKUP.test(file.name)) return { cause: 'private', reason: 'it is a backup, and no game asks for such a name' }
  if (extension === 'md5') return { cause: 'private', reason: 'it is a list of checksums' }
  const stock = policy.only === undefined ? shippedWith(policy.shipped ?? [], file, facts) : undefined
  if (stock !== undefined) return { cause: 'stock', reason: `it comes with the game (${stock})` }
  const forbidden = policy.ignoreFlags === true ? undefined : refusalOf(facts)
  return forbidden === undefined ? undefined : { cause: 'flags', reason: forbidden }
}

/** The editions that every copy of a game has of a package; `undefined` when players may not have it. */
function shippedWith(games: readonly ShippedFiles[], file: OfferedFile, facts: PackageFacts): string | undefined {
  for (const shipped of games) {
    const rows = shipped.rows(packageName(file.name), file.path)
    if (!isInEveryCopy(rows)) continue
    const guids = rows.flatMap(({ guid }) => guid ?? [])
    // Patches of the game keep the GUID; another one is a package of the same name.
    if (guids.length > 0 && !guids.includes(facts.guid.toString())) continue
    return editionsText(editionsOf(rows))
  }
  return undefined
}
