import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import type { SkeletalAnimation } from '../model/skeleton.js'
import { animationOfMotions } from './animation-ue1.js'
import { animationOfUe3 } from './animation-ue3.js'

/**
 * *Reads the animation of a skeleton*: an Animation (UE1), a MeshAnimation (UE2), an AnimSet with its
 * sequences or a single AnimSequence (UE3).
 *
 * @throws {MediaError} `no-form` for an object of a different class, `no-data` for one without sequences,
 *   `elsewhere` when the names of its bones are in a package that is missing, `broken` or `unsupported` when
 *   none of its sequences can be read.
 */
export async function animationOf(reader: ObjectReader, object: ExportObject | ReadObject): Promise<SkeletalAnimation> {
  const read = object instanceof ExportObject ? await reader.read(object) : object
  if (read.error !== undefined) throw new MediaError('broken', read.error.message)
  if (read.object instanceof ue1.Animation || read.object instanceof ue2.MeshAnimation)
    return animationOfMotions(read.object)
  if (read.object instanceof ue3.AnimSequence || isAnimSet(reader, read.export)) return animationOfUe3(reader, read)
  throw new MediaError('no-form', `${read.export.className} is not an animation of a skeleton`)
}

/** An AnimSet can only be recognised by its class, as it has no fields of its own. */
function isAnimSet(reader: ObjectReader, { class: itsClass }: ExportObject): boolean {
  return reader.ancestryOf(itsClass).some((name) => name.toLowerCase() === 'animset')
}
