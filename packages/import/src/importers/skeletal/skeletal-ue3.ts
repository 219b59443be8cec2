import type { PackageEdit } from '@ukit/edit'
import { MediaError, type Mesh, type MeshPlacement } from '@ukit/media'
import { type PropertyValue, TaggedStruct, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { meshBones } from './mesh-bones.js'
import type { PlacedMaterials } from './mesh-materials.js'
import { pointBounds, roomyBox } from './skeletal-bounds.js'
import { skeletalDepth, skeletalParts } from './skeletal-parts.js'
import { type LodForm, lodFormOf, ue3SkeletalLod } from './skeletal-ue3-lod.js'

/** White. */
const BONE_COLOUR = 0xffff_ffff

/** The content to write into a SkeletalMesh of UE3, computed before anything changes. */
export interface Ue3SkeletalContent {
  readonly mesh: Mesh
  readonly form: LodForm
  readonly materials: PlacedMaterials
  readonly lods: readonly ue3.SkeletalMeshLodModel[]
  readonly places: Float32Array
}

/**
 * The levels of detail of a mesh for UE3.
 *
 * @param existing the mesh that is replaced, or an empty one. If its levels have data for the editor or for
 *   tessellation, the new ones do too.
 */
export function ue3SkeletalContent(
  edit: PackageEdit,
  existing: ue3.SkeletalMesh,
  mesh: Mesh,
  materials: PlacedMaterials,
  fullPrecisionUVs: boolean | undefined,
  notes: string[],
): Ue3SkeletalContent {
  const [finest] = mesh.lods
  if (finest === undefined) throw new MediaError('no-data', 'it has no level of detail')
  const form = lodFormOf(edit.package, existing, fullPrecisionUVs)
  const lods = mesh.lods.map((lod, level) =>
    ue3SkeletalLod(
      { ...lod, sections: lod.sections.map((one) => ({ ...one, slot: materials.numbers[one.slot] ?? 0 })) },
      mesh.skeleton?.bones.length ?? 0,
      form,
      existing,
      level,
      notes,
    ),
  )
  const [before] = existing.lodModels
  if (existing.lodModels.length > mesh.lods.length)
    notes.push(`the mesh had ${plural(existing.lodModels.length, 'level')} of detail and has ${mesh.lods.length} now`)
  if ((before?.vertexInfluences.length ?? 0) > 0) notes.push('other weights of its vertices are left out')
  if (existing.perPolyBoneCollisions.length > 0)
    notes.push('the hit triangles of single bones stay those of the old mesh')
  return { mesh, form, materials, lods, places: skeletalParts(finest).places }
}

/**
 * Puts the content into the object. What the import does not decide stays: placement, sockets, cloth, further
 * properties.
 */
export function fillUe3Skeletal(
  edit: PackageEdit,
  object: ue3.SkeletalMesh,
  { mesh, form, materials, lods, places }: Ue3SkeletalContent,
  placement: Partial<MeshPlacement>,
): void {
  object.bounds.numbers = boundsOf(places)
  object.materials = materials.objects.map((known, i) => {
    const chosen = materials.chosen.get(i)
    return chosen === undefined ? known : chosen()
  })
  object.bones = meshBones(
    edit,
    mesh,
    object.bones,
    () => Object.assign(new ue3.MeshBone(), { colour: BONE_COLOUR }),
    false,
  )
  object.skeletalDepth = skeletalDepth(mesh)
  object.lodModels = lods.map((lod) =>
    Object.assign(new ue3.SkeletalMeshLodModel(() => object.properties.get('bHasVertexColors') === true), {
      ...lod,
      hasVertexColours: () => object.properties.get('bHasVertexColors') === true,
    }),
  )
  object.boneIndices = object.bones.map(({ name }, index) => Object.assign(new ue3.NameIndex(), { name, index }))
  if (form.hasClothing) object.clothingAssets = object.materials.map((_, i) => object.clothingAssets[i] ?? null)
  fitLodInfo(object, lods)
  const { origin, rotation } = placement
  if (origin !== undefined) object.origin = Float32Array.from(origin, (value) => -value)
  if (rotation !== undefined) object.rotationOrigin = Int32Array.from(rotation)
}

/** Centre, half size and radius of the box with room for animations. The sphere is around the box. */
function boundsOf(places: Float32Array): Float32Array {
  const corners = roomyBox(pointBounds(places), 0.1)
  const half = [0, 1, 2].map((k) => ((corners[k + 3] ?? 0) - (corners[k] ?? 0)) / 2)
  return Float32Array.from([...half.map((value, k) => (corners[k] ?? 0) + value), ...half, Math.hypot(...half)])
}

/**
 * The property LODInfo has an element for each level of detail, and lists in it have one for each section.
 * Section materials are those of the mesh, so no mapping is needed.
 */
function fitLodInfo(object: ue3.SkeletalMesh, lods: readonly ue3.SkeletalMeshLodModel[]): void {
  const infos = object.properties.get('LODInfo')
  if (!Array.isArray(infos)) return
  infos.length = Math.min(infos.length, lods.length)
  for (const [i, info] of infos.entries()) {
    if (!(info instanceof TaggedStruct)) continue
    for (const property of info.properties.items) {
      const name = property.name.toString().toLowerCase()
      if (!Array.isArray(property.value)) continue
      if (name === 'lodmaterialmap') property.value = []
      if (name === 'benableshadowcasting' || name === 'trianglesorting')
        property.value = stretched(property.value, lods[i]?.sections.length ?? 0)
    }
  }
}

/** The list with `count` elements: further ones are copies of the last. */
function stretched(list: readonly PropertyValue[], count: number): PropertyValue[] {
  const last = list.at(-1)
  return Array.from({ length: list.length === 0 ? 0 : count }, (_, i) => list[i] ?? last ?? null)
}
