import type { PackageEdit } from '@ukit/edit'
import type { SkeletalAnimation } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import type { AnimationImportOptions } from '../importers/skeletal/import-animation.js'
import type { SkeletalMeshImportOptions } from '../importers/skeletal/import-skeletal-mesh.js'
import { placementOf, texturesOf } from './exec-mesh.js'
import type { ExecAnimation, ExecMesh } from './exec-models.js'
import type { ExecObjects } from './exec-objects.js'

/** Options of the importer of skeletal meshes; `finishSkeletalMesh` does the rest. */
export function skeletalOptions(mesh: ExecMesh): SkeletalMeshImportOptions {
  return { placement: placementOf(mesh) }
}

/**
 * Sets what lines say about a skeletal mesh apart from its file: its textures, its animation and, in UE1, how
 * its detail is reduced and which bone holds a weapon.
 */
export async function finishSkeletalMesh(
  edit: PackageEdit,
  path: string,
  mesh: ExecMesh,
  objects: ExecObjects,
  remarks: string[],
): Promise<void> {
  const textures = texturesOf(mesh, objects, remarks)
  const { animation, weaponBone, weaponPlace, detail } = mesh
  const moves =
    animation === undefined
      ? undefined
      : (objects.find(animation, 'Animation') ?? objects.find(animation, 'MeshAnimation'))
  if (animation !== undefined && moves === undefined)
    remarks.push(`there is no animation ${animation}: ${mesh.name} has none`)
  if ([weaponPlace?.X, weaponPlace?.Y, weaponPlace?.Z].some((value) => (value ?? 0) !== 0))
    remarks.push(`the weapon position of ${mesh.name} is left out: ukit does not import it`)
  await edit.change(edit.export(path), (object) => {
    if (!(object instanceof ue1.SkeletalMesh || object instanceof ue2.SkeletalMesh)) {
      remarks.push(`only the file of ${mesh.name} is imported: lines set textures and animation only in UE1 and UE2`)
      return
    }
    for (const [number, texture] of textures) object.textures[number] = texture
    object.textures = Array.from(object.textures, (texture) => texture ?? null)
    if (object instanceof ue2.SkeletalMesh) {
      if (moves !== undefined) object.animation = moves
      if (weaponBone !== undefined) remarks.push(`the bone ${weaponBone} holds no weapon: UE2 has sockets for that`)
      return
    }
    if (moves !== undefined) object.defaultAnimation = moves
    object.lodStrength = detail?.STRENGTH ?? object.lodStrength
    object.lodMinVerts = detail?.MINVERTS ?? object.lodMinVerts
    object.lodMorph = detail?.MORPH ?? object.lodMorph
    object.lodZDisplace = detail?.ZDISP ?? object.lodZDisplace
    object.lodHysteresis = detail?.HYSTERESIS ?? object.lodHysteresis
    if (weaponBone === undefined) return
    object.weaponBone = object.refSkeleton.findIndex(
      ({ name }) => name.toString().toLowerCase() === weaponBone.toLowerCase(),
    )
    if (object.weaponBone < 0) remarks.push(`there is no bone ${weaponBone} in ${mesh.name}: it holds no weapon`)
  })
}

/**
 * Options of the importer of animations: rates, groups, functions to call. Sequences that are not in the file
 * are reported in `remarks`.
 */
export function animationOptions(
  { sequences, notifies }: ExecAnimation,
  moves: SkeletalAnimation,
  remarks: string[],
): AnimationImportOptions {
  const isThere = (name: string, consequence: string) => {
    const found = moves.sequences.some((sequence) => sequence.name.toLowerCase() === name.toLowerCase())
    if (!found) remarks.push(`there is no sequence ${name} in the file: ${consequence}`)
    return found
  }
  return {
    sequences: sequences
      .filter(({ SEQ }) => isThere(SEQ, 'it is left out'))
      .map(({ SEQ, RATE, GROUP }) => ({ name: SEQ, rate: RATE, group: GROUP })),
    notifies: notifies
      .filter(({ SEQ, FUNCTION }) => isThere(SEQ, `${FUNCTION} is not called`))
      .map(({ SEQ, TIME, FUNCTION }) => ({ sequence: SEQ, time: TIME, function: FUNCTION })),
  }
}
