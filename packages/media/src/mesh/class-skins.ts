import { ExportObject, ImportObject, type ObjectReader, type PackageSet } from '@ukit/core'
import { addTo } from '@ukit/files/internal'
import { materialSlot } from './model/material-slot.js'
import type { MaterialSlot } from './model/mesh.js'

/** Variables of actors that name a mesh: as seen in the world, held by others, held by the player. */
const MESH_VARIABLES = ['Mesh', 'PickupViewMesh', 'ThirdPersonMesh', 'PlayerViewMesh']

/** Maximum number of classes to search in a package. */
const MAX_CLASSES = 20_000
/** Maximum number of packages to search. */
const MAX_PACKAGES = 1000

/** A class that shows a mesh, and the reader of its package. */
interface User {
  readonly reader: ObjectReader
  readonly class: ExportObject
}

/**
 * *Textures that only classes name*: in UE1 and UE2 a mesh often leaves its textures to the classes of the
 * actors that show it. Empty slots get the textures of the first class whose default mesh it is:
 * `MultiSkins[i]` (`Skins[i]` in UE2), else `Skin`. Classes of the mesh's own package come first, then those
 * of `classPackages`.
 *
 * @param mesh the object of the mesh.
 * @param classPackages names of other packages with classes; only called when no class of the mesh's own
 *   package helps.
 * @returns the slots, and the class that the textures are from.
 */
export async function withClassSkins(
  reader: ObjectReader,
  mesh: ExportObject,
  slots: readonly MaterialSlot[],
  classPackages: () => Promise<readonly string[]> = async () => [],
): Promise<{ slots: readonly MaterialSlot[]; from?: ExportObject }> {
  if (mesh.package.context.engine > 2 || slots.every((slot) => slot.path !== undefined)) return { slots }
  if (SHOWS_NONE.has(reader)) return { slots }
  for await (const user of usersOf(reader, mesh, classPackages)) {
    let isFound = false
    const filled: MaterialSlot[] = []
    for (const [i, slot] of slots.entries()) {
      const skin = slot.path === undefined ? await skinOf(user, slot.texture ?? i) : undefined
      const found = skin === undefined ? slot : { ...slot, ...(await materialSlot(user.reader, skin, slot.polyFlags)) }
      if (found.path !== slot.path) isFound = true
      filled.push(found)
    }
    if (isFound) return { slots: filled, from: user.class }
  }
  return { slots }
}

/** Readers of packages whose meshes are not shown by any class. */
const SHOWS_NONE = new WeakSet<ObjectReader>()

async function* usersOf(
  reader: ObjectReader,
  mesh: ExportObject,
  classPackages: () => Promise<readonly string[]>,
): AsyncGenerator<User> {
  const key = keyOf(mesh)
  const users = await usersIn(reader)
  for (const found of users.get(key) ?? []) yield { reader, class: found }
  const importers = await importersOf(reader, classPackages)
  if (users.size === 0 && importers.size === 0) SHOWS_NONE.add(reader)
  for (const other of importers.get(key) ?? [])
    for (const found of (await usersIn(other)).get(key) ?? []) yield { reader: other, class: found }
}

/** The path of a mesh, the same in its own package and in those that import it. */
function keyOf(mesh: ExportObject | ImportObject): string {
  return (mesh instanceof ExportObject ? `${mesh.package.name}.${mesh.path}` : mesh.path).toLowerCase()
}

/** Packages by the meshes that they import, collected once for each package set. */
const IMPORTERS = new WeakMap<PackageSet, Promise<Map<string, ObjectReader[]>>>()

function importersOf(
  reader: ObjectReader,
  classPackages: () => Promise<readonly string[]>,
): Promise<Map<string, ObjectReader[]>> {
  let importers = IMPORTERS.get(reader.packages)
  if (importers === undefined) {
    importers = findImporters(reader, classPackages)
    IMPORTERS.set(reader.packages, importers)
  }
  return importers
}

async function findImporters(
  reader: ObjectReader,
  classPackages: () => Promise<readonly string[]>,
): Promise<Map<string, ObjectReader[]>> {
  const importers = new Map<string, ObjectReader[]>()
  for (const name of (await classPackages()).slice(0, MAX_PACKAGES)) {
    const pkg = await reader.packages.package(name)
    if (pkg === undefined || pkg.context.engine !== reader.package.context.engine) continue
    const meshes = pkg.imports.filter(({ className }) => /mesh$/i.test(className))
    if (meshes.length === 0) continue
    const other = await reader.forPackage(pkg)
    for (const mesh of meshes) addTo(importers, keyOf(mesh), other)
  }
  return importers
}

/** Classes of a reader's package by the mesh that they show, collected once. */
const USERS = new WeakMap<ObjectReader, Promise<Map<string, ExportObject[]>>>()

function usersIn(reader: ObjectReader): Promise<Map<string, ExportObject[]>> {
  let users = USERS.get(reader)
  if (users === undefined) {
    users = findUsers(reader)
    USERS.set(reader, users)
  }
  return users
}

async function findUsers(reader: ObjectReader): Promise<Map<string, ExportObject[]>> {
  const users = new Map<string, ExportObject[]>()
  const classes = reader.package.exports.filter((exported) => exported.entry.class === 0 && exported.entry.size > 0)
  for (const found of classes.slice(0, MAX_CLASSES)) {
    const { object } = await reader.read(found)
    for (const variable of MESH_VARIABLES) {
      // Only what the class itself sets: inherited values are those of a class before it.
      const mesh = object.properties.find(variable, 0)?.value
      if (!(mesh instanceof ExportObject || mesh instanceof ImportObject)) continue
      const known = users.get(keyOf(mesh)) ?? []
      if (!known.includes(found)) users.set(keyOf(mesh), [...known, found])
    }
  }
  return users
}

async function skinOf({ reader, class: user }: User, number: number): Promise<unknown> {
  const own = await reader.value(user, `MultiSkins[${number}]`)
  if (own !== undefined && own.value !== null) return own.value
  const list = await reader.value(user, 'Skins')
  if (Array.isArray(list?.value) && list.value[number] !== undefined) return list.value[number]
  const skin = await reader.value(user, 'Skin')
  return skin?.value ?? undefined
}
