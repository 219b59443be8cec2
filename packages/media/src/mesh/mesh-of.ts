import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { MediaError } from '../media-error.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import { mended } from './model/mend.js'
import type { Mesh } from './model/mesh.js'
import { isSkeletalMesh, isStaticMesh, isVertexMesh } from './model/mesh-kind.js'
import { skeletalMeshOf } from './skeletal/skeletal-mesh.js'
import { staticMeshOf } from './static/static-mesh.js'
import { vertexMeshOf } from './vertex/vertex-mesh.js'

/**
 * *Reads any mesh as a `Mesh`*: Mesh, LodMesh and SkeletalMesh of UE1, VertMesh, SkeletalMesh and StaticMesh
 * of UE2, SkeletalMesh and StaticMesh of UE3.
 *
 * @throws {MediaError} `no-form` for what is not a mesh, `no-data` when it has no triangles, `broken` when
 *   its arrays contradict each other, `unsupported` for a layout that ukit does not know.
 */
export async function meshOf(reader: ObjectReader, object: ExportObject | ReadObject): Promise<Mesh> {
  return meshIn(OWN_MEMORY, reader, object instanceof ExportObject ? await reader.read(object) : object)
}

/** The same as `meshOf`, with large arrays in the given memory. */
export async function meshIn(memory: NumberMemory, reader: ObjectReader, read: ReadObject): Promise<Mesh> {
  // A game's own class may inherit from one of the engine's.
  if (isStaticMesh(read.object)) return mended(await staticMeshOf(reader, read, memory))
  if (isSkeletalMesh(read.object)) return mended(await skeletalMeshOf(reader, read))
  if (isVertexMesh(read.object)) return mended(await vertexMeshOf(reader, read))
  if (read.error !== undefined) throw new MediaError('broken', read.error.message)
  throw new MediaError('no-form', `${read.export.className} is not a mesh that ukit can draw`)
}
