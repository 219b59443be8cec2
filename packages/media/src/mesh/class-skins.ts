import { ExportObject, type ObjectReader } from '@ukit/core'
import { materialSlot } from './material-slot.js'
import type { MaterialSlot } from './mesh.js'

/** Variables of actors that name a mesh: what is seen in the world, held by others, held by the player. */
const MESH_VARIABLES = ['Mesh', 'PickupViewMesh', 'ThirdPersonMesh', 'PlayerViewMesh']

/** More classes than this are not looked through. */
const MAX_CLASSES = 20_000

/**
 * *Textures that only classes know*: in UE1 and UE2 a mesh often leaves its textures to the classes of the actors that
 * show it. Slots without one get those of the first class in the mesh's package whose default mesh it is:
 * `MultiSkins[i]` (`Skins[i]` in UE2), else `Skin`.
 *
 * @param mesh the object of the mesh.
 * @returns the slots, and the class that the textures are from.
 */
export async function withClassSkins(
  reader: ObjectReader,
  mesh: ExportObject,
  slots: readonly MaterialSlot[],
): Promise<{ slots: readonly MaterialSlot[]; from?: ExportObject }> {
  if (mesh.package.context.engine > 2 || slots.every((slot) => slot.path !== undefined)) return { slots }
  const users = (await usersOf(reader)).get(mesh) ?? []
  for (const user of users) {
    let isFound = false
    const filled: MaterialSlot[] = []
    for (const [i, slot] of slots.entries()) {
      const skin = slot.path === undefined ? await skinOf(reader, user, slot.texture ?? i) : undefined
      const found = skin === undefined ? slot : { ...slot, ...(await materialSlot(reader, skin, slot.polyFlags)) }
      if (found.path !== slot.path) isFound = true
      filled.push(found)
    }
    if (isFound) return { slots: filled, from: user }
  }
  return { slots }
}

/** Classes of each reader's package by the mesh that they show: looked for once. */
const USERS = new WeakMap<ObjectReader, Promise<Map<ExportObject, ExportObject[]>>>()

function usersOf(reader: ObjectReader): Promise<Map<ExportObject, ExportObject[]>> {
  let users = USERS.get(reader)
  if (users === undefined) {
    users = findUsers(reader)
    USERS.set(reader, users)
  }
  return users
}

async function findUsers(reader: ObjectReader): Promise<Map<ExportObject, ExportObject[]>> {
  const users = new Map<ExportObject, ExportObject[]>()
  const classes = reader.package.exports.filter((exported) => exported.entry.class === 0 && exported.entry.size > 0)
  for (const found of classes.slice(0, MAX_CLASSES)) {
    const { object } = await reader.read(found)
    for (const variable of MESH_VARIABLES) {
      // What the class itself sets: a mesh of this package is hardly set by a class of another one.
      const mesh = object.properties.find(variable, 0)?.value
      if (!(mesh instanceof ExportObject)) continue
      const known = users.get(mesh) ?? []
      if (!known.includes(found)) users.set(mesh, [...known, found])
    }
  }
  return users
}

async function skinOf(reader: ObjectReader, user: ExportObject, number: number): Promise<unknown> {
  const own = await reader.value(user, `MultiSkins[${number}]`)
  if (own !== undefined && own.value !== null) return own.value
  const list = await reader.value(user, 'Skins')
  if (Array.isArray(list?.value) && list.value[number] !== undefined) return list.value[number]
  const skin = await reader.value(user, 'Skin')
  return skin?.value ?? undefined
}
