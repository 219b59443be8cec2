import { EditExport, type PackageEdit } from '@ukit/edit'
import { ue1 } from '@ukit/objects'
import type { SkeletalMeshImportOptions } from '../import/skeletal/import-skeletal-mesh.js'
import { placementOf, texturesOf } from './exec-mesh.js'
import type { ExecAnimation, ExecMesh } from './exec-models.js'
import type { ExecObjects } from './exec-objects.js'

/** Options of the importer of skeletal meshes; `finishSkeletalMesh` does the rest. */
export function skeletalOptions(mesh: ExecMesh): SkeletalMeshImportOptions {
  const { origin = [0, 0, 0], rotation = [0, 0, 0], scale = [1, 1, 1] } = placementOf(mesh)
  const isPlaced = mesh.origin !== undefined || mesh.scale !== undefined
  return isPlaced ? { placement: { origin, rotation, scale } } : {}
}

/**
 * Sets what lines say about a skeletal mesh beside its file: textures, its animation, the bone that holds a
 * weapon. Only for UE1: editors of UE2 set them by hand.
 */
export async function finishSkeletalMesh(
  edit: PackageEdit,
  path: string,
  mesh: ExecMesh,
  objects: ExecObjects,
  remarks: string[],
): Promise<void> {
  const textures = texturesOf(mesh, objects, remarks)
  const { animation, weaponBone, weaponPlace } = mesh
  const moves = animation === undefined ? undefined : objects.find(animation, 'Animation')
  if (animation !== undefined && moves === undefined)
    remarks.push(`there is no animation ${animation}: ${mesh.name} has none`)
  if ([weaponPlace?.X, weaponPlace?.Y, weaponPlace?.Z].some((value) => (value ?? 0) !== 0))
    remarks.push(`the place of the weapon of ${mesh.name} is left out: ukit does not import it`)
  await edit.change(edit.export(path), (object) => {
    if (!(object instanceof ue1.SkeletalMesh)) {
      remarks.push(`only the file of ${mesh.name} is imported: textures and animation are set by lines in UE1 alone`)
      return
    }
    for (const [number, texture] of textures) object.textures[number] = texture
    object.textures = Array.from(object.textures, (texture) => texture ?? null)
    if (moves !== undefined) object.defaultAnimation = moves
    if (weaponBone === undefined) return
    object.weaponBone = object.refSkeleton.findIndex(
      ({ name }) => name.toString().toLowerCase() === weaponBone.toLowerCase(),
    )
    if (object.weaponBone < 0) remarks.push(`there is no bone ${weaponBone} in ${mesh.name}: it holds no weapon`)
  })
}

/** Sets what lines say about sequences of an animation: rates, groups, functions that are called (UE1). */
export async function finishAnimation(
  edit: PackageEdit,
  path: string,
  { sequences, notifies }: ExecAnimation,
  remarks: string[],
): Promise<void> {
  const entry = edit.lookUp(path)
  if (!(entry instanceof EditExport) || sequences.length + notifies.length === 0) return
  const nameOf = (text: string) => edit.findName(text)?.numbered(0) ?? edit.addName(text)
  await edit.change(entry, (object) => {
    const own = object instanceof ue1.Animation ? object.animSeqs : []
    const named = (text: string) => own.find(({ name }) => name.toString().toLowerCase() === text.toLowerCase())
    for (const { SEQ, RATE, GROUP } of sequences) {
      const sequence = named(SEQ)
      if (sequence === undefined) remarks.push(`there is no sequence ${SEQ} in the file: it is left out`)
      else {
        if (RATE !== undefined) sequence.rate = RATE
        if (GROUP !== undefined) sequence.group = nameOf(GROUP)
      }
    }
    for (const { SEQ, TIME, FUNCTION } of notifies) {
      const sequence = named(SEQ)
      if (sequence === undefined) remarks.push(`there is no sequence ${SEQ} in the file: ${FUNCTION} is not called`)
      else sequence.notifies.push(Object.assign(new ue1.AnimNotify(), { time: TIME, function: nameOf(FUNCTION) }))
    }
  })
}
