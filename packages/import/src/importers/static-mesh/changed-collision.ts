import { EditExport, type PackageEdit } from '@ukit/edit'
import { type CollisionShape, MediaError, type Mesh } from '@ukit/media'
import { isStaticMesh, meshIn, OWN_MEMORY } from '@ukit/media/internal'

/**
 * Whether a mesh brings a collision shape that is not the one of the mesh that it replaces: someone changed
 * the shape that was extracted with that. False for a new mesh.
 */
export async function hasChangedCollision(edit: PackageEdit, path: string, { collision }: Mesh): Promise<boolean> {
  const known = edit.lookUp(path)
  if (collision === undefined || !(known instanceof EditExport) || known.body.kind !== 'stored') return false
  const original = edit.package.exports[known.position]
  if (original === undefined) return false
  const read = await edit.reader.read(original)
  if (!isStaticMesh(read.object)) return false
  try {
    const { collision: before } = await meshIn(OWN_MEMORY, edit.reader, read)
    return before === undefined || !isSameShape(before, collision)
  } catch (error) {
    if (error instanceof MediaError) return true
    throw error
  }
}

/** How far apart positions may be that went through a file, in units of the engine, and as a fraction. */
const TOLERANCE = 0.01
const FRACTION = 1e-5

/** Whether two shapes have the same triangles, in any order. */
function isSameShape(a: CollisionShape, b: CollisionShape): boolean {
  const [first, second] = [cornersOf(a), cornersOf(b)]
  return (
    first.length === second.length &&
    first.every((value, i) => Math.abs(value - (second[i] ?? 0)) <= TOLERANCE + FRACTION * Math.abs(value))
  )
}

/** Coordinates of all corners along each axis, sorted. */
function cornersOf({ positions, indices }: CollisionShape): number[] {
  return [0, 1, 2].flatMap((axis) => Array.from(indices, (i) => positions[i * 3 + axis] ?? 0).sort((x, y) => x - y))
}
