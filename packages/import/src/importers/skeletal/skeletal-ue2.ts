import { Feature } from '@ukit/container'
import type { PackageEdit } from '@ukit/edit'
import { MediaError, type Mesh, type MeshLod, type MeshPlacement } from '@ukit/media'
import { NO_PLACEMENT } from '@ukit/media/internal'
import { common, type ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { meshBones } from './mesh-bones.js'
import { type PlacedMaterials, paintPairs } from './mesh-materials.js'
import { pointBounds, roomyBox, SPHERE_MARGIN } from './skeletal-bounds.js'
import { type SkeletalParts, skeletalDepth, skeletalParts } from './skeletal-parts.js'
import { influenceBytes, triangleBytes, wedgeBytes } from './skeletal-ue2-arrays.js'
import { ue2SkeletalLod } from './skeletal-ue2-lod.js'

/** Meshes of earlier versions have no levels of detail. */
const LEAST_VERSION = 2
/** Marks a wedge that never collapses onto another. */
const NO_COLLAPSE = 65_535
/**
 * Spheres of skeletal meshes are larger than the pose by this factor (3 of 4 meshes; the fourth's was set by
 * hand).
 */
const SPHERE_ROOM = 1.4
/** Values of new meshes in real files: morph and the minimum number of vertices. */
const LOD_MORPH = 0.3
const LOD_MIN_VERTICES = 10
/** A zero byte: an array without elements. */
const EMPTY_ARRAY = Uint8Array.of(0)

/** The content to write into a SkeletalMesh of UE2, computed before anything changes. */
export interface Ue2SkeletalContent {
  readonly mesh: Mesh
  readonly parts: SkeletalParts
  readonly materials: PlacedMaterials
  readonly lods: readonly ue2.SkeletalLod[]
}

/**
 * The levels of detail of a mesh for UE2, in the editor's form and the renderer's.
 *
 * @param existing the mesh that is replaced, or an empty one: levels keep their distances and game-specific
 *   headers.
 * @throws {MediaError} `unsupported` for games whose levels of detail have another form.
 */
export function ue2SkeletalContent(
  edit: PackageEdit,
  existing: ue2.SkeletalMesh,
  mesh: Mesh,
  materials: PlacedMaterials,
  notes: string[],
): Ue2SkeletalContent {
  const { context } = edit.package
  if (context.since(Feature.SkeletalBoneMaps) || context.since(Feature.FloatVertices))
    throw new MediaError('unsupported', 'the game of this package stores levels of detail differently')
  if (existing.version < LEAST_VERSION)
    throw new MediaError(
      'unsupported',
      `expected a mesh of version ${LEAST_VERSION} or later, found ${existing.version}`,
    )
  const [finest] = mesh.lods
  if (finest === undefined) throw new MediaError('no-data', 'it has no level of detail')
  if (finest.uvs.length > 1)
    notes.push(`${plural(finest.uvs.length - 1, 'further set')} of texture coordinates left out`)
  if (existing.lods.length > mesh.lods.length)
    notes.push(`the mesh had ${plural(existing.lods.length, 'level')} of detail and has ${mesh.lods.length} now`)
  const bones = new Set(mesh.skeleton?.bones.map(({ name }) => name.toLowerCase()))
  for (const [i, bone] of existing.socketBones.entries())
    if (!bones.has(bone.toString().toLowerCase()))
      notes.push(`attach point ${existing.socketAliases[i]} is on ${bone}, which the mesh no longer has`)
  const [like] = existing.lods
  const wasSoft = like !== undefined && like.numSoftWedges > 0 && like.vertices.vertices.length === 0
  const allSoft = wasSoft || context.since(Feature.SkeletalLodHeader)
  const lods = mesh.lods.map((lod, level) => ue2SkeletalLod(painted(lod, materials), existing, level, allSoft))
  return { mesh, parts: skeletalParts(painted(finest, materials)), materials, lods }
}

/** The same level of detail with the object's material numbers. */
function painted(lod: MeshLod, { numbers }: PlacedMaterials): MeshLod {
  return { ...lod, sections: lod.sections.map((section) => ({ ...section, slot: numbers[section.slot] ?? 0 })) }
}

/**
 * Puts the content into the object. What the import does not decide stays: placement, attach points,
 * animation, shapes of bones, Karma.
 */
export function fillUe2Skeletal(
  edit: PackageEdit,
  object: ue2.SkeletalMesh,
  { mesh, parts, materials, lods }: Ue2SkeletalContent,
  placement: Partial<MeshPlacement>,
): void {
  const isNew = object.lods.length === 0 && object.bones.length === 0
  const bounds = pointBounds(parts.places)
  object.box = Object.assign(new common.Box(), { corners: roomyBox(bounds, 0.1), isValid: 1 })
  object.sphere = Object.assign(new common.Sphere(), {
    numbers: Float32Array.from([...bounds.middle, bounds.distance * SPHERE_MARGIN * SPHERE_ROOM]),
  })
  object.numVertices = parts.places.length / 3
  paintPairs(object, materials, mesh.materials)
  object.bones = meshBones(edit, mesh, object.bones, () => new common.MeshBone())
  object.skeletalDepth = skeletalDepth(mesh)
  object.lods = [...lods]
  fillImported(object, parts)
  if (isNew) {
    object.skinTessellation = 0
    object.lodNumbers = Float32Array.of(1, 0, 1)
    object.lodMinVertices = LOD_MIN_VERTICES
    object.lodMorph = Float32Array.of(LOD_MORPH, 0)
  }
  const { origin, scale, rotation } = isNew ? { ...NO_PLACEMENT, ...placement } : placement
  if (origin !== undefined) object.origin = Float32Array.from(origin)
  if (scale !== undefined) object.scale = Float32Array.from(scale)
  if (rotation !== undefined) object.rotationOrigin = Int32Array.from(rotation)
}

/** The mesh as imported, from which the editor makes levels of detail. */
function fillImported(object: ue2.SkeletalMesh, parts: SkeletalParts): void {
  object.points = parts.places
  object.importedWedges = wedgeBytes(parts)
  object.triangles = triangleBytes(parts.faces)
  object.influences = influenceBytes(parts)
  object.collapse = new Uint16Array(parts.wedgePoints.length).fill(NO_COLLAPSE)
  object.faceMap = new Uint16Array(parts.faces.length / 4)
  object.faceLevels = new Uint16Array(parts.faces.length / 4)
  if (object.skippedArrays.every(({ length }) => length === 0)) return
  object.skippedArrays = [EMPTY_ARRAY, EMPTY_ARRAY, EMPTY_ARRAY]
  object.skippedMap = new Uint16Array(0)
}
