import { plural } from '@ukit/text/internal'
import type { MeshSection } from './mesh.js'

/** Triangles in stored order, each with its material. */
export interface StoredTriangles {
  readonly count: number
  /** The vertex at a corner (0 to 2) of a triangle. */
  vertex(triangle: number, corner: number): number
  /** Number of its material. */
  slot(triangle: number): number
}

/**
 * *The indices and sections of a level of detail*: triangles grouped by material, in the order of the
 * materials, otherwise in stored order.
 *
 * @param vertices number of vertices: triangles with a corner beyond are left out.
 * @param slots number of materials: triangles with a material beyond take the last.
 * @param reversed reverses the winding of each triangle.
 * @param notes gets a line for what was repaired.
 */
export function sectionsOf(
  triangles: StoredTriangles,
  vertices: number,
  slots: number,
  reversed: boolean,
  notes: string[],
): { readonly indices: Uint32Array; readonly sections: readonly MeshSection[] } {
  const bySlot = new Map<number, number[]>()
  let [outside, unnamed] = [0, 0]
  for (let i = 0; i < triangles.count; i++) {
    if (
      triangles.vertex(i, 0) >= vertices ||
      triangles.vertex(i, 1) >= vertices ||
      triangles.vertex(i, 2) >= vertices
    ) {
      outside++
      continue
    }
    let slot = triangles.slot(i)
    if (slot >= slots) {
      unnamed++
      slot = Math.max(0, slots - 1)
    }
    const list = bySlot.get(slot) ?? []
    if (list.length === 0) bySlot.set(slot, list)
    list.push(i)
  }
  if (outside > 0)
    notes.push(`${plural(outside, 'triangle has', 'triangles have')} corners that do not exist: left out`)
  if (unnamed > 0)
    notes.push(`${plural(unnamed, 'triangle has', 'triangles have')} a material that does not exist: the last is used`)
  const indices = new Uint32Array((triangles.count - outside) * 3)
  const sections: MeshSection[] = []
  let at = 0
  for (const [slot, list] of [...bySlot].sort(([a], [b]) => a - b)) {
    sections.push({ slot, first: at, count: list.length * 3 })
    for (const i of list) {
      indices[at++] = triangles.vertex(i, 0)
      indices[at++] = triangles.vertex(i, reversed ? 2 : 1)
      indices[at++] = triangles.vertex(i, reversed ? 1 : 2)
    }
  }
  return { indices, sections }
}
