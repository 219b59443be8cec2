import type { ObjectSource } from '@ukit/container'
import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'
import type { MaterialSlot } from '@ukit/media'
import { checkChoice, chosenMaterial, type SlotMaterials, slotPath } from '../slot-materials.js'

/** How a mesh's materials are chosen. */
export type MaterialChoice = 'keep' | 'names'

/** The materials of a mesh that is imported. */
export interface PlacedMaterials {
  /** The object for each number; existing ones come first. */
  readonly objects: readonly (EditObject | null)[]
  /** For each slot of the mesh, its number in `objects`. */
  readonly numbers: readonly number[]
  /**
   * Chosen materials by number. The function imports the material when it is called; its result replaces the
   * one in `objects`.
   */
  readonly chosen: ReadonlyMap<number, () => EditObject | null>
}

/**
 * *Maps the slots of a mesh to materials of an object.*
 *
 * With `keep`, a slot takes the material of its own number or, if the names differ, the one that has its
 * name. Slots beyond the existing ones take the object of that name in the package. With `names` all slots do
 * that. Slots with a chosen material take that.
 *
 * @param existing materials of the mesh that is replaced.
 * @param isMaterial whether an object of this class can be one.
 */
export function placedMaterials(
  edit: PackageEdit,
  slots: readonly MaterialSlot[],
  existing: readonly (EditObject | null)[],
  choice: MaterialChoice | SlotMaterials,
  isMaterial: (ancestry: readonly string[]) => boolean,
  notes: string[],
): PlacedMaterials {
  if (typeof choice !== 'string') return chosenMaterials(edit, slots, existing, choice, isMaterial, notes)
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
    return { objects, numbers, chosen: new Map() }
  }
  return {
    objects: slots.map((slot, i) => foundMaterial(edit, slot, i, isMaterial, notes)),
    numbers: slots.map((_, i) => i),
    chosen: new Map(),
  }
}

/** Slots with a chosen material get their own number, unless they already have one to themselves. */
function chosenMaterials(
  edit: PackageEdit,
  slots: readonly MaterialSlot[],
  existing: readonly (EditObject | null)[],
  choice: SlotMaterials,
  isMaterial: (ancestry: readonly string[]) => boolean,
  notes: string[],
): PlacedMaterials {
  checkChoice(slots, choice)
  const chosen = slots.map((slot, i) => chosenMaterial(edit, slot, i, choice))
  const others = slots.map((slot, i) => (chosen[i] === undefined ? slot : { polyFlags: slot.polyFlags }))
  const kept = placedMaterials(edit, others, existing, 'keep', isMaterial, notes)
  const objects = [...kept.objects]
  const numbers = [...kept.numbers]
  const late = new Map<number, () => EditObject | null>()
  for (const [i, find] of chosen.entries()) {
    if (find === undefined) continue
    const number = numbers[i] ?? i
    // Two slots that shared a material now differ.
    const isShared = numbers.some((other, k) => k !== i && other === number)
    const own = isShared ? objects.push(null) - 1 : number
    numbers[i] = own
    late.set(own, find)
  }
  return { objects, numbers, chosen: late }
}

/** The materials of a mesh of UE1 or UE2: pairs of poly flags and a texture number. */
interface PairedMaterials {
  materials: Int32Array
  readonly textures: (ObjectSource | null)[]
}

/** *Adds the missing materials to a mesh of UE1 or UE2*, and changes those that were chosen. */
export function paintPairs(
  mesh: PairedMaterials,
  { objects, numbers, chosen }: PlacedMaterials,
  slots: readonly MaterialSlot[],
): void {
  const had = mesh.materials.length / 2
  const pairs = [...mesh.materials]
  for (const [i, find] of chosen) {
    if (i >= had) continue
    const texture = pairs[2 * i + 1] ?? 0
    const isShared = pairs.some((number, at) => at % 2 === 1 && at !== 2 * i + 1 && number === texture)
    if (isShared) pairs[2 * i + 1] = mesh.textures.push(find()) - 1
    else mesh.textures[texture] = find()
  }
  for (let i = had; i < objects.length; i++) {
    const texture = chosen.get(i)?.() ?? objects[i] ?? null
    pairs.push(slots[numbers.indexOf(i)]?.polyFlags ?? 0, mesh.textures.push(texture) - 1)
  }
  mesh.materials = Int32Array.from(pairs)
}

function ownName(slot: MaterialSlot): string | undefined {
  const path = slotPath(slot)
  return path === undefined ? undefined : path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}

/** The material or texture with a slot's path or name; objects of the package itself come first. */
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
    notes.push(`material ${number} is set to none: the package has no material or texture ${JSON.stringify(slot.path)}`)
  return found ?? null
}

function ancestryOf(edit: PackageEdit, object: EditObject): readonly string[] {
  return object instanceof EditExport ? edit.ancestryOf(object.class) : [object.className]
}

/** Whether a class is a texture or material of UE1 and UE2 meshes. */
export function isTexture(ancestry: readonly string[]): boolean {
  return ancestry.some((name) =>
    /^(bitmapmaterial|material|rendered?material|texture|shader|combiner|finalblend|modifier)$/i.test(name),
  )
}

/** Whether a class is a material of UE3 meshes. */
export function isMaterialInterface(ancestry: readonly string[]): boolean {
  return ancestry.some((name) => /^material(interface|instance|instanceconstant|instancetimevarying)?$/i.test(name))
}
