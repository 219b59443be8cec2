import type { PackageEdit } from '@ukit/edit'
import { MediaError, type Mesh } from '@ukit/media'
import { placedMesh } from '@ukit/media/internal'
import type { Imported } from '../importer.js'
import { withSimplifiedLods } from '../simplified-lods.js'
import { hasChangedCollision } from './changed-collision.js'
import { checkedLod } from './checked-mesh.js'
import { IMPORT_STATIC_MESH_DEFAULTS, type ImportStaticMeshOptions } from './options.js'
import { importStaticMeshUE2 } from './static-mesh-ue2.js'
import { importStaticMeshUE3 } from './static-mesh-ue3.js'

export { IMPORT_STATIC_MESH_DEFAULTS, type ImportStaticMeshOptions, type StaticMeshCollision } from './options.js'

/**
 * *Imports a mesh as a StaticMesh* of UE2 or UE3, with everything that is made from its triangles: streams,
 * lines of the wireframe, bounds, the tree that traces go through, the triangles that the editor keeps.
 *
 * ```ts
 * const { mesh } = await readGltf(await readFile('Lamp.glb'))
 * await importStaticMesh(edit, 'Street.Lamp', mesh, { materials: { Glass: "Shader'Street.Glass'" } })
 * ```
 *
 * @param path of the object, `Group.Name`. Missing groups are added. An existing mesh is replaced: it keeps
 *   its settings, the materials of slots for which none is chosen, and its collision, unless the file has a
 *   different collision shape.
 * @param given the mesh, of any kind: bones and frames are left out, and a note says so.
 * @throws {MediaError} `no-data` without triangles, `broken` for values that are not numbers and triangles of
 *   vertices that do not exist, `unsupported` for more than 65,535 vertices, for UE1, and for forms that only
 *   consoles or a game have; {PackageError} `refused` when the path is not free for a static mesh, or a
 *   chosen material does not exist. The document is then unchanged.
 */
export async function importStaticMesh(
  edit: PackageEdit,
  path: string,
  given: Mesh,
  options: ImportStaticMeshOptions = {},
): Promise<Imported> {
  const { engine } = edit.package.context
  if (engine === 1)
    throw new MediaError('unsupported', 'static meshes are made for Unreal Engine 2 and 3 only: import it as a Mesh')
  const put = engine === 2 ? importStaticMeshUE2 : importStaticMeshUE3
  const mesh = options.placement === undefined ? given : placedMesh(given, options.placement)
  const notes: string[] = []
  if (mesh.kind === 'skeletal') notes.push('its bones were left out')
  if (mesh.kind === 'vertex') notes.push('only its first frame was taken')
  const parts = options.lods ?? IMPORT_STATIC_MESH_DEFAULTS.lods
  if (engine === 2 && parts.length > 0) notes.push('no further levels of detail were made: the engine has none')
  const [finest] = mesh.lods
  // From here on all triangles only use existing vertices.
  if (finest !== undefined) checkedLod(mesh, finest, 0, [])
  const detailed = engine === 2 ? { mesh, notes: [] } : await withSimplifiedLods(mesh, parts)
  const isChanged = options.collision === undefined && (await hasChangedCollision(edit, path, mesh))
  if (isChanged)
    notes.push(
      engine === 3
        ? 'its collision is the shape in the file, which has changed'
        : 'its collision was kept, though the shape in the file differs: such shapes are not made for the engine',
    )
  const imported = await put(
    edit,
    path,
    detailed.mesh,
    isChanged && engine === 3 ? { ...options, collision: 'mesh' } : options,
  )
  return { ...imported, notes: [...notes, ...detailed.notes, ...imported.notes] }
}
