import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { MediaError } from '../media-error.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import { mended } from './model/mend.js'
import type { Mesh } from './model/mesh.js'
import { isSkeletalMesh, isStaticMesh, isVertexMesh } from './model/mesh-kind.js'
import { skeletalMeshOf } from './skeletal/skeletal-mesh.js'
import { staticMeshOf } from './static/static-mesh.js'
import { vertexMeshOf } from './vertex/vertex-mesh.js'

/** How a mesh is read. */
export interface MeshOptions {
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Called after each step: the object is read, the mesh made of it, the mesh checked. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** Steps of reading a mesh. */
const STEPS = 3

/**
 * *Reads any mesh as a `Mesh`*: Mesh, LodMesh and SkeletalMesh of UE1, VertMesh, SkeletalMesh and StaticMesh
 * of UE2, SkeletalMesh and StaticMesh of UE3.
 *
 * @throws {MediaError} `no-form` for what is not a mesh, `no-data` when it has no triangles, `broken` when
 *   its arrays contradict each other, `unsupported` for a layout that ukit does not know;
 *   the reason of `signal`.
 */
export async function meshOf(
  reader: ObjectReader,
  object: ExportObject | ReadObject,
  { signal, onProgress }: MeshOptions = {},
): Promise<Mesh> {
  const step = (done: number) => {
    onProgress?.(done, STEPS)
    signal?.throwIfAborted()
  }
  signal?.throwIfAborted()
  const read = object instanceof ExportObject ? await reader.read(object) : object
  step(1)
  const made = await unchecked(OWN_MEMORY, reader, read)
  step(2)
  const mesh = mended(made)
  step(STEPS)
  return mesh
}

/** The same as `meshOf`, with large arrays in the given memory. */
export async function meshIn(memory: NumberMemory, reader: ObjectReader, read: ReadObject): Promise<Mesh> {
  return mended(await unchecked(memory, reader, read))
}

/** A mesh of any kind, which may not be what `Mesh` promises. */
async function unchecked(memory: NumberMemory, reader: ObjectReader, read: ReadObject): Promise<Mesh> {
  // A game's own class may inherit from one of the engine's.
  if (isStaticMesh(read.object)) return staticMeshOf(reader, read, memory)
  if (isSkeletalMesh(read.object)) return skeletalMeshOf(reader, read)
  if (isVertexMesh(read.object)) return vertexMeshOf(reader, read)
  if (read.error !== undefined) throw new MediaError('broken', read.error.message)
  throw new MediaError('no-form', `${read.export.className} is not a mesh that ukit can draw`)
}
