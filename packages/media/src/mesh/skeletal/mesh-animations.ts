import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import type { AnimationChoice } from './animation-choice.js'

/** The names of the bones of a mesh or an animation, in lower case. */
export interface Named {
  readonly object: ExportObject
  readonly names: ReadonlySet<string>
}

/** An animation of a package. */
export interface NamedAnimation extends Named {
  /** The mesh that the editor shows a UE3 set with, if known. */
  readonly shownWith: string | undefined
}

/** The meshes and animations of a package, collected once for all of its meshes. */
export interface Inventory {
  readonly meshes: readonly Named[]
  readonly animations: readonly NamedAnimation[]
}

const INVENTORIES = new WeakMap<ObjectReader, Promise<Inventory>>()

/** Minimum share of common bones. */
const LEAST = 0.5
/** An animation also goes to meshes that fit at least this fraction as well as the best one. */
const NEARLY = 0.9

/**
 * Maximum number of meshes that an animation goes to, unless all are asked for: otherwise a hundred skins of
 * one skeleton would each get it.
 */
const MOST_MESHES = 4

/**
 * *The animations of a skeletal mesh*, to be written into its file.
 *
 * - `fitting`: the one that it refers to (UE1, UE2), in any package. A mesh without a reference, as all
 *   meshes of UE3, gets the animations of its own package whose bones fit: an animation goes to the mesh with
 *   which it shares the greatest part of the bones of both, at least half, and to those that share nearly as
 *   much, at most four. A UE3 set that names the mesh with which the editor shows it (`PreviewSkelMeshName`)
 *   goes to that mesh first.
 * - `own`: the one that it refers to, or the sets that the editor shows with it.
 * - `all`: its own, and all of its package that share at least half of the bones of both.
 * - `none`: none.
 *
 * @returns an empty list for an object of a different class.
 */
export async function animationsOfMesh(
  reader: ObjectReader,
  { export: mesh, object }: ReadObject,
  choice: AnimationChoice = 'fitting',
): Promise<ExportObject[]> {
  if (choice === 'none' || !isSkeletal(object)) return []
  const found = await reader.follow(animationReference(object))
  if (found !== undefined && choice !== 'all') return [found]
  const { meshes, animations } = await inventoryOf(reader)
  const taken = animations.filter((animation) => takers(animation, meshes, choice).has(mesh))
  const others = taken.map((animation) => animation.object).filter((animation) => animation !== found)
  return found === undefined ? others : [found, ...others]
}

/** The animation that a mesh refers to (UE1, UE2). */
export function animationReference(object: UnrealObject): unknown {
  if (object instanceof ue1.SkeletalMesh) return object.defaultAnimation
  return object instanceof ue2.SkeletalMesh ? object.animation : undefined
}

function takers(animation: NamedAnimation, meshes: readonly Named[], choice: AnimationChoice): Set<ExportObject> {
  const shown = meshes.filter(({ object }) => isShownWith(object, animation.shownWith)).map(({ object }) => object)
  if (choice === 'own') return new Set(shown)
  if (choice !== 'all') return new Set(bestFitting(animation, meshes).slice(0, MOST_MESHES))
  return new Set(fittingMeshes(animation, meshes).map(({ object }) => object))
}

/** The meshes that an animation goes to: first the one it is shown with, then those that fit best. */
export function bestFitting(animation: NamedAnimation, meshes: readonly Named[]): ExportObject[] {
  const shown = meshes.filter(({ object }) => isShownWith(object, animation.shownWith)).map(({ object }) => object)
  const fitting = fittingMeshes(animation, meshes)
  const best = fitting.reduce((most, { share }) => Math.max(most, share), 0)
  const nearly = fitting.filter(({ share }) => share >= best * NEARLY).map(({ object }) => object)
  return [...new Set([...shown, ...nearly])]
}

/** The meshes with enough of an animation's bones. */
function fittingMeshes({ names }: NamedAnimation, meshes: readonly Named[]): { object: ExportObject; share: number }[] {
  const shares = meshes.map((mesh) => {
    let common = 0
    for (const name of mesh.names) if (names.has(name)) common++
    return { object: mesh.object, share: common / Math.max(1, mesh.names.size + names.size - common) }
  })
  return shares.filter(({ share }) => share >= LEAST)
}

/**
 * Whether a path written by the editor, with or without the name of the package in front, is that of a mesh.
 */
function isShownWith(mesh: ExportObject, path: string | undefined): boolean {
  if (path === undefined) return false
  const lower = path.toLowerCase()
  const own = mesh.path.toLowerCase()
  return lower === own || lower === `${mesh.package.name.toLowerCase()}.${own}`
}

/** Whether an object is a skeletal mesh of any engine. */
export function isSkeletal(object: unknown): boolean {
  return object instanceof ue1.SkeletalMesh || object instanceof ue2.SkeletalMesh || object instanceof ue3.SkeletalMesh
}

/** The skeletal meshes and animations of a package; collected once. */
export function inventoryOf(reader: ObjectReader): Promise<Inventory> {
  let inventory = INVENTORIES.get(reader)
  if (inventory === undefined) {
    inventory = takeInventory(reader)
    INVENTORIES.set(reader, inventory)
  }
  return inventory
}

async function takeInventory(reader: ObjectReader): Promise<Inventory> {
  const meshes: Named[] = []
  const animations: NamedAnimation[] = []
  const ofClass = (one: ExportObject, names: readonly string[]) =>
    one.entry.size > 0 && reader.ancestryOf(one.class).some((name) => names.includes(name.toLowerCase()))
  const { exports } = reader.package
  for (const object of exports.filter((one) => ofClass(one, ['animation', 'meshanimation', 'animset']))) {
    const read = await reader.read(object)
    const names = await animationBones(reader, read)
    const shownWith = read.object.properties.get('PreviewSkelMeshName')?.toString()
    if (names.length > 0) animations.push({ object, names: inLowerCase(names), shownWith })
  }
  // Reading every mesh is only worth it if there are animations.
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
 * Names of an animation's bones. A UE3 set has them as track names; in Mass Effect the sequences' data have
 * them.
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
