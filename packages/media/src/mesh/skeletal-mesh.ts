import type { ObjectReader, ReadObject } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { Mesh } from './mesh.js'

/**
 * *A skeletal mesh as a `Mesh`*: a SkeletalMesh of UE1, UE2 or UE3.
 *
 * @throws {MediaError} `no-form` for an object of a different class, `no-data` for a mesh without triangles,
 * `broken` when what it holds contradicts itself.
 */
export async function skeletalMeshOf(_reader: ObjectReader, read: ReadObject): Promise<Mesh> {
  const { object } = read
  if (object instanceof ue1.SkeletalMesh) throw new MediaError('unsupported', 'skeletal meshes of UE1')
  if (object instanceof ue2.SkeletalMesh) throw new MediaError('unsupported', 'skeletal meshes of UE2')
  if (object instanceof ue3.SkeletalMesh) throw new MediaError('unsupported', 'skeletal meshes of UE3')
  throw new MediaError('no-form', 'not a skeletal mesh')
}
