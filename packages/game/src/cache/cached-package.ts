import { type OpenOptions, openPackage } from '@ukit/core'
import { type ByteSource, PackageError } from '@ukit/files'
import type { PackageStamp } from '../package-stamp.js'
import { type FilePlace, stampOf } from '../stamp.js'

/** A package in a cache: what its header says, and whether its tables can be read. */
export interface CachedPackage extends PackageStamp {
  /**
   * What is wrong with its tables, or where bodies end after the end of the file; `undefined` when it is
   * complete.
   */
  readonly damage: string | undefined
}

/**
 * *Reads header and tables of a package in a cache.* Damaged tables are not an error, since the header is
 * still useful. Tables that cannot be read for lack of a decoder (Oodle) are not damage.
 *
 * @throws {PackageError} as `stampOf`: not a package, a header that is cut off.
 */
export async function readCachedPackage(
  source: ByteSource,
  place: FilePlace,
  options: Pick<OpenOptions, 'codecs' | 'signal'> = {},
): Promise<CachedPackage> {
  const stamp = await stampOf(source, place)
  return { ...stamp, damage: await damageOf(source, options) }
}

async function damageOf(source: ByteSource, options: OpenOptions): Promise<string | undefined> {
  try {
    const { exports, image } = await openPackage(source, options)
    let end = 0
    for (const { entry } of exports) if (entry.size > 0) end = Math.max(end, entry.offset + entry.size)
    if (end <= image.byteLength) return undefined
    return `expected bodies up to byte ${end}, found the end of the file at ${image.byteLength}`
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return error.kind === 'compression' && /oodle/i.test(error.message) ? undefined : error.message
  }
}
