import type { ObjectSource } from '@ukit/container'
import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'
import type { MaterialSlot } from '../../mesh/mesh.js'
import { checkChoice, chosenMaterial, type SlotMaterials } from '../slot-materials.js'

/** What becomes of a mesh's materials. */
export type MaterialChoice = 'keep' | 'names'

/** The materials of a mesh that is imported. */
export interface PlacedMaterials {
  /** What each number means in the object; those that it had come first. */
  readonly objects: readonly (EditObject | null)[]
  /** For each slot of the mesh its number among them. */
  readonly numbers: readonly number[]
  /**
   * What was chosen, by number; it is imported when it is asked for, and takes the place of what is in
   * `objects`.
   */
  readonly chosen: ReadonlyMap<number, () => EditObject | null>
}

/**
 * *Which materials of an object the slots of a mesh mean.*
 *
 * With `keep`, a slot takes the material of its own number or, where the names differ, the one of its name;
 * slots that go further take what the package has by that name. With `names` all slots do that. Slots that
 * something is chosen for take that.
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

/** Slots that something was chosen for have a number of their own unless the object has it already. */
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
    // Two slots that were one differ now.
    const isShared = numbers.some((other, k) => k !== i && other === number)
    const own = isShared ? objects.push(null) - 1 : number
    numbers[i] = own
    late.set(own, find)
  }
  return { objects, numbers, chosen: late }
}

/** The materials of a mesh of UE1 or UE2: pairs of poly flags and the number of a texture. */
interface PairedMaterials {
  materials: Int32Array
  readonly textures: (ObjectSource | null)[]
}

/**
 * *Adds to a mesh of UE1 or UE2 the materials that it does not have yet*, and changes those that were chosen.
 */
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
