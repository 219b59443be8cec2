import { ExportObject, ImportObject, type ObjectReader } from '@ukit/core'
import { elementsOf, numberOf } from '../property-values.js'
import { materialSlot } from './model/material-slot.js'
import type { MaterialSlot } from './model/mesh.js'

/** Variables of classes that name a mesh, of UE1 and UE2. */
const CLASS_MESHES = ['Mesh', 'StaticMesh', 'PickupViewMesh', 'ThirdPersonMesh', 'PlayerViewMesh']
/** Variables of components that name a mesh, of UE3. */
const COMPONENT_MESHES = ['SkeletalMesh', 'StaticMesh']
/** Variables of classes that name what a mesh is covered with. */
const SKINS = ['MultiSkins', 'Skins', 'Skin']

/** Maximum number of objects to read in a package. */
const MOST_OBJECTS = 20_000

/** *A class that shows a mesh*, or in UE3 a component of one. */
export interface MeshUser {
  /** The reader of its package. */
  readonly reader: ObjectReader
  readonly object: ExportObject
  /** Whether it covers the mesh with materials of its own. */
  readonly hasSkins: boolean
  /**
   * Radius and half the height of what it collides with, in the mesh's own size (Unreal units divided by the
   * class's DrawScale); absent when it does not say.
   */
  readonly cylinder?: { readonly radius: number; readonly height: number }
}

/**
 * *The classes that show a mesh by default*, and their subclasses that cover it with something else; in UE3
 * the components of actors and classes.
 *
 * @param readers of the packages to search, in which the mesh's own need not be.
 */
export async function meshUsersOf(mesh: ExportObject, readers: readonly ObjectReader[]): Promise<MeshUser[]> {
  const found: MeshUser[] = []
  const key = keyOf(mesh)
  for (const reader of readers) {
    if (reader.package.context.engine !== mesh.package.context.engine) continue
    const isUe3 = reader.package.context.engine === 3
    const variables = isUe3 ? COMPONENT_MESHES : CLASS_MESHES
    const candidates = reader.package.exports.filter(({ entry, className }) =>
      isUe3 ? /meshcomponent/i.test(className) : entry.class === 0 && entry.size > 0,
    )
    for (const object of candidates.slice(0, MOST_OBJECTS)) {
      const { object: own } = await reader.read(object)
      // A class that sets neither looks like the class that it extends.
      if (![...variables, ...SKINS].some((name) => own.properties.find(name, 0) !== undefined)) continue
      const view = await reader.view(object)
      if (!variables.some((name) => keyOf(view.value(name)?.value) === key)) continue
      const hasSkins = ['Materials', ...SKINS].some((name) => view.value(name) !== undefined)
      const radius = numberOf(view.value('CollisionRadius')?.value)
      const height = numberOf(view.value('CollisionHeight')?.value)
      const scale = numberOf(view.value('DrawScale')?.value, 1) || 1
      const cylinder = { radius: radius / scale, height: height / scale }
      found.push({ reader, object, hasSkins, ...(radius > 0 && height > 0 ? { cylinder } : {}) })
    }
  }
  return found
}

/**
 * *A mesh's slots as a class covers them*: `MultiSkins[i]` (UE1), `Skins[i]` (UE2), `Materials[i]` (UE3)
 * replace what the mesh names; `Skin` only fills what it leaves empty.
 */
export async function userSlots(
  { reader, object }: Pick<MeshUser, 'reader' | 'object'>,
  slots: readonly MaterialSlot[],
): Promise<MaterialSlot[]> {
  const view = await reader.view(object)
  const lists = ['Skins', 'Materials'].map((name) => elementsOf(view.value(name)?.value))
  const worn: MaterialSlot[] = []
  for (const [i, slot] of slots.entries()) {
    const number = slot.texture ?? i
    const own = [view.value(`MultiSkins[${number}]`)?.value, ...lists.map((list) => list[number])].find(isObject)
    const skin = own ?? (slot.path === undefined ? view.value('Skin')?.value : undefined)
    worn.push(isObject(skin) ? { ...slot, ...(await materialSlot(reader, skin, slot.polyFlags)) } : slot)
  }
  return worn
}

function isObject(value: unknown): value is ExportObject | ImportObject {
  return value instanceof ExportObject || value instanceof ImportObject
}

/** The path of an object, the same in its own package and in those that import it. */
function keyOf(object: unknown): string | undefined {
  if (object instanceof ExportObject) return `${object.package.name}.${object.path}`.toLowerCase()
  return object instanceof ImportObject ? object.path.toLowerCase() : undefined
}
