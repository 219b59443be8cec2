import { NetFlag } from '@ukit/game'
import type { PackageFacts } from './package-facts.js'

/** Which packages are offered. */
export interface DownloadPolicy {
  /** Whatever their flags say. */
  readonly ignoreFlags?: boolean
  /** Only these: file names, or names without extension, in any case; `*` means any characters. */
  readonly only?: readonly string[] | undefined
}

/** Flags decide, nothing is left out by name. */
export const DOWNLOAD_POLICY_DEFAULTS = { ignoreFlags: false } as const satisfies DownloadPolicy

/** Tests whether a file name is on a list of names; everything is when there is no list. */
export function nameFilter(only: readonly string[] | undefined): (fileName: string) => boolean {
  if (only === undefined) return () => true
  const patterns = only.map((name) => {
    const body = name
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
    return new RegExp(`^${body}(?:\\.[^.]*)?$`, 'iu')
  })
  return (fileName) => patterns.some((pattern) => pattern.test(fileName))
}

/** Why the flags of a package forbid its download, in words; `undefined` when they allow it. */
export function refusalOf({ flags }: PackageFacts): string | undefined {
  if ((flags & NetFlag.ServerSideOnly) !== 0) return 'its flags say ServerSideOnly'
  if ((flags & NetFlag.AllowDownload) === 0) return 'its flags lack AllowDownload'
  return undefined
}
