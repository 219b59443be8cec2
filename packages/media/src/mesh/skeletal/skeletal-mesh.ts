import type { ObjectReader, ReadObject } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import type { Mesh } from '../model/mesh.js'
import { skeletalMeshOfUe1 } from './skeletal-ue1.js'
import { skeletalMeshOfUe2 } from './skeletal-ue2.js'
import { skeletalMeshOfUe3 } from './skeletal-ue3.js'

/**
 * *Reads a skeletal mesh as a `Mesh`*: a SkeletalMesh of UE1, UE2 or UE3.
 *
 * @throws {MediaError} `no-form` for an object of a different class, `no-data` for a mesh without triangles,
 *   `broken` when its data contradict each other, `unsupported` for vertices of an unknown layout.
 */
export async function skeletalMeshOf(reader: ObjectReader, read: ReadObject): Promise<Mesh> {
  const { object, error } = read
  if (error !== undefined) throw new MediaError('broken', error.message)
  if (object instanceof ue1.SkeletalMesh) return skeletalMeshOfUe1(reader, object)
  if (object instanceof ue2.SkeletalMesh) return skeletalMeshOfUe2(reader, object)
  if (object instanceof ue3.SkeletalMesh) return skeletalMeshOfUe3(reader, read, object)
  throw new MediaError('no-form', `${read.export.className} is not a skeletal mesh`)
}
