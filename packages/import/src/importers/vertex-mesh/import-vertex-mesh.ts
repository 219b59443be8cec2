import type { EditObject, PackageEdit } from '@ukit/edit'
import { type FrameSequence, MediaError, type Mesh, type StoredFrames } from '@ukit/media'
import type { Imported } from '../importer.js'
import { refused } from '../refused.js'
import { checkChoice, objectNamed } from '../slot-materials.js'
import { importMesh } from './import-mesh.js'
import type { ImportMeshOptions, MeshSequence } from './mesh-options.js'
import { modelOfMesh } from './model-of-mesh.js'
import { type ModelSlot, modelSlots } from './model-slots.js'
import { type ReplacedMesh, replacedMesh } from './replaced-mesh.js'

/**
 * *Imports a mesh of a file as a mesh that moves by frames*: Mesh and LodMesh of UE1, VertMesh of UE2. A glTF
 * file that `extract` wrote comes back as it was; a mesh that does not move has one frame.
 *
 * The mesh is shown where and as large as the file shows it: packed points, scale and origin follow from
 * that, and `origin`, `scale` and `rotation` move the whole. A mesh that is replaced keeps its textures, and
 * what the file does not know of its sequences: groups, notifies.
 *
 * @throws {MediaError} `unsupported` for a mesh that moves by bones; see `modelOfMesh` and `importMesh`.
 *   {PackageError} `refused` for one of several sequences of the mesh that it would replace.
 */
export async function importVertexMesh(
  edit: PackageEdit,
  path: string,
  mesh: Mesh,
  options: ImportMeshOptions = {},
): Promise<Imported> {
  if (mesh.skeleton !== undefined)
    throw new MediaError(
      'unsupported',
      'expected a mesh that moves by morph targets, or not at all, found bones: import it as a SkeletalMesh, or ' +
        'turn its poses into shape keys',
    )
  const { engine } = edit.package.context
  const replaced = await replacedMesh(edit, path)
  const stored = mesh.frames?.stored
  const { part } = stored ?? {}
  const others = replaced?.sequences.some(({ name }) => name.toLowerCase() !== part?.toLowerCase()) === true
  if (part !== undefined && (others || (replaced !== undefined && replaced.frameCount !== mesh.frames?.count)))
    throw refused(
      path,
      `the file has only the sequence ${part} of the mesh, which would lose the others: extract it without ` +
        '--frames sequence',
    )
  const notes = [...mesh.notes]
  if (mesh.frames === undefined) notes.push('the file has no morph targets: the mesh has one frame')
  else if (mesh.frames.count === 1 && stored === undefined)
    notes.push('nothing animates the morph targets of the file: the mesh has one frame')
  const { origin, scale, rotation, materials = {}, ...rest } = options
  checkChoice(mesh.materials, materials)
  const slots = modelSlots(mesh.materials, replaced?.materials ?? [])
  const moved = {
    ...(origin === undefined ? {} : { origin }),
    ...(scale === undefined ? {} : { scale }),
    ...(rotation === undefined ? {} : { rotation }),
  }
  const { model, placement } = modelOfMesh(mesh, { engine, replaced, slots, placement: moved })
  const textures = new Map([
    ...namedTextures(edit, mesh, slots, replaced, materials, notes),
    ...(options.textures ?? []),
  ])
  const isPlain = engine === 1 && stored !== undefined && stored.detail === undefined
  const imported = await importMesh(edit, path, model, {
    ...(isPlain ? { className: 'Mesh' } : {}),
    ...(replaced === undefined ? storedOptions(stored) : {}),
    ...rest,
    ...placement,
    sequences: options.sequences ?? sequencesOf(mesh, replaced, engine, notes),
    textures,
    materials: byNumber(mesh, slots, materials),
  })
  return { ...imported, notes: [...notes, ...imported.notes] }
}

function storedOptions(stored: StoredFrames | undefined): ImportMeshOptions {
  const { detail, textureDetail } = stored ?? {}
  return {
    ...(detail === undefined ? {} : { detail }),
    ...(textureDetail === undefined ? {} : { textureDetail: new Map(textureDetail.entries()) }),
  }
}

/** Chosen materials by texture number; they may be chosen by number or by the name of a slot. */
function byNumber(
  { materials }: Mesh,
  slots: readonly ModelSlot[],
  choice: NonNullable<ImportMeshOptions['materials']>,
): NonNullable<ImportMeshOptions['materials']> {
  return Object.fromEntries(
    Object.entries(choice).map(([key, value]) => {
      const wanted = key.toLowerCase()
      const slot = materials.findIndex(({ path = '' }) => {
        const whole = path.toLowerCase()
        return whole !== '' && (whole === wanted || whole.slice(whole.lastIndexOf('.') + 1) === wanted)
      })
      return [slot < 0 ? key : `${slots[slot]?.texture ?? slot}`, value]
    }),
  )
}

/** Textures that the replaced mesh does not have yet, by the names that the file has for them. */
function namedTextures(
  edit: PackageEdit,
  { materials, frames }: Mesh,
  slots: readonly ModelSlot[],
  replaced: ReplacedMesh | undefined,
  choice: NonNullable<ImportMeshOptions['materials']>,
  notes: string[],
): Map<number, EditObject | null> {
  const found = new Map<number, EditObject | null>()
  const stored = frames?.stored?.textures ?? []
  const names = new Map<number, string | null>(stored.entries())
  for (const [slot, { path }] of materials.entries()) {
    const number = slots[slot]?.texture ?? slot
    if (stored[number] === undefined && !names.has(number)) names.set(number, path ?? null)
  }
  for (const [number, name] of names) {
    if (replaced !== undefined && number < replaced.textureCount) continue
    const object = name === null ? undefined : objectNamed(edit, name)
    const isTexture = object !== undefined && !/mesh|sound|class$/i.test(object.className)
    found.set(number, isTexture ? object : null)
    if (name !== null && !isTexture && Object.keys(choice).length === 0)
      notes.push(`texture ${number} is not set: there is no ${name} in this package; --skin ${number}=OBJECT sets it`)
  }
  return found
}

/** The sequences of the file; `undefined` for those of the mesh that is replaced, or all frames. */
function sequencesOf(
  { frames }: Mesh,
  replaced: ReplacedMesh | undefined,
  engine: 1 | 2 | 3,
  notes: string[],
): MeshSequence[] | undefined {
  const found = (frames?.sequences ?? []).filter(({ isMadeUp }) => isMadeUp !== true)
  const hasNone = found.length === 0 && frames?.stored === undefined
  if (frames === undefined || hasNone) return replaced?.sequences.length === 0 ? [] : undefined
  const sequences = found.map((sequence) => completed(sequence, replaced, engine, notes))
  const isAll = ({ name }: MeshSequence) => name.toLowerCase() === 'all'
  // Scripts count on the sequence that the editor makes for all meshes.
  const hasAll = frames.stored !== undefined || sequences.some(isAll)
  const isWithout = replaced !== undefined && replaced.sequences.length > 0 && !replaced.sequences.some(isAll)
  return hasAll || isWithout ? sequences : [{ name: 'All', first: 0, count: frames.count }, ...sequences]
}

/** A sequence with what the replaced mesh knows of the one with its name. */
function completed(
  { name, group, first, count, rate, storedRate, notifies }: FrameSequence,
  replaced: ReplacedMesh | undefined,
  engine: 1 | 2 | 3,
  notes: string[],
): MeshSequence {
  const fitting = name.replace(/[^\w-]/g, '_')
  if (fitting !== name) notes.push(`the sequence ${name} is called ${fitting}: scripts cannot name the other`)
  const known = replaced?.sequences.find((one) => one.name.toLowerCase() === fitting.toLowerCase())
  const own = (group === '' || group === 'None' ? known?.group : group) ?? 'None'
  return {
    name: fitting,
    first,
    count,
    rate: storedRate ?? (count === 1 ? (known?.rate ?? rate) : rate),
    group: engine === 1 ? own.split(', ')[0] : own,
    notifies:
      notifies.length > 0
        ? notifies.map((notify) => ({ time: notify.time, function: notify.name }))
        : (known?.notifies ?? []).map((notify) => ({ time: notify.time, function: notify.function })),
  }
}
