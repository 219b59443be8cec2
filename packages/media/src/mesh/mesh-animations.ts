import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import type { AnimationChoice } from './animation-choice.js'

/** Bones that a mesh or an animation names, in lower case. */
interface Named {
  readonly object: ExportObject
  readonly names: ReadonlySet<string>
}

interface Animation extends Named {
  /** The mesh that the editor shows a set of UE3 with, as far as it is known. */
  readonly shownWith: string | undefined
}

/** What a package has: read once, however many of its meshes ask. */
interface Inventory {
  readonly meshes: readonly Named[]
  readonly animations: readonly Animation[]
}

const INVENTORIES = new WeakMap<ObjectReader, Promise<Inventory>>()

/** Share of the bones of either that both must have, at least. */
const LEAST = 0.5
/** A mesh takes an animation when it fits nearly as well as the mesh that it fits best. */
const NEARLY = 0.9

/**
 * Meshes that an animation goes to unless all are asked for: a hundred skins of one skeleton would each have
 * it.
 */
const MOST_MESHES = 4

/**
 * *The animations of a skeletal mesh*, to be written into its file.
 *
 * - `fitting`: the one that it refers to (UE1, UE2), in whichever package that is. A mesh without a
 *   reference, as all of UE3, takes those of its own package whose bones fit: an animation goes to the mesh
 *   with which it shares the greatest part of the bones of both, at least half, and to those that share
 *   nearly as much, four at most. A set of UE3 that says which mesh it is shown with in the editor
 *   (`PreviewSkelMeshName`) goes to that one before others.
 * - `own`: the one that it refers to, or the sets that are shown with it.
 * - `all`: its own, and all of its package with at least half of the bones of both in common.
 * - `none`: none.
 *
 * @returns none for an object of a different class.
 */
export async function animationsOfMesh(
  reader: ObjectReader,
  { export: mesh, object }: ReadObject,
  choice: AnimationChoice = 'fitting',
): Promise<ExportObject[]> {
  if (choice === 'none' || !isSkeletal(object)) return []
  const own = object instanceof ue1.SkeletalMesh ? object.defaultAnimation : undefined
  const reference = object instanceof ue2.SkeletalMesh ? object.animation : own
  const found = await reader.follow(reference)
  if (found !== undefined && choice !== 'all') return [found]
  const { meshes, animations } = await inventoryOf(reader)
  const taken = animations.filter((animation) => takers(animation, meshes, choice).has(mesh))
  const others = taken.map((animation) => animation.object).filter((animation) => animation !== found)
  return found === undefined ? others : [found, ...others]
}

function takers({ names, shownWith }: Animation, meshes: readonly Named[], choice: AnimationChoice): Set<ExportObject> {
  const shown = meshes.filter(({ object }) => isShownWith(object, shownWith)).map(({ object }) => object)
  if (choice === 'own') return new Set(shown)
  const shares = meshes.map((mesh) => {
    let common = 0
    for (const name of mesh.names) if (names.has(name)) common++
    return { object: mesh.object, share: common / Math.max(1, mesh.names.size + names.size - common) }
  })
  const fitting = shares.filter(({ share }) => share >= LEAST)
  if (choice === 'all') return new Set(fitting.map(({ object }) => object))
  const best = fitting.reduce((most, { share }) => Math.max(most, share), 0)
  const nearly = fitting.filter(({ share }) => share >= best * NEARLY).map(({ object }) => object)
  return new Set([...shown, ...nearly].slice(0, MOST_MESHES))
}

/** Whether a path as the editor writes it, with the name of the package in front or not, is a mesh's. */
function isShownWith(mesh: ExportObject, path: string | undefined): boolean {
  if (path === undefined) return false
  const lower = path.toLowerCase()
  const own = mesh.path.toLowerCase()
  return lower === own || lower === `${mesh.package.name.toLowerCase()}.${own}`
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
  const animations: Animation[] = []
  const ofClass = (one: ExportObject, names: readonly string[]) =>
    one.entry.size > 0 && reader.ancestryOf(one.class).some((name) => names.includes(name.toLowerCase()))
  const { exports } = reader.package
  for (const object of exports.filter((one) => ofClass(one, ['animation', 'meshanimation', 'animset']))) {
    const read = await reader.read(object)
    const names = await animationBones(reader, read)
    const shownWith = read.object.properties.get('PreviewSkelMeshName')?.toString()
    if (names.length > 0) animations.push({ object, names: inLowerCase(names), shownWith })
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

/**
 * Names of an animation's bones; of a set of UE3 those of its tracks, in Mass Effect of its sequences' data.
 */
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
