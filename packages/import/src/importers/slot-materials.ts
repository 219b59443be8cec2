import { EditExport, type EditObject, importAt, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import type { MaterialSlot } from '@ukit/media'

/**
 * Materials by the name of a slot (its path, or the last part of that) or by its number. A material is the
 * path of an object of this package or of an imported one, preceded by its class if the import is new:
 * `Shader'Walls.Bricks.Old'`; `null` for none.
 */
export type SlotMaterials = Readonly<Record<string, string | null>>

/**
 * *Finds the material of each slot without changing anything*: the chosen one, else the object with the
 * slot's path, else the one that the replaced mesh has in that slot, else none.
 *
 * @param present materials of the mesh that is replaced, by slot.
 * @param notes gets a line for each slot that has none.
 * @returns functions that return the materials, importing those of other packages.
 * @throws {PackageError} `refused` for a chosen material that does not exist.
 */
export function findMaterials(
  edit: PackageEdit,
  slots: readonly MaterialSlot[],
  choice: SlotMaterials,
  present: readonly (EditObject | null)[],
  notes: string[],
): (() => EditObject | null)[] {
  checkChoice(slots, choice)
  return slots.map((own, slot) => {
    const path = slotPath(own)
    const chosen = chosenMaterial(edit, own, slot, choice)
    if (chosen !== undefined) return chosen
    const known = path === undefined ? undefined : objectNamed(edit, path)
    if (known !== undefined) return () => known
    const kept = present[slot]
    if (kept !== undefined && kept !== null) return () => kept
    // A slot that had none before is as it was.
    if (path === undefined && kept === undefined) notes.push(`slot ${slot} has no material: the file names none`)
    else if (path !== undefined) notes.push(`slot ${slot} (${path}) has no material: there is no such object here`)
    return () => null
  })
}

/** The path of the material in a slot; `undefined` also for "None", which files of slots without one have. */
export function slotPath({ path }: MaterialSlot): string | undefined {
  return path?.toLowerCase() === 'none' ? undefined : path
}

/**
 * The material chosen for a slot by its path, name or number; `undefined` if none was.
 *
 * @throws {PackageError} `refused` for an object that does not exist.
 */
export function chosenMaterial(
  edit: PackageEdit,
  { path }: MaterialSlot,
  slot: number,
  choice: SlotMaterials,
): (() => EditObject | null) | undefined {
  const names = path === undefined ? [`${slot}`] : [path, ownName(path), `${slot}`]
  for (const name of names) {
    const key = Object.keys(choice).find((one) => one.toLowerCase() === name.toLowerCase())
    const wanted = key === undefined ? undefined : choice[key]
    if (wanted === null) return () => null
    if (wanted !== undefined) return materialAt(edit, wanted)
  }
  return undefined
}

/**
 * Checks that each choice is for a slot of the mesh.
 *
 * @throws {PackageError} `refused` for one that is not: it would have no effect.
 */
export function checkChoice(slots: readonly MaterialSlot[], choice: SlotMaterials): void {
  const names = slots.flatMap(({ path }, slot) => [
    `${slot}`,
    ...(path === undefined ? [] : [path.toLowerCase(), ownName(path).toLowerCase()]),
  ])
  const unknown = Object.keys(choice).find((key) => !names.includes(key.toLowerCase()))
  if (unknown === undefined) return
  const list = slots.map(({ path }, slot) => (path === undefined ? `${slot}` : `${slot} (${path})`)).join(', ')
  throw new PackageError('refused', `there is no material slot ${unknown}: expected one of ${list}`)
}

function ownName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/**
 * The object with a path in this package or an imported one, with or without this package's own name in
 * front.
 */
export function objectNamed(edit: PackageEdit, path: string): EditObject | undefined {
  const own = `${edit.name}.`.toLowerCase()
  const inside = path.toLowerCase().startsWith(own) ? path.slice(own.length) : path
  const found = edit.find(inside) ?? edit.find(path)
  return found === undefined || found.className === 'Package' ? undefined : found
}

function materialAt(edit: PackageEdit, wanted: string): () => EditObject | null {
  const [, className, path = wanted] = /^([\w.]+)'(.+)'$/.exec(wanted) ?? []
  const known = objectNamed(edit, path)
  if (known !== undefined) return () => known
  if (className === undefined || !path.includes('.')) {
    const message =
      'expected a material of this package or one that it imports, found ' +
      `${JSON.stringify(wanted)}: write one of another package with its class, as ` +
      "Shader'Package.Group.Name'"
    throw new PackageError('refused', message)
  }
  return () => importAt(edit, path, className.includes('.') ? className : `Engine.${className}`)
}

/** The object that a stored value refers to, as an entry of the document. */
export function entryOf(edit: PackageEdit, value: unknown): EditObject | null {
  if (value === null || value === undefined || typeof value !== 'object') return null
  if (value instanceof EditExport) return value
  return edit.exports.find((entry) => entry === value) ?? edit.imports.find((entry) => entry === value) ?? null
}
