import type { ObjectReader } from '@ukit/core'
import { ExportObject, ImportObject, objectKey } from '@ukit/core'
import type { MaterialSlot } from './mesh.js'

/**
 * *The slot for a material or texture that a mesh refers to.*
 *
 * @param reference the mesh's field: an object of its package or of a different one, or none.
 * @param polyFlags flags of the mesh's own faces (UE1).
 */
export async function materialSlot(reader: ObjectReader, reference: unknown, polyFlags = 0): Promise<MaterialSlot> {
  return slotOf(await reader.follow(reference), reference, polyFlags)
}

function slotOf(found: ExportObject | undefined, reference: unknown, polyFlags: number): MaterialSlot {
  if (found !== undefined) {
    const object = objectKey(found)
    return { object, path: `${object.package}.${object.path}`, polyFlags }
  }
  const path = pathOf(reference)
  return path === undefined ? { polyFlags } : { path, polyFlags }
}

/**
 * The slots for a mesh's references. The result is not a promise if all references are within the package.
 */
export function materialSlots(
  reader: ObjectReader,
  references: readonly unknown[],
): MaterialSlot[] | Promise<MaterialSlot[]> {
  if (references.some((reference) => reference instanceof ImportObject))
    return Promise.all(references.map((reference) => materialSlot(reader, reference)))
  return references.map((reference) => slotOf(reference instanceof ExportObject ? reference : undefined, reference, 0))
}

/** Path of an object including its package: `Botpack.Skins.Blkt1`; `undefined` for what is not an object. */
function pathOf(object: unknown): string | undefined {
  if (object instanceof ImportObject) return object.path
  return object instanceof ExportObject ? `${object.package.name}.${object.path}` : undefined
}
