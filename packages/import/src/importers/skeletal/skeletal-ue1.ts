import type { PackageEdit } from '@ukit/edit'
import { type Bone, MediaError, type Mesh, type MeshPlacement } from '@ukit/media'
import { conjugate, mirroredMesh, product, type Quaternion, rotate } from '@ukit/media/internal'
import { common, ue1 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { meshBones } from './mesh-bones.js'
import { type PlacedMaterials, paintPairs } from './mesh-materials.js'
import { pointBounds, roomyBox, SPHERE_MARGIN } from './skeletal-bounds.js'
import { quantised, type SkeletalParts, skeletalDepth, skeletalParts } from './skeletal-parts.js'

/** The weight 1. */
const FULL = 65_535
/** Maximum of 16-bit numbers. */
const MAX_COUNT = 0xffff
/** Morph setting of levels of detail: the default of the engine's importer. */
const LOD_MORPH = 0.3
const RATE = 30

/** The content to write into a SkeletalMesh of UE1, computed before anything changes. */
export interface Ue1SkeletalContent {
  readonly mesh: Mesh
  readonly parts: SkeletalParts
  readonly materials: PlacedMaterials
  /** Number of the first influence of each bone, and how many. */
  readonly weightIndices: Uint16Array
  readonly weights: Uint16Array
  readonly localPoints: Float32Array
  readonly wedges: Uint8Array
}

/**
 * The arrays of a mesh for UE1: points, roots and faces unchanged, texture coordinates in 256ths, weights in
 * 65,535ths that add up to 1.
 *
 * @throws {MediaError} `unsupported` for more weights than 16-bit numbers can count.
 */
export function ue1SkeletalContent(given: Mesh, materials: PlacedMaterials, notes: string[]): Ue1SkeletalContent {
  // UE1 packages store meshes right-handed.
  const mesh = mirroredMesh(given)
  const [lod] = mesh.lods
  if (lod === undefined) throw new MediaError('no-data', 'it has no level of detail')
  if (mesh.lods.length > 1)
    notes.push(`${plural(mesh.lods.length - 1, 'further level')} of detail left out: UE1 makes its own`)
  if (lod.uvs.length > 1) notes.push(`${plural(lod.uvs.length - 1, 'further set')} of texture coordinates left out`)
  const parts = skeletalParts(lod)
  const bones = mesh.skeleton?.bones ?? []
  return { mesh, parts, materials, ...weightsByBone(parts, bones), wedges: wedgeBytes(parts, notes) }
}

/** Weights listed by bone, each with the point's position in the space of the bone. */
function weightsByBone(parts: SkeletalParts, bones: readonly Bone[]) {
  const lists: [point: number, weight: number][][] = bones.map(() => [])
  let total = 0
  for (const [point, influences] of parts.influences.entries()) {
    const whole = quantised(influences, FULL)
    for (const [i, { bone }] of influences.entries()) {
      const weight = whole[i] ?? 0
      if (weight === 0) continue
      lists[bone]?.push([point, weight])
      total++
    }
  }
  if (total > MAX_COUNT) throw new MediaError('unsupported', `expected at most ${MAX_COUNT} weights, found ${total}`)
  const weightIndices = new Uint16Array(bones.length * 4)
  const weights = new Uint16Array(total * 2)
  const localPoints = new Float32Array(total * 3)
  const spaces = worldSpaces(bones)
  let at = 0
  for (const [bone, list] of lists.entries()) {
    weightIndices.set([at, list.length], bone * 4)
    for (const [point, weight] of list) {
      weights.set([point, weight], at * 2)
      const [x = 0, y = 0, z = 0] = parts.places.subarray(point * 3, point * 3 + 3)
      const { turn, place } = spaces[bone] ?? HERE
      localPoints.set(rotate(conjugate(turn), [x - place[0], y - place[1], z - place[2]]), at * 3)
      at++
    }
  }
  return { weightIndices, weights, localPoints }
}

interface Space {
  readonly turn: Quaternion
  readonly place: readonly [x: number, y: number, z: number]
}

const HERE: Space = { turn: [0, 0, 0, 1], place: [0, 0, 0] }

/** The transform of each bone in the space of the mesh. */
function worldSpaces(bones: readonly Bone[]): Space[] {
  const spaces: Space[] = []
  for (const { parent, position, rotation } of bones) {
    const outer = spaces[parent] ?? HERE
    const [x, y, z] = rotate(outer.turn, position)
    spaces.push({
      turn: product(outer.turn, rotation),
      place: [outer.place[0] + x, outer.place[1] + y, outer.place[2] + z],
    })
  }
  return spaces
}

/** Four bytes each: point (16 bits), U and V rounded as by the engine's importer: ⌊u · 256⌋, at most 255. */
function wedgeBytes({ wedgePoints, uvs: [uv] }: SkeletalParts, notes: string[]): Uint8Array {
  const bytes = new Uint8Array(wedgePoints.length * 4)
  const view = new DataView(bytes.buffer)
  let outside = 0
  for (const [i, point] of wedgePoints.entries()) {
    view.setUint16(i * 4, point, true)
    for (const k of [0, 1]) {
      const value = uv?.[i * 2 + k] ?? 0
      if (value < 0 || value > 1) outside++
      bytes[i * 4 + 2 + k] = Math.min(255, Math.max(0, Math.floor(value * 256)))
    }
  }
  if (outside > 0)
    notes.push(`${outside} texture coordinates are outside 0 to 1, which UE1 cannot store: moved to the edge`)
  return bytes
}

/**
 * Puts the content into the object. What the import does not decide stays: rotation, origin, the default
 * animation, and the bone of the weapon if it still exists.
 *
 * The engine can leave out faces of distant meshes using tables that its importer makes. The tables written
 * here leave nothing out.
 */
export function fillUe1Skeletal(
  edit: PackageEdit,
  object: ue1.SkeletalMesh,
  content: Ue1SkeletalContent,
  placement: Partial<MeshPlacement>,
): void {
  const { mesh, parts, materials } = content
  const pointCount = parts.places.length / 3
  const weaponBone = object.refSkeleton[object.weaponBone]?.name.toString().toLowerCase()
  fillFrame(object, parts)
  paintPairs(object, materials, mesh.materials)
  object.faces = Uint16Array.from(parts.faces, (number, i) => (i % 4 === 3 ? (materials.numbers[number] ?? 0) : number))
  object.wedges = content.wedges
  object.extWedges = new Uint8Array(0)
  object.points = parts.places
  object.refSkeleton = meshBones(edit, mesh, object.refSkeleton, () => new common.MeshBone())
  object.boneWeightIndices = content.weightIndices
  object.boneWeights = content.weights
  object.localPoints = content.localPoints
  object.skeletalDepth = skeletalDepth(mesh)
  object.weaponBone = object.refSkeleton.findIndex(({ name }) => name.toString().toLowerCase() === weaponBone)
  object.collapsePointThus = new Uint16Array(pointCount)
  object.faceLevel = new Uint16Array(parts.faces.length / 4)
  object.collapseWedgeThus = Uint16Array.from({ length: parts.wedgePoints.length }, (_, i) => i)
  object.specialFaces = new Uint16Array(0)
  object.modelVerts = pointCount
  object.specialVerts = 0
  object.lodMinVerts = pointCount
  object.lodMorph = LOD_MORPH
  const { origin, scale, rotation } = placement
  if (origin !== undefined) object.origin = Float32Array.from(origin)
  if (scale !== undefined) object.scale = Float32Array.from(scale)
  if (rotation !== undefined) object.rotOrigin = Int32Array.from(rotation)
}

function fillFrame(object: ue1.SkeletalMesh, { places }: SkeletalParts): void {
  const bounds = pointBounds(places)
  const box = () => Object.assign(new common.Box(), { corners: roomyBox(bounds, 1), isValid: 1 })
  const sphere = () =>
    Object.assign(new common.Sphere(), {
      numbers: Float32Array.from([...bounds.middle, bounds.distance * SPHERE_MARGIN]),
    })
  object.box = box()
  object.sphere = sphere()
  object.meshBox = box()
  object.meshSphere = sphere()
  object.boxes = [box()]
  object.spheres = [sphere()]
  object.frameVerts = places.length / 3
  object.animFrames = 0
  if (object.animSeqs.length > 0) return
  const all = new ue1.AnimSequence()
  all.rate = RATE
  object.animSeqs = [all]
  object.andFlags = 0xffff_ffff
}

/** A material is poly flags and a texture number. Existing materials keep their numbers. */
