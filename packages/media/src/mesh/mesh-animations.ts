import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'

/** Bones that a mesh or an animation names, in lower case. */
interface Named {
  readonly object: ExportObject
  readonly names: ReadonlySet<string>
}

/** What a package has: read once, however many of its meshes ask. */
interface Inventory {
  readonly meshes: readonly Named[]
  readonly animations: readonly Named[]
}

const INVENTORIES = new WeakMap<ObjectReader, Promise<Inventory>>()

/** Share of the bones of either that both must have, at least. */
const LEAST = 0.5
/** A mesh takes an animation when it fits nearly as well as the mesh that it fits best. */
const NEARLY = 0.9

/**
 * *The animations of a skeletal mesh*, to be written into its file: the one that it refers to (UE1, UE2), in
 * whichever package that is. A mesh without a reference, as all of UE3, takes those of its own package whose bones
 * fit: an animation goes to the mesh with which it shares the greatest part of the bones of both, at least half, and
 * to those that share nearly as much.
 *
 * @returns none for an object of a different class.
 */
export async function animationsOfMesh(
  reader: ObjectReader,
  { export: mesh, object }: ReadObject,
): Promise<ExportObject[]> {
  const own = object instanceof ue1.SkeletalMesh ? object.defaultAnimation : undefined
  const reference = object instanceof ue2.SkeletalMesh ? object.animation : own
  const found = await reader.follow(reference)
  if (found !== undefined) return [found]
  if (!isSkeletal(object)) return []
  const { meshes, animations } = await inventoryOf(reader)
  return animations.filter((animation) => takers(animation, meshes).has(mesh)).map((animation) => animation.object)
}

function takers({ names }: Named, meshes: readonly Named[]): Set<ExportObject> {
  const shares = meshes.map((mesh) => {
    let common = 0
    for (const name of mesh.names) if (names.has(name)) common++
    return { object: mesh.object, share: common / Math.max(1, mesh.names.size + names.size - common) }
  })
  const best = shares.reduce((most, { share }) => Math.max(most, share), 0)
  return new Set(shares.filter(({ share }) => share >= LEAST && share >= best * NEARLY).map(({ object }) => object))
}

function isSkeletal(object: unknown): boolean {
  return object instanceof ue1.SkeletalMesh || object instanceof ue2.SkeletalMesh || object instanceof ue3.SkeletalMesh
}

function inventoryOf(reader: ObjectReader): Promise<Inventory> {
  let inventory = INVENTORIES.get(reader)
  if (inventory === undefined) {
    inventory = takeInventory(reader)
    INVENTORIES.set(reader, inventory)
  }
  return inventory
}

async function takeInventory(reader: ObjectReader): Promise<Inventory> {
  const meshes: Named[] = []
  const animations: Named[] = []
  const ofClass = (one: ExportObject, names: readonly string[]) =>
    one.entry.size > 0 && reader.ancestryOf(one.class).some((name) => names.includes(name.toLowerCase()))
  const { exports } = reader.package
  for (const object of exports.filter((one) => ofClass(one, ['animation', 'meshanimation', 'animset']))) {
    const names = await animationBones(reader, await reader.read(object))
    if (names.length > 0) animations.push({ object, names: inLowerCase(names) })
  }
  // Reading every mesh is only worth it when there is something to move them.
  for (const object of animations.length === 0 ? [] : exports.filter((one) => ofClass(one, ['skeletalmesh']))) {
    const read = (await reader.read(object)).object
    const bones = read instanceof ue1.SkeletalMesh ? read.refSkeleton : boneList(read)
    if (bones.length > 0) meshes.push({ object, names: inLowerCase(bones.map(({ name }) => name)) })
  }
  return { meshes, animations }
}

function boneList(object: unknown): readonly { readonly name: unknown }[] {
  return object instanceof ue2.SkeletalMesh || object instanceof ue3.SkeletalMesh ? object.bones : []
}

/** Names of an animation's bones; of a set of UE3 those of its tracks, in Mass Effect of its sequences' data. */
async function animationBones(reader: ObjectReader, { object }: ReadObject): Promise<readonly unknown[]> {
  if (object instanceof ue1.Animation) return object.refBones.map(({ name }) => name)
  if (object instanceof ue2.MeshAnimation) return object.bones.map(({ name }) => name)
  const names = object.properties.get('TrackBoneNames')
  if (Array.isArray(names) && names.length > 0) return names
  const sequences = object.properties.get('Sequences')
  const first = Array.isArray(sequences) ? await reader.follow(sequences[0]) : undefined
  if (first === undefined || first.package !== reader.package) return []
  const data = await reader.follow((await reader.read(first)).object.properties.get('m_pBioAnimSetData'))
  if (data === undefined || data.package !== reader.package) return []
  const tracks = (await reader.read(data)).object.properties.get('TrackBoneNames')
  return Array.isArray(tracks) ? tracks : []
}

function inLowerCase(names: readonly unknown[]): ReadonlySet<string> {
  return new Set(names.map((name) => `${name}`.toLowerCase()))
}
