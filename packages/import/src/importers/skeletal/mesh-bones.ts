import type { Name } from '@ukit/container'
import type { PackageEdit } from '@ukit/edit'
import type { Mesh } from '@ukit/media'
import { conjugate } from '@ukit/media/internal'
import { childCounts } from './skeletal-parts.js'

/** The common fields of bones of all engines. */
interface StoredMeshBone {
  name: Name
  flags: number
  orientation: Float32Array
  position: Float32Array
  numChildren: number
  parent: number
}

/**
 * *The skeleton of a mesh as an object stores it.* A bone that already existed keeps what the skeleton does
 * not contain: flags, length and size, colour.
 *
 * @param create makes a bone; those of UE3 differ from those of UE1 and UE2.
 * @param conjugated UE1 and UE2 store the rotations of all bones but the root conjugated; see `skeletonOf`.
 */
export function meshBones<T extends StoredMeshBone>(
  edit: PackageEdit,
  mesh: Mesh,
  existing: readonly T[],
  create: () => T,
  conjugated = true,
): T[] {
  const known = new Map(existing.map((bone) => [bone.name.toString().toLowerCase(), bone]))
  const children = childCounts(mesh)
  return (mesh.skeleton?.bones ?? []).map(({ name, parent, position, rotation }, i) =>
    Object.assign(create(), known.get(name.toLowerCase()), {
      name: edit.addName(name),
      orientation: Float32Array.from(conjugated && parent >= 0 ? conjugate(rotation) : rotation),
      position: Float32Array.from(position),
      numChildren: children[i] ?? 0,
      parent: Math.max(0, parent),
    }),
  )
}
