import { ExportObject, type ObjectReader, objectKey, type PackageObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { MediaError } from '../media-error.js'
import { meshOf } from '../mesh/mesh-of.js'
import { materialSlot } from '../mesh/model/material-slot.js'
import type { MaterialSlot, Mesh } from '../mesh/model/mesh.js'
import type { LevelMesh } from './level.js'

/** What an actor shows: the number of its mesh, or the path of one that is not available. */
export type ShownMesh = { readonly mesh: number } | { readonly missing: string }

/** The material that an actor gives a slot of its mesh; `undefined` for the mesh's own. */
export type SkinOf = (slot: MaterialSlot, index: number) => PackageObject | undefined

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

  /**
   * The mesh that an actor names; `undefined` when it names none.
   *
   * @param colors light on its vertices, red, green, blue and alpha, as the engine multiplies it: then the
   *   mesh is the actor's own.
   */
  async of(named: PackageObject | undefined, skinOf: SkinOf, colors?: Uint8Array): Promise<ShownMesh | undefined> {
    if (named === undefined) return undefined
    const found = await this.#reader.follow(named)
    const path = named instanceof ExportObject ? `${named.package.name}.${named.path}` : named.path
    if (found === undefined) return { missing: path }
    const mesh = await this.#meshOf(found)
    if (mesh === undefined) return { missing: path }
    const materials = await this.#skinned(mesh, skinOf)
    // The frames would be written as shapes of every copy: a level shows the first one.
    const { frames: _, ...still } = mesh
    const made = { object: objectKey(found), mesh: { ...still, materials } }
    const [lod, ...others] = mesh.lods
    if (lod !== undefined && colors !== undefined && colors.length === (lod.positions.length / 3) * 4) {
      const lit = { ...lod, colors: shownColors(colors), areColorsDrawn: true }
      return { mesh: this.all.push({ ...made, mesh: { ...made.mesh, lods: [lit, ...others] } }) - 1 }
    }
    const key = JSON.stringify([found.package.name, found.index, materials.map(({ path: skin }) => skin ?? null)])
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.all.push(made) - 1
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

  async #skinned(mesh: Mesh, skinOf: SkinOf): Promise<MaterialSlot[]> {
    return Promise.all(
      mesh.materials.map((slot, i) => {
        const skin = skinOf(slot, i)
        return skin === undefined ? slot : this.#withSkin(slot, skin)
      }),
    )
  }

  async #withSkin(slot: MaterialSlot, skin: unknown): Promise<MaterialSlot> {
    return { ...slot, ...(await materialSlot(this.#reader, skin, slot.polyFlags)) }
  }
}

/** Light is shown twice as bright as it is stored, in values as textures have them; colours are linear. */
function shownColors(colors: Uint8Array): Uint8Array {
  const shown = new Uint8Array(colors.length)
  for (let i = 0; i < colors.length; i++) shown[i] = i % 4 === 3 ? 255 : (SHOWN[colors[i] ?? 0] ?? 0)
  return shown
}

const SHOWN = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * Math.min(1, (value * 2) / 255) ** 2.2))
