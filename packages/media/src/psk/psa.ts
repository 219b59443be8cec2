import { MediaError } from '../media-error.js'
import type { SkeletalAnimation, Skeleton } from '../mesh/skeleton.js'

/**
 * *The sequences of an animation as a PSA file.*
 *
 * @param skeleton of the mesh that it moves: for the places of bones that the animation only turns.
 */
export function psaOf(_animation: SkeletalAnimation, _skeleton?: Skeleton): Uint8Array {
  throw new MediaError('unsupported', 'PSA files')
}
