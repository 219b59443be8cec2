import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { KismetSequence } from './level.js'
import { levelIn } from './level-of.js'
import { kismetIn } from './ue3/kismet.js'

/**
 * *The Kismet of a level of UE3*, without the rest of it: `levelOf` gives it too.
 *
 * @param object the level; by default that of the package.
 * @returns none for a level without Kismet, and for levels of other engines.
 * @throws {MediaError} `no-form` when there is no level, `broken` when it does not decode; the reason of
 *   `signal`.
 */
export async function kismetOf(
  reader: ObjectReader,
  object: ExportObject | ReadObject = levelIn(reader),
  signal?: AbortSignal,
): Promise<KismetSequence[]> {
  const read = object instanceof ExportObject ? await reader.read(object) : object
  if (read.object instanceof ue3.Level) return kismetIn(reader, read.object, signal)
  if (read.error !== undefined) throw new MediaError('broken', read.error.message)
  return []
}
