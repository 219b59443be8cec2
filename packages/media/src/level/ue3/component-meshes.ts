import { ExportObject, type ObjectReader, objectKey, type PackageObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue3 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { meshOf } from '../../mesh/mesh-of.js'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { MaterialSlot, Mesh } from '../../mesh/model/mesh.js'
import type { ActorMeshes, ShownMesh } from '../actor-meshes.js'

/** A mesh as components show it: one level of detail, without bones, a slot for each of its sections. */
interface StillMesh {
  readonly mesh: Mesh
  /** For each slot, the number among a component's `Materials` that takes its place. */
  readonly overrides: readonly number[]
}

/** Vertices of meshes with light of their own, before the rest goes without. */
const MOST_LIT = 1 << 23

/** *The meshes of components of UE3*, each read once, and once more for every other set of materials. */
export class ComponentMeshes {
  readonly #shared: ActorMeshes
  readonly #signal: AbortSignal | undefined
  readonly #read = new Map<ExportObject, Promise<StillMesh | undefined>>()
  readonly #numbers = new Map<string, number>()
  #litVertices = 0

  /** @param shared where they are gathered. */
  constructor(shared: ActorMeshes, signal: AbortSignal | undefined) {
    this.#shared = shared
    this.#signal = signal
  }

  /** The mesh of a number that `of` gave. */
  mesh(number: number): Mesh | undefined {
    return this.#shared.all[number]?.mesh
  }

  /**
   * The mesh that a component names; `undefined` when it names none.
   *
   * @param overrides its `Materials`.
   * @param colors light on the vertices, linear, four bytes each: then the mesh is the component's own.
   */
  async of(
    reader: ObjectReader,
    named: PackageObject | undefined,
    overrides: readonly (PackageObject | undefined)[],
    colors?: Uint8Array,
  ): Promise<ShownMesh | undefined> {
    if (named === undefined) return undefined
    const path = named instanceof ExportObject ? `${named.package.name}.${named.path}` : named.path
    const found = await reader.follow(named)
    const still = found === undefined ? undefined : await this.#stillOf(reader, found)
    if (found === undefined || still === undefined) return { missing: path }
    const materials: MaterialSlot[] = []
    for (const [slot, own] of still.mesh.materials.entries()) {
      const material = overrides[still.overrides[slot] ?? slot]
      materials.push(material === undefined ? own : await materialSlot(reader, material))
    }
    const [lod] = still.mesh.lods
    const vertices = (lod?.positions.length ?? 0) / 3
    const made = { object: objectKey(found), mesh: { ...still.mesh, materials } }
    if (lod !== undefined && colors !== undefined && colors.length === 4 * vertices && this.#mayBeLit(vertices)) {
      const lit = { ...lod, colors, areColorsDrawn: true }
      return { mesh: this.#shared.all.push({ ...made, mesh: { ...made.mesh, lods: [lit] } }) - 1 }
    }
    const key = JSON.stringify([found.package.name, found.index, materials.map(({ path: skin }) => skin ?? null)])
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#shared.all.push(made) - 1
      this.#numbers.set(key, number)
    }
    return { mesh: number }
  }

  #mayBeLit(vertices: number): boolean {
    if (this.#litVertices + vertices > MOST_LIT) {
      this.#shared.notes.add('some meshes are shown without the light on their vertices, since there are too many')
      return false
    }
    this.#litVertices += vertices
    return true
  }

  #stillOf(reader: ObjectReader, object: ExportObject): Promise<StillMesh | undefined> {
    let read = this.#read.get(object)
    if (read === undefined) {
      read = this.#readStill(reader, object)
      this.#read.set(object, read)
    }
    return read
  }

  async #readStill(reader: ObjectReader, object: ExportObject): Promise<StillMesh | undefined> {
    const owner = object.package === reader.package ? reader : await reader.forPackage(object.package)
    try {
      const read = await owner.read(object)
      const mesh = withoutBones(await meshOf(owner, read, { signal: this.#signal }))
      return read.object instanceof ue3.StaticMesh ? bySections(mesh, read.object) : { mesh, overrides: [] }
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof PackageError)) throw error
      this.#shared.notes.add(`the mesh ${object.package.name}.${object.path} cannot be shown: ${error.message}`)
      return undefined
    }
  }
}

/** A mesh in its reference pose, the finest level of detail alone: light maps belong to that. */
function withoutBones({ skeleton, lods, sockets, ...mesh }: Mesh): Mesh {
  const still = lods.slice(0, 1).map(({ skin: _, ...lod }) => lod)
  return {
    ...mesh,
    kind: 'static',
    lods: still,
    sockets: skeleton === undefined ? sockets : sockets.filter(({ bone }) => bone === undefined),
  }
}

/** A static mesh with a slot for each section, since components replace the materials of sections. */
function bySections(mesh: Mesh, { lodModels }: ue3.StaticMesh): StillMesh {
  const [lod] = mesh.lods
  if (lod === undefined) return { mesh, overrides: [] }
  const elements = (lodModels.find(({ indices }) => indices.length > 0)?.elements ?? []).filter(
    ({ triangleCount }) => triangleCount > 0,
  )
  const materials = lod.sections.map(({ slot }) => mesh.materials[slot] ?? { polyFlags: 0 })
  const sections = lod.sections.map((section, slot) => ({ ...section, slot }))
  const isSame = elements.length === sections.length
  return {
    mesh: { ...mesh, materials, lods: [{ ...lod, sections }] },
    overrides: sections.map(({ slot }) => (isSame ? (elements[slot]?.materialIndex ?? slot) : slot)),
  }
}
