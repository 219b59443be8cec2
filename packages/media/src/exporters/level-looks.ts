import { toRgba } from '@ukit/codecs/images'
import { PackageError } from '@ukit/files'
import type { TextureFile } from '../gltf/materials.js'
import type { RgbaPicture } from '../level/bake/sampler.js'
import type { Level } from '../level/level.js'
import { type Material, type MaterialTexture, pictureKey } from '../material/material.js'
import { MediaError } from '../media-error.js'
import type { MaterialSlot, Mesh } from '../mesh/model/mesh.js'
import { pictureOf } from '../picture/picture.js'
import { withHole } from '../picture/pixel-format.js'
import type { ExportContext } from './exporter.js'
import { addTextures, knownMaterial } from './mesh-files.js'

/** *What the slots of a level look like*: its materials, their pictures and the files of those. */
export class LevelLooks {
  /** Where the pictures are, by `pictureKey`. */
  readonly textures = new Map<string, TextureFile>()
  readonly #context: ExportContext
  readonly #materials = new Map<string, Promise<Material | undefined>>()
  readonly #used = new Map<string, MaterialTexture>()

  constructor(context: ExportContext) {
    this.#context = context
  }

  /** What a slot looks like; `undefined` if it is not known. */
  readonly materialOf = (slot: MaterialSlot): Promise<Material | undefined> => {
    const key = JSON.stringify([slot.object ?? slot.path ?? null, slot.polyFlags])
    let material = this.#materials.get(key)
    if (material === undefined) {
      material = this.#find(slot)
      this.#materials.set(key, material)
    }
    return material
  }

  async #find(slot: MaterialSlot): Promise<Material | undefined> {
    const material = await knownMaterial(slot, this.#context)
    if (material?.base !== undefined) this.#used.set(pictureKey(material.base), material.base)
    return material
  }

  /** Extracts the pictures of all that a level shows. */
  async addTextures(level: Level): Promise<void> {
    for (const { materials } of meshesOf(level))
      for (const slot of materials) {
        this.#context.signal?.throwIfAborted()
        await addTextures(await this.materialOf(slot), this.textures, this.#context)
      }
  }

  /** The pixels of a picture; `undefined` if they are not available. */
  readonly pixelsOf = async (key: string): Promise<RgbaPicture | undefined> => {
    const { object: of, isMasked } = this.#used.get(key) ?? {}
    const { reader, codecs, openFile } = this.#context
    try {
      const object = of === undefined ? undefined : await reader.objectOf(of)
      if (object === undefined) return undefined
      const owner = object.package === reader.package ? reader : await reader.forPackage(object.package)
      const texture = await pictureOf(owner, object, { codecs, openFile })
      const picture = await texture.picture()
      const { width, height } = picture
      return { width, height, rgba: toRgba(isMasked === true ? withHole(picture) : picture) }
    } catch (error) {
      if (error instanceof MediaError || error instanceof PackageError) return undefined
      throw error
    }
  }
}

/** All meshes of a level. */
function* meshesOf({ parts, meshes, actors }: Level): Generator<Mesh> {
  for (const { mesh } of parts) yield mesh
  for (const { mesh } of meshes) yield mesh
  for (const { shape, components = [] } of actors) {
    if (shape !== undefined) yield shape
    for (const component of components) if (component.shape !== undefined) yield component.shape
  }
}
