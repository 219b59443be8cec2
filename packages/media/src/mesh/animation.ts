import type { ObjectReader, ReadObject } from '@ukit/core'
import { MediaError } from '../media-error.js'
import type { SkeletalAnimation } from './skeleton.js'

/**
 * *How skeletons move*: an Animation (UE1), a MeshAnimation (UE2) or an AnimSet (UE3) with its sequences.
 *
 * @throws {MediaError} `no-form` for an object of a different class, `no-data` for one without sequences.
 */
export async function animationOf(_reader: ObjectReader, _read: ReadObject): Promise<SkeletalAnimation> {
  throw new MediaError('no-form', 'not an animation of a skeleton')
}
