import { encodePng } from '@ukit/codecs/images'
import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue1 } from '@ukit/objects'
import { glbIn } from '../gltf/glb-of.js'
import type { TextureFile } from '../gltf/materials.js'
import { UNITS } from '../gltf/units.js'
import { type Material, type MaterialTexture, pictureKey } from '../material/material.js'
import { materialOf } from '../material/material-of.js'
import { MediaError } from '../media-error.js'
import { withClassSkins } from '../mesh/class-skins.js'
import { meshIn } from '../mesh/mesh-of.js'
import { mended } from '../mesh/model/mend.js'
import type { MaterialSlot, Mesh } from '../mesh/model/mesh.js'
import { withSequence } from '../mesh/model/sequence-mesh.js'
import type { SkeletalAnimation } from '../mesh/model/skeleton.js'
import { animationOf } from '../mesh/skeletal/animation.js'
import type { ExtractedAnimations } from '../mesh/skeletal/animation-choice.js'
import { AnimationsOnce } from '../mesh/skeletal/animations-once.js'
import { animationsOfMesh } from '../mesh/skeletal/mesh-animations.js'
import { OWN_MEMORY } from '../number-memory.js'
import { pictureOf } from '../picture/picture.js'
import { withHole } from '../picture/pixel-format.js'
import { pskOf } from '../psk/psk.js'
import { vertexFilesOf } from '../psk/vertex-files.js'
import type { ExportContext, MediaFile } from './exporter.js'

/** The files of a mesh: see `meshExporter`. */
export async function meshFiles(read: ReadObject, context: ExportContext): Promise<MediaFile[]> {
  const { reader, options, memory = OWN_MEMORY } = context
  const bare = await meshIn(memory, reader, read)
  const { slots, from } = await withClassSkins(reader, read.export, bare.materials, context.classPackages)
  const notes: string[] = []
  if (from !== undefined) notes.push(`its textures are those of the class ${nameIn(from, reader)}`)
  const mesh = slots === bare.materials ? bare : { ...bare, materials: slots }
  const look = await lookOf(mesh, context)
  const animations = mesh.kind === 'skeletal' ? await movementsOf(read, context, notes) : NO_ANIMATIONS
  const { engine } = read.export.package.context
  const write = (shown: Mesh, suffix = ''): MediaFile => {
    const glb = glbIn(memory, notes.length === 0 ? shown : { ...shown, notes: [...shown.notes, ...notes] }, {
      name: read.export.name,
      unit: options.unit ?? UNITS[engine],
      animations,
      ...(options.morphNormals === undefined ? {} : { morphNormals: options.morphNormals }),
      ...look,
      extras: { engine, package: reader.package.name, object: read.export.path, game: reader.package.game.id },
    })
    return {
      extension: 'glb',
      bytes: glb.bytes,
      ...(suffix === '' ? {} : { suffix }),
      ...(glb.notes.length === 0 ? {} : { note: glb.notes.join('; ') }),
    }
  }
  const sequences = options.frames === 'sequence' ? (mesh.frames?.sequences ?? []) : []
  const files =
    sequences.length === 0
      ? [write(mesh)]
      : sequences.map((sequence) => write(mended(withSequence(mesh, sequence)), `.${sequence.name}`))
  if (options.psk === true && mesh.skeleton !== undefined)
    files.push({ extension: 'psk', bytes: pskOf(mesh, { mirror: true }) })
  if (options.threeD === true && read.object instanceof ue1.Mesh && mesh.frames !== undefined) {
    const { data, animation, note } = vertexFilesOf(read.object)
    files.push({ extension: '3d', suffix: '_d', bytes: data, ...(note === undefined ? {} : { note }) })
    files.push({ extension: '3d', suffix: '_a', bytes: animation })
  }
  return files
}

const NO_ANIMATIONS: readonly SkeletalAnimation[] = []

/** The name of a class, with its package if that is a different one. */
function nameIn({ package: pkg, name }: ExportObject, reader: ObjectReader): string {
  return pkg === reader.package ? name : `${pkg.name}.${name}`
}

/** The animations of the mesh that can be read; those that cannot are named in `notes`. */
async function movementsOf(
  read: ReadObject,
  { reader, options, isChosen = ALL }: ExportContext,
  notes: string[],
): Promise<SkeletalAnimation[]> {
  const found: SkeletalAnimation[] = []
  for (const object of await chosenAnimations(reader, read, options.animations, isChosen, notes)) {
    const owner = object.package === reader.package ? reader : await reader.forPackage(object.package)
    try {
      found.push(await animationOf(owner, object))
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      notes.push(`its animation ${object.path} is not in the file: ${error.message}`)
    }
  }
  return found
}

/** Those of a mesh that go into its file; where others are is in `notes`. */
async function chosenAnimations(
  reader: ObjectReader,
  read: ReadObject,
  choice: ExtractedAnimations = 'once',
  isChosen: NonNullable<ExportContext['isChosen']>,
  notes: string[],
): Promise<readonly ExportObject[]> {
  if (choice !== 'once') return animationsOfMesh(reader, read, choice)
  let once = ONCE.get(isChosen)
  if (once === undefined) {
    once = new AnimationsOnce(isChosen)
    ONCE.set(isChosen, once)
  }
  const { own, elsewhere } = await once.of(reader, read)
  for (const { animation, mesh } of elsewhere)
    notes.push(`its animation ${animation.path} is in the file of ${mesh.path}`)
  return own
}

const ALL = () => true
/** What is known about the animations of one extraction, which has a function of its own. */
const ONCE = new WeakMap<NonNullable<ExportContext['isChosen']>, AnimationsOnce>()

/** The materials of the slots, and where their pictures are. */
async function lookOf(
  { materials: slots }: Mesh,
  context: ExportContext,
): Promise<{ materials: (Material | undefined)[]; textures: Map<string, TextureFile> }> {
  const materials: (Material | undefined)[] = []
  const textures = new Map<string, TextureFile>()
  for (const slot of slots) {
    const material = await knownMaterial(slot, context)
    materials.push(material)
    await addTextures(material, textures, context)
  }
  return { materials, textures }
}

/** What a slot looks like, as far as that is known. */
export function knownMaterial(slot: MaterialSlot, { reader }: ExportContext): Promise<Material | undefined> {
  return ifPossible(() => materialOf(reader, slot))
}

/** Adds the pictures of a material that are not there yet. */
export async function addTextures(
  material: Material | undefined,
  textures: Map<string, TextureFile>,
  context: ExportContext,
): Promise<void> {
  for (const texture of [material?.base, material?.emissive, material?.normal]) {
    if (texture?.object === undefined || textures.has(pictureKey(texture))) continue
    const file = await ifPossible(() => textureFile(texture, context))
    if (file !== undefined) textures.set(pictureKey(texture), file)
  }
}

async function textureFile(
  { object: key, path, isMasked = false }: MaterialTexture,
  context: ExportContext,
): Promise<TextureFile | undefined> {
  const object = key === undefined ? undefined : await context.reader.objectOf(key)
  if (object === undefined) return undefined
  if (context.options.embed !== true) {
    const file = await context.fileOf(object, { isMasked })
    return file === undefined ? undefined : { path: file }
  }
  const owner = await context.reader.forPackage(object.package)
  const texture = await pictureOf(owner, object, { codecs: context.codecs })
  if (texture.mips.length === 0) throw new MediaError('no-data', `${path} has no pixels`)
  const picture = await texture.picture()
  return { png: encodePng(isMasked ? withHole(picture) : picture, context.deflate) }
}

/** A mesh is useful even without its materials; why they are missing is reported for their own objects. */
async function ifPossible<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof MediaError || error instanceof PackageError) return undefined
    throw error
  }
}
