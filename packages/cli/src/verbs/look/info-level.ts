import type { OpenedInput } from '@ukit/batch'
import { ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { MediaError } from '@ukit/media'
import { type LevelFacts, levelFacts } from '@ukit/media/level'
import { workPackage } from '../../batch/work-package.js'
import { surroundingsOf } from '../change/extract-surroundings.js'

/** What `info` needs to read the level of a map. */
interface LevelWork {
  readonly file: string
  readonly opened: OpenedInput
  readonly settings: { readonly game: string | undefined }
  readonly signal: AbortSignal
}

/**
 * What a map says of itself; `null` for a package that is not a map, or whose level is out of reach. A module
 * of its own that is only loaded for files that may be maps.
 */
export async function levelOfMap({ file, opened, settings, signal }: LevelWork): Promise<LevelFacts | null> {
  try {
    const pkg = await workPackage({ opened, settings, signal })
    if (!pkg.exports.some(({ className }) => className.toLowerCase() === 'level')) return null
    const { packages } = surroundingsOf(file, {})
    return await levelFacts(await ObjectReader.open(pkg, { packages }))
  } catch (error) {
    if (error instanceof PackageError || error instanceof MediaError) return null
    throw error
  }
}
