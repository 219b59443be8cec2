import type { ObjectReader } from '@ukit/core'
import { ExportObject, ImportObject } from '@ukit/core'
import type { MaterialSlot } from './mesh.js'

/**
 * *The slot of a material or texture that a mesh refers to.*
 *
 * @param reference the mesh's field: an object of its package or of a different one, or none.
 * @param polyFlags flags of the mesh's own faces (UE1).
 */
export async function materialSlot(reader: ObjectReader, reference: unknown, polyFlags = 0): Promise<MaterialSlot> {
  return slotOf(await reader.follow(reference), reference, polyFlags)
}

function slotOf(object: ExportObject | undefined, reference: unknown, polyFlags: number): MaterialSlot {
  const path = object === undefined ? pathOf(reference) : pathOf(object)
  return {
    ...(object === undefined ? {} : { object }),
    ...(path === undefined ? {} : { path }),
    polyFlags,
  }
}

/** The slots of what a mesh refers to: at once where no other package has to be looked for. */
export function materialSlots(
  reader: ObjectReader,
  references: readonly unknown[],
): MaterialSlot[] | Promise<MaterialSlot[]> {
  if (references.some((reference) => reference instanceof ImportObject))
    return Promise.all(references.map((reference) => materialSlot(reader, reference)))
  return references.map((reference) => slotOf(reference instanceof ExportObject ? reference : undefined, reference, 0))
}

/** Path of an object with its package: `Botpack.Skins.Blkt1`; `undefined` for what is not an object. */
function pathOf(object: unknown): string | undefined {
  if (object instanceof ImportObject) return object.path
  return object instanceof ExportObject ? `${object.package.name}.${object.path}` : undefined
}
