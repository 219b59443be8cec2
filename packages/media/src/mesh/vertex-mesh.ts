import type { ObjectReader, ReadObject } from '@ukit/core'
import { type UnrealObject, ue1, ue2 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { Mesh } from './mesh.js'

/** Whether an object is a mesh that moves by frames; those with bones extend them in UE1. */
export function isVertexMesh(object: UnrealObject): object is ue1.Mesh | ue2.VertMesh {
  return (object instanceof ue1.Mesh && !(object instanceof ue1.SkeletalMesh)) || object instanceof ue2.VertMesh
}

/**
 * *A mesh whose every frame stores every vertex*: Mesh and LodMesh of UE1, VertMesh of UE2.
 *
 * @throws {MediaError} see `meshOf`.
 */
export function vertexMeshOf(_reader: ObjectReader, { object }: ReadObject): Promise<Mesh> {
  return Promise.reject(new MediaError('unsupported', `${object.constructor.name}: vertex meshes are not written yet`))
}
