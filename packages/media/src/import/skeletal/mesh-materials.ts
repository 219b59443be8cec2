import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'
import type { MaterialSlot } from '../../mesh/mesh.js'

/** What becomes of a mesh's materials. */
export type MaterialChoice = 'keep' | 'names'

/** The materials of a mesh that is imported. */
export interface PlacedMaterials {
  /** What each number stands for in the object; those that it had come first. */
  readonly objects: readonly (EditObject | null)[]
  /** For each slot of the mesh its number among them. */
  readonly numbers: readonly number[]
}

/**
 * *Which materials of an object the slots of a mesh mean.*
 *
 * With `keep`, a slot takes the material of its own number or, where the names differ, the one of its name; slots
 * that go further take what the package has by that name. With `names` all slots do that.
 *
 * @param existing materials of the mesh that is replaced.
 * @param isMaterial whether an object of this class can be one.
 */
export function placedMaterials(
  edit: PackageEdit,
  slots: readonly MaterialSlot[],
  existing: readonly (EditObject | null)[],
  choice: MaterialChoice,
  isMaterial: (ancestry: readonly string[]) => boolean,
  notes: string[],
): PlacedMaterials {
  if (choice === 'keep' && existing.length > 0) {
    const names = existing.map((object) => object?.name.toLowerCase())
    const objects = [...existing]
    const numbers = slots.map((slot, i) => {
      const name = ownName(slot)
      const same = names.indexOf(name ?? '')
      if (names[i] !== name && same >= 0) return same
      if (i < existing.length) return i
      return objects.push(foundMaterial(edit, slot, i, isMaterial, notes)) - 1
    })
    return { objects, numbers }
  }
  return {
    objects: slots.map((slot, i) => foundMaterial(edit, slot, i, isMaterial, notes)),
    numbers: slots.map((_, i) => i),
  }
}

function ownName({ path }: MaterialSlot): string | undefined {
  return path === undefined ? undefined : path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}

/** The material or texture of a slot's path or name in the package, among its own objects first. */
function foundMaterial(
  edit: PackageEdit,
  slot: MaterialSlot,
  number: number,
  isMaterial: (ancestry: readonly string[]) => boolean,
  notes: string[],
): EditObject | null {
  const name = ownName(slot)
  if (name === undefined) return null
  const candidates = [...edit.exports, ...edit.imports].filter(
    (object) => object.name.toLowerCase() === name && isMaterial(ancestryOf(edit, object)),
  )
  const path = slot.path?.toLowerCase() ?? ''
  const exact = candidates.find((object) => `${edit.package.name}.${object.path}`.toLowerCase() === path)
  const found = exact ?? candidates.find((object) => object.path.toLowerCase() === path) ?? candidates[0]
  if (found === undefined)
    notes.push(`material ${number} is none: the package has no material or texture ${JSON.stringify(slot.path)}`)
  return found ?? null
}

function ancestryOf(edit: PackageEdit, object: EditObject): readonly string[] {
  return object instanceof EditExport ? edit.ancestryOf(object.class) : [object.className]
}

/** Classes of UE1 and UE2 whose objects meshes are painted with. */
export function isTexture(ancestry: readonly string[]): boolean {
  return ancestry.some((name) =>
    /^(bitmapmaterial|material|rendered?material|texture|shader|combiner|finalblend|modifier)$/i.test(name),
  )
}

/** Classes of UE3 whose objects meshes are painted with. */
export function isMaterialInterface(ancestry: readonly string[]): boolean {
  return ancestry.some((name) => /^material(interface|instance|instanceconstant|instancetimevarying)?$/i.test(name))
}
