import { ExportObject, type ObjectReader, type ObjectView, objectKey, type PackageObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { MediaError } from '../media-error.js'
import { meshOf } from '../mesh/mesh-of.js'
import { materialSlot } from '../mesh/model/material-slot.js'
import type { MaterialSlot, Mesh } from '../mesh/model/mesh.js'
import type { SkeletalAnimation } from '../mesh/model/skeleton.js'
import { finite } from '../mesh/model/vectors.js'
import { animationOf } from '../mesh/skeletal/animation.js'
import { animationReference } from '../mesh/skeletal/mesh-animations.js'
import type { LevelMesh } from './level.js'
import { type Pose, posedMesh, stillMesh } from './posed-mesh.js'

/** What an actor shows: the number of its mesh, or the path of one that is not available. */
export type ShownMesh = { readonly mesh: number } | { readonly missing: string }

/** The material that an actor gives a slot of its mesh; `undefined` for the mesh's own. */
export type SkinOf = (slot: MaterialSlot, index: number) => PackageObject | undefined

/** What an actor says of the moment that it shows its mesh in. */
export function poseOf(view: ObjectView): Pose | undefined {
  const sequence = view.text('AnimSequence')
  if (sequence === '' || sequence.toLowerCase() === 'none') return undefined
  return { sequence, frame: finite(view.number('AnimFrame')) }
}

/** Vertices of meshes in poses of their own, before others stand in their first frame. */
const MOST_POSED = 1 << 22

/** *The meshes of a level's actors*, each read once, and once more for every other set of skins or pose. */
export class ActorMeshes {
  /** In the order in which they were asked for. */
  readonly all: LevelMesh[] = []
  /** What could not be read, and why. */
  readonly notes = new Set<string>()
  readonly #reader: ObjectReader
  readonly #signal: AbortSignal | undefined
  readonly #read = new Map<ExportObject, Promise<Mesh | undefined>>()
  readonly #animations = new Map<ExportObject, Promise<SkeletalAnimation | undefined>>()
  readonly #poses = new Map<string, Mesh>()
  #posedVertices = 0
  readonly #keys = new Map<Mesh, number>()
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
   * @param pose the moment of its sequence; by default its first frame, or as it was modelled.
   */
  async of(
    named: PackageObject | undefined,
    skinOf: SkinOf,
    colors?: Uint8Array,
    pose?: Pose,
  ): Promise<ShownMesh | undefined> {
    if (named === undefined) return undefined
    const found = await this.#reader.follow(named)
    const path = named instanceof ExportObject ? `${named.package.name}.${named.path}` : named.path
    if (found === undefined) return { missing: path }
    const read = await this.#meshOf(found)
    if (read === undefined) return { missing: path }
    const mesh = await this.#posed(found, read, pose)
    const materials = await this.#skinned(mesh, skinOf)
    const made = { object: objectKey(found), mesh: { ...mesh, materials } }
    const [lod, ...others] = mesh.lods
    if (lod !== undefined && colors !== undefined && colors.length === (lod.positions.length / 3) * 4) {
      const lit = { ...lod, colors: shownColors(colors), areColorsDrawn: true }
      return { mesh: this.all.push({ ...made, mesh: { ...made.mesh, lods: [lit, ...others] } }) - 1 }
    }
    const key = JSON.stringify([this.#keyOf(mesh), materials.map(({ path: skin }) => skin ?? null)])
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.all.push(made) - 1
      this.#numbers.set(key, number)
    }
    return { mesh: number }
  }

  /** A mesh in a moment of a sequence, each made once. */
  async #posed(object: ExportObject, mesh: Mesh, pose: Pose | undefined): Promise<Mesh> {
    if (mesh.frames === undefined && mesh.skeleton === undefined) return mesh
    const key = `${this.#keyOf(mesh)}/${pose === undefined ? '' : `${pose.sequence.toLowerCase()}/${pose.frame}`}`
    let posed = this.#poses.get(key)
    if (posed === undefined) {
      posed = await this.#newPose(object, mesh, pose)
      this.#poses.set(key, posed)
    }
    return posed
  }

  async #newPose(object: ExportObject, mesh: Mesh, pose: Pose | undefined): Promise<Mesh> {
    const still = stillMesh(mesh)
    if (pose === undefined) return still
    const size = mesh.lods.reduce((sum, { points }) => sum + points.length, 0)
    if (this.#posedVertices + size > MOST_POSED) {
      this.notes.add('some meshes stand in their first frame, since too many have poses of their own')
      return still
    }
    this.#posedVertices += size
    const animation = mesh.skeleton === undefined ? undefined : await this.#animationOf(object)
    const posed = posedMesh(mesh, pose, animation)
    if (posed !== undefined) return posed
    this.notes.add(`the sequence ${pose.sequence} of ${object.package.name}.${object.path} was not found`)
    return still
  }

  /** A number for each mesh that was made. */
  #keyOf(mesh: Mesh): number {
    const known = this.#keys.get(mesh) ?? this.#keys.size
    this.#keys.set(mesh, known)
    return known
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
    const reader = await this.#readerOf(object)
    try {
      return await meshOf(reader, object, { signal: this.#signal })
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof PackageError)) throw error
      this.notes.add(`the mesh ${object.package.name}.${object.path} cannot be shown: ${error.message}`)
      return undefined
    }
  }

  async #readerOf(object: ExportObject): Promise<ObjectReader> {
    return object.package === this.#reader.package ? this.#reader : this.#reader.forPackage(object.package)
  }

  /** The sequences of a mesh with bones, if they are available. */
  async #animationOf(mesh: ExportObject): Promise<SkeletalAnimation | undefined> {
    const reader = await this.#readerOf(mesh)
    const found = await reader.follow(animationReference((await reader.read(mesh)).object))
    if (found === undefined) return undefined
    let known = this.#animations.get(found)
    if (known === undefined) {
      known = this.#readAnimation(found)
      this.#animations.set(found, known)
    }
    return known
  }

  async #readAnimation(object: ExportObject): Promise<SkeletalAnimation | undefined> {
    try {
      return await animationOf(await this.#readerOf(object), object)
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof PackageError)) throw error
      this.notes.add(`the animation ${object.package.name}.${object.path} cannot be read: ${error.message}`)
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
