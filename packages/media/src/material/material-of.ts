import { ExportObject, type ObjectReader, objectKey, type PackageSet } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { MaterialSlot } from '../mesh/model/mesh.js'
import { isTexture } from '../picture/picture.js'
import { MaterialDraft } from './draft.js'
import type { Material } from './material.js'
import { fullPath, MaterialObject } from './material-object.js'
import { fillUE2 } from './material-ue2.js'
import { fillUE3 } from './material-ue3.js'
import { withPolyFlags } from './poly-flags.js'

/**
 * *What a surface looks like*, from a texture or material of any engine, or a slot of a mesh with its poly
 * flags.
 *
 * References into other packages are followed, and values that a package leaves out come from the class
 * defaults. What is missing is in `notes`; a slot whose package is missing gives a plain material with its
 * path.
 *
 * @throws {MediaError} `no-form` when the object is neither a texture nor a material, `broken` when it does
 *   not decode.
 */
export async function materialOf(reader: ObjectReader, object: ExportObject | MaterialSlot): Promise<Material> {
  if (object instanceof ExportObject) return plainMaterial(reader, object)
  const found = object.object === undefined ? undefined : await reader.objectOf(object.object)
  if (found !== undefined) return withPolyFlags(await plainMaterial(reader, found), object.polyFlags)
  const draft = new MaterialDraft(object.path ?? 'None')
  if (object.path !== undefined) {
    draft.base = { path: object.path, uvSet: 0 }
    draft.missing(object.path)
  }
  return withPolyFlags(draft.material, object.polyFlags)
}

/** Materials that were read: meshes of a package share them, and following one may decode a dozen objects. */
const KNOWN = new WeakMap<PackageSet, Map<ExportObject, Promise<Material>>>()

function plainMaterial(reader: ObjectReader, object: ExportObject): Promise<Material> {
  let known = KNOWN.get(reader.packages)
  if (known === undefined) {
    known = new Map()
    KNOWN.set(reader.packages, known)
  }
  let material = known.get(object)
  if (material === undefined) {
    material = readMaterial(reader, object)
    known.set(object, material)
  }
  return material
}

async function readMaterial(reader: ObjectReader, exported: ExportObject): Promise<Material> {
  const object = await MaterialObject.of(reader, exported)
  const { read } = object
  const draft = new MaterialDraft(object.path)
  const { engine } = object.reader.package.context
  if (isTexture(read.object) || read.object instanceof ue3.Texture2D) fillTexture(object, draft)
  else if (read.error !== undefined) throw new MediaError('broken', `${object.path}: ${read.error.message}`)
  else if (engine === 2 && object.isA('Material')) await fillUE2(object, draft)
  else if (engine === 3 && object.isA('MaterialInterface')) await fillUE3(object, draft)
  else throw new MediaError('no-form', `${fullPath(exported)} is a ${exported.className}, not a material`)
  return draft.material
}

/**
 * A texture used as a material: its own flags determine its look, and UE1 adds them to those of the faces.
 */
function fillTexture(texture: MaterialObject, draft: MaterialDraft): void {
  draft.base = { object: objectKey(texture.export), path: texture.path, uvSet: 0 }
  if (texture.reader.package.context.engine === 3) return
  draft.isTwoSided = texture.flag('bTwoSided')
  if (texture.flag('bMasked')) draft.alpha = 'mask'
  else if (texture.flag('bAlphaTexture')) draft.alpha = 'blend'
  if (texture.reader.package.context.engine === 2) return
  if (texture.flag('bTransparent')) draft.alpha = 'add'
  if (texture.flag('bModulate')) draft.alpha = 'modulate'
  draft.isInvisible = texture.flag('bInvisible')
  if (texture.flag('bUnlit')) draft.isUnlit = true
  if (texture.flag('bEnvironment')) draft.extras['environmentMap'] = true
}
