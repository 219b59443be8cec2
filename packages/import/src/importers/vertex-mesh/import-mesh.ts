import type { PackageEdit } from '@ukit/edit'
import { MediaError } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import type { VertexModel } from '../../models/vertex-model.js'
import type { Imported } from '../importer.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import { refused } from '../refused.js'
import { checkChoice, chosenMaterial } from '../slot-materials.js'
import { existingSequences, fillLodMesh, fillMesh } from './fill-ue1.js'
import { fillVertMesh, existingSequences as vertMeshSequences } from './fill-ue2.js'
import { IMPORT_MESH_DEFAULTS, type ImportMeshOptions, type VertexMeshClass } from './mesh-options.js'
import { preparedModel, preparedSequences } from './prepared-model.js'

/** Bits of `LODSTYLE` whose effect is known. */
const KNOWN_STYLE = 12

/**
 * *Imports a model that moves by frames*: adds a LodMesh (or Mesh) of UE1 or a VertMesh of UE2, or replaces
 * an existing one. Packed points keep their bits, texture coordinates their bytes. The points of a LodMesh
 * are sorted by how long they are kept as the mesh loses detail; points that are already in such an order
 * keep it.
 *
 * A mesh that is replaced keeps its placement (origin, scale, rotation), textures and everything else that no
 * option sets. It also keeps its sequences if the file names none and they are within its frames.
 *
 * @param path of the object: `Group.Name`. A group may have it as well, as in Unreal's own packages.
 * @throws {MediaError} for a model that is inconsistent or too large, see `checkModel`; for sequences beyond
 *   the frames; in UE3, which has no such meshes. {PackageError} `refused` when the path belongs to an object
 *   of another class. The document is then unchanged.
 */
export async function importMesh(
  edit: PackageEdit,
  path: string,
  model: VertexModel,
  options: ImportMeshOptions = {},
): Promise<Imported> {
  const notes = [...model.notes]
  const prepared = preparedModel(model, options)
  const paint = chosenTextures(edit, prepared, options)
  const { frame = IMPORT_MESH_DEFAULTS.frame, style = 0 } = options
  if (!(frame >= 0 && frame < prepared.frameCount))
    throw new MediaError(
      'broken',
      `expected one of the ${plural(prepared.frameCount, 'frame')} to decide, found ${frame}`,
    )
  if ((style & ~KNOWN_STYLE) !== 0)
    notes.push(`LODSTYLE ${style}: only 4 and 8 have an effect; the meaning of the others is not known`)
  const { target, notes: said } = await targetOf(edit, path, prepared, { ...options, textures: paint.textures })
  paint.importAll()
  const entry = await target()
  return { path: entry.path, className: entry.className, objects: [entry.path], notes: [...notes, ...said] }
}

/** Textures by number. Those of other packages are only imported when everything else has been checked. */
function chosenTextures(
  edit: PackageEdit,
  { triangles }: VertexModel,
  { textures, materials = {} }: ImportMeshOptions,
) {
  const all = new Map(textures)
  const count = triangles.reduce((most, { texture }) => Math.max(most, texture + 1), 0)
  const slots = Array.from({ length: count }, () => ({ polyFlags: 0 }))
  checkChoice(slots, materials)
  const chosen = slots.map((slot, number) => chosenMaterial(edit, slot, number, materials))
  return {
    textures: all,
    importAll() {
      for (const [number, find] of chosen.entries()) if (find !== undefined) all.set(number, find())
    },
  }
}

async function targetOf(edit: PackageEdit, path: string, model: VertexModel, options: ImportMeshOptions) {
  const { engine } = edit.package.context
  const className = classFor(edit, path, options)
  const notes: string[] = []
  if (engine === 2) {
    if (model.pointWords !== 1)
      throw new MediaError('unsupported', 'expected points of one word, found two: UE2 has no form for them')
    const target = await importTarget(edit, path, className, [ue2.VertMesh], true)
    const sequences = preparedSequences(model, options, vertMeshSequences(target.object))
    const fill = fillVertMesh(edit, model, sequences, options, notes, target.object)
    return { notes, target: () => putObject(edit, target, RESOURCE_FLAGS, fill) }
  }
  if (className === 'LodMesh') {
    const target = await importTarget(edit, path, className, [ue1.LodMesh], true)
    const sequences = preparedSequences(model, options, existingSequences(target.object))
    const fill = fillLodMesh(edit, model, sequences, options, notes, target.object)
    return { notes, target: () => putObject(edit, target, RESOURCE_FLAGS, fill) }
  }
  const target = await importTarget(edit, path, className, [ue1.Mesh], true)
  const sequences = preparedSequences(model, options, existingSequences(target.object))
  const fill = fillMesh(edit, model, sequences, options)
  return { notes, target: () => putObject(edit, target, RESOURCE_FLAGS, fill) }
}

/** The class of the object that is replaced, else the class asked for, else the one that the engine makes. */
function classFor(edit: PackageEdit, path: string, { className }: ImportMeshOptions): VertexMeshClass {
  const { engine } = edit.package.context
  if (engine === 3) throw new MediaError('unsupported', 'UE3 has no vertex meshes')
  if (engine === 2) {
    if (className !== undefined && className !== 'VertMesh')
      throw refused(path, `expected VertMesh, the class of UE2, found ${className}`)
    return 'VertMesh'
  }
  if (className === 'VertMesh') throw refused(path, 'expected LodMesh or Mesh, the classes of UE1, found VertMesh')
  // Looked up with the class, since a group may have the path too.
  const known = (['LodMesh', 'Mesh'] as const).find((one) => edit.lookUp(`${one}'${path}'`)?.className === one)
  return known ?? className ?? 'LodMesh'
}
