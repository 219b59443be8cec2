import type { ObjectSource } from '@ukit/container'
import { EditExport, EditImport, type EditObject, type PackageEdit, setProperty } from '@ukit/edit'
import { MediaError, type Mesh, type MeshPlacement } from '@ukit/media'
import { type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import type { Imported } from '../importer.js'
import { checkNewPath } from '../new-object.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import { withSimplifiedLods } from '../simplified-lods.js'
import type { SlotMaterials } from '../slot-materials.js'
import { checkedSkeletalMesh, type SkeletalLimits } from './check-skeletal.js'
import { isMaterialInterface, isTexture, type MaterialChoice, placedMaterials } from './mesh-materials.js'
import { fillUe1Skeletal, ue1SkeletalContent } from './skeletal-ue1.js'
import { fillUe2Skeletal, ue2SkeletalContent } from './skeletal-ue2.js'
import { fillUe3Skeletal, ue3SkeletalContent } from './skeletal-ue3.js'

/** How to import a skeletal mesh; see `IMPORT_SKELETAL_MESH_DEFAULTS`. */
export interface SkeletalMeshImportOptions {
  /**
   * `keep`: a mesh that is replaced keeps its materials, found by the names of slots or their numbers.
   * `names`: all slots take the material or texture of the package that has their name, as the slots of a new
   * mesh do. Or the materials of single slots; the other slots are then as with `keep`.
   */
  readonly materials?: MaterialChoice | SlotMaterials | undefined
  /** Origin, scale and rotation. By default a mesh that is replaced keeps its own, and a new one has none. */
  readonly placement?: Partial<MeshPlacement> | undefined
  /**
   * Further levels of detail, made by removing triangles, as fractions of the first one's: `[0.5, 0.25]`.
   * They replace the levels in the file.
   */
  readonly lods?: readonly number[] | undefined
  /** Scales weights whose sum is not 1, instead of refusing the mesh. */
  readonly normalizeWeights?: boolean | undefined
  /**
   * UE3: texture coordinates as floats instead of halves; a mesh that is replaced keeps its format by
   * default.
   */
  readonly fullPrecisionUVs?: boolean | undefined
}

/** The defaults of `importSkeletalMesh`. */
export const IMPORT_SKELETAL_MESH_DEFAULTS = {
  materials: 'keep',
  lods: [],
  normalizeWeights: false,
} as const satisfies SkeletalMeshImportOptions

/** Bone numbers have 8 bits in UE3's vertices, and 12 bits (times 6) in UE2's streams. */
const LIMITS: Readonly<Record<1 | 2 | 3, SkeletalLimits>> = {
  1: { vertices: 65_535, bones: 65_535, influences: 8 },
  2: { vertices: 65_535, bones: 682, influences: 4 },
  3: { vertices: 0xffff_ffff, bones: 256, influences: 4 },
}

/**
 * *Imports a skeletal mesh*: adds a SkeletalMesh of UE1, UE2 or UE3, or replaces the content of an existing
 * one. By default a mesh that is replaced keeps its name, references, sockets, placement and materials.
 *
 * Points, faces, roots and bones keep their bits. Rounded are: in UE1 texture coordinates to 256ths and
 * weights to 65,535ths; in UE2 only normals (10 bits per component); in UE3 weights to 255ths, normals to 8
 * bits per component and, unless `fullPrecisionUVs`, texture coordinates to halves. Normals are made from the
 * triangles when the mesh has none.
 *
 * @param path of the object: `Group.Name`.
 * @throws {MediaError} for a mesh that the engine cannot store, naming the vertex or bone that is wrong;
 *   {PackageError} `refused` when the path belongs to an object of a different class. The document is then
 *   unchanged.
 */
export async function importSkeletalMesh(
  edit: PackageEdit,
  path: string,
  given: Mesh,
  options: SkeletalMeshImportOptions = {},
): Promise<Imported> {
  const { context } = edit.package
  if (context.bigEndian)
    throw new MediaError('unsupported', 'expected a PC package, found a console one: import into the PC version')
  const notes = [...given.notes]
  const normalizes = options.normalizeWeights ?? IMPORT_SKELETAL_MESH_DEFAULTS.normalizeWeights
  const mesh = checkedSkeletalMesh(given, LIMITS[context.engine], normalizes, notes)
  const target = await importTarget<ue1.SkeletalMesh | ue2.SkeletalMesh | ue3.SkeletalMesh>(
    edit,
    path,
    'SkeletalMesh',
    [ue1.SkeletalMesh, ue2.SkeletalMesh, ue3.SkeletalMesh],
  )
  if (target.replaced === undefined) checkNewPath(edit, path, target.className)
  const parts = options.lods ?? IMPORT_SKELETAL_MESH_DEFAULTS.lods
  if (context.engine === 1 && parts.length > 0)
    notes.push('no further levels of detail were made: skeletal meshes of UE1 have none')
  const detailed = await withSimplifiedLods(mesh, context.engine === 1 ? [] : parts)
  notes.push(...detailed.notes)
  const write = writerOf(edit, target.object, detailed.mesh, options, notes)
  const entry = await putObject(edit, target, RESOURCE_FLAGS, write)
  if (context.engine === 3 && target.replaced === undefined) await addLodInfo(edit, entry)
  return { path: entry.path, className: entry.className, objects: [entry.path], notes }
}

/** The settings that the editor writes for each level of detail of a new UE3 mesh. */
async function addLodInfo(edit: PackageEdit, entry: EditExport): Promise<void> {
  const { object } = await edit.read(entry)
  if (!(object instanceof ue3.SkeletalMesh)) return
  for (const [i, { sections }] of object.lodModels.entries()) {
    const at = `LODInfo:array(struct(SkeletalMeshLODInfo))[${i}]`
    await setProperty(edit, entry, `${at}.DisplayFactor:float`, i === 0 ? 0 : 0.5 ** i)
    await setProperty(edit, entry, `${at}.LODHysteresis:float`, LOD_HYSTERESIS)
    for (const k of sections.keys())
      await setProperty(edit, entry, `${at}.bEnableShadowCasting:array(bool)[${k}]`, true)
  }
}

/** The value of all levels of detail in real meshes. */
const LOD_HYSTERESIS = 0.02

/** Computes everything that is written. The function that it returns only puts it into the object. */
function writerOf(
  edit: PackageEdit,
  existing: UnrealObject,
  mesh: Mesh,
  options: SkeletalMeshImportOptions,
  notes: string[],
): (object: UnrealObject) => void {
  const { placement = {}, materials: choice = IMPORT_SKELETAL_MESH_DEFAULTS.materials } = options
  if (existing instanceof ue1.SkeletalMesh) {
    const had = pairedTextures(existing)
    const materials = placedMaterials(edit, mesh.materials, had, choice, isTexture, notes)
    const content = ue1SkeletalContent(mesh, materials, notes)
    return (object) => {
      if (object instanceof ue1.SkeletalMesh) fillUe1Skeletal(edit, object, content, placement)
    }
  }
  if (existing instanceof ue2.SkeletalMesh) {
    const had = pairedTextures(existing)
    const materials = placedMaterials(edit, mesh.materials, had, choice, isTexture, notes)
    const content = ue2SkeletalContent(edit, existing, mesh, materials, notes)
    return (object) => {
      if (object instanceof ue2.SkeletalMesh) fillUe2Skeletal(edit, object, content, placement)
    }
  }
  if (existing instanceof ue3.SkeletalMesh) {
    const materials = placedMaterials(
      edit,
      mesh.materials,
      editObjects(existing.materials),
      choice,
      isMaterialInterface,
      notes,
    )
    const content = ue3SkeletalContent(edit, existing, mesh, materials, options.fullPrecisionUVs, notes)
    return (object) => {
      if (object instanceof ue3.SkeletalMesh) fillUe3Skeletal(edit, object, content, placement)
    }
  }
  throw new MediaError('unsupported', 'expected a SkeletalMesh that ukit can read, found one that it cannot')
}

/**
 * The texture of each material of UE1 and UE2; a material there is poly flags and the number of a texture.
 */
function pairedTextures({ materials, textures }: ue1.SkeletalMesh | ue2.SkeletalMesh): (EditObject | null)[] {
  const numbers = [...materials].filter((_, i) => i % 2 === 1)
  return editObjects(numbers.map((number) => textures[number] ?? null))
}

/** References as entries of the document; `null` for others. */
function editObjects(list: readonly (ObjectSource | null)[]): (EditObject | null)[] {
  return list.map((object) => (object instanceof EditExport || object instanceof EditImport ? object : null))
}
