import type { ObjectReader, ReadObject } from '@ukit/core'
import { MediaError } from '../media-error.js'
import type { Mesh } from './mesh.js'

/**
 * *A mesh that does not move*: StaticMesh of UE2 and UE3.
 *
 * @throws {MediaError} see `meshOf`.
 */
export function staticMeshOf(_reader: ObjectReader, { object }: ReadObject): Promise<Mesh> {
  return Promise.reject(new MediaError('unsupported', `${object.constructor.name}: static meshes are not read yet`))
}
