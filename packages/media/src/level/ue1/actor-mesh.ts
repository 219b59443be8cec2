import { ExportObject, type ObjectReader, type ObjectView, objectKey } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { MediaError } from '../../media-error.js'
import { meshOf } from '../../mesh/mesh-of.js'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { MaterialSlot, Mesh } from '../../mesh/model/mesh.js'
import type { LevelMesh } from '../level.js'

/** What an actor shows: the number of its mesh, or the path of one that is not available. */
export type ShownMesh = { readonly mesh: number } | { readonly missing: string }

/** *The meshes of a level's actors*, each read once, and once more for every other set of skins. */
export class ActorMeshes {
  /** In the order in which they were asked for. */
  readonly all: LevelMesh[] = []
  /** What could not be read, and why. */
  readonly notes = new Set<string>()
  readonly #reader: ObjectReader
  readonly #signal: AbortSignal | undefined
  readonly #read = new Map<ExportObject, Promise<Mesh | undefined>>()
  readonly #numbers = new Map<string, number>()

  constructor(reader: ObjectReader, signal: AbortSignal | undefined) {
    this.#reader = reader
    this.#signal = signal
  }

  /** The mesh of an actor; `undefined` when it names none. */
  async of(view: ObjectView): Promise<ShownMesh | undefined> {
    const named = view.object('Mesh')
    if (named === undefined) return undefined
    const found = await this.#reader.follow(named)
    const path = named instanceof ExportObject ? `${named.package.name}.${named.path}` : named.path
    if (found === undefined) return { missing: path }
    const mesh = await this.#meshOf(found)
    if (mesh === undefined) return { missing: path }
    const materials = await this.#skinned(mesh, view)
    const key = JSON.stringify([found.package.name, found.index, materials.map(({ path: skin }) => skin ?? null)])
    let number = this.#numbers.get(key)
    if (number === undefined) {
      // The frames would be written as shapes of every copy: a level shows the first one.
      const { frames: _, ...still } = mesh
      number = this.all.push({ object: objectKey(found), mesh: { ...still, materials } }) - 1
      this.#numbers.set(key, number)
    }
    return { mesh: number }
  }

  #meshOf(object: ExportObject): Promise<Mesh | undefined> {
    let read = this.#read.get(object)
    if (read === undefined) {
      read = this.#readMesh(object)
      this.#read.set(object, read)
    }
    return read
  }

  async #readMesh(object: ExportObject): Promise<Mesh | undefined> {
    const reader =
      object.package === this.#reader.package ? this.#reader : await this.#reader.forPackage(object.package)
    try {
      return await meshOf(reader, object, { signal: this.#signal })
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof PackageError)) throw error
      this.notes.add(`the mesh ${object.package.name}.${object.path} cannot be shown: ${error.message}`)
      return undefined
    }
  }

  /**
   * The slots with the skins of the actor: `MultiSkins[i]`, else for the first slot, or one without a texture
   * of its own, `Skin`; then the mesh's texture, and last the actor's `Texture` (media facts, 2).
   */
  async #skinned(mesh: Mesh, view: ObjectView): Promise<MaterialSlot[]> {
    const skins = view.objects('MultiSkins')
    return Promise.all(
      mesh.materials.map((slot, i) => {
        const number = slot.texture ?? i
        const isBare = slot.path === undefined
        const skin =
          skins[number] ??
          (number === 0 || isBare ? view.object('Skin') : undefined) ??
          (isBare ? view.object('Texture') : undefined)
        return skin === undefined ? slot : this.#withSkin(slot, skin)
      }),
    )
  }

  async #withSkin(slot: MaterialSlot, skin: unknown): Promise<MaterialSlot> {
    return { ...slot, ...(await materialSlot(this.#reader, skin, slot.polyFlags)) }
  }
}
