import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { animationReference, bestFitting, inventoryOf, isSkeletal } from './mesh-animations.js'

/** The animations of a mesh when each is to be in one file only. */
export interface MeshAnimations {
  /** Those that go into the file of the mesh. */
  readonly own: readonly ExportObject[]
  /** Those that it has as well, but that go into the file of another mesh. */
  readonly elsewhere: readonly { readonly animation: ExportObject; readonly mesh: ExportObject }[]
}

/** What is known about the references of a package's meshes so far. */
interface References {
  readonly meshes: readonly ExportObject[]
  /** How many of the meshes have been looked at. */
  count: number
  /** The first mesh that refers to each animation. */
  readonly first: Map<ExportObject, ExportObject>
}

/**
 * *Decides which mesh an animation is written with* if it is written only once: in UE1 and UE2 the first mesh
 * of the package that refers to it; without references the one with which the editor shows it, or else the
 * first of those whose bones fit best (see `animationsOfMesh`). Only meshes that are extracted count, so the
 * answer does not depend on the order in which they are asked for, or on the number of threads.
 */
export class AnimationsOnce {
  readonly #isChosen: (mesh: ExportObject, reader: ObjectReader) => boolean
  readonly #references = new Map<ObjectReader, References>()

  /** @param isChosen whether a mesh is extracted. */
  constructor(isChosen: (mesh: ExportObject, reader: ObjectReader) => boolean) {
    this.#isChosen = isChosen
  }

  /** The animations of a skeletal mesh. */
  async of(reader: ObjectReader, { export: mesh, object }: ReadObject): Promise<MeshAnimations> {
    const found = isSkeletal(object) ? await reader.follow(animationReference(object)) : undefined
    if (found !== undefined) return divided(mesh, [[found, await this.#firstWith(reader, found)]])
    const { meshes, animations } = await inventoryOf(reader)
    const chosen = meshes.filter((one) => one.object === mesh || this.#isChosen(one.object, reader))
    return divided(
      mesh,
      animations
        .map((animation) => [animation.object, bestFitting(animation, chosen)] as const)
        .filter(([, takers]) => takers.includes(mesh))
        .map(([animation, [first]]) => [animation, first]),
    )
  }

  /** The first mesh that refers to an animation; those after it are not looked at. */
  async #firstWith(reader: ObjectReader, animation: ExportObject): Promise<ExportObject | undefined> {
    let references = this.#references.get(reader)
    if (references === undefined) {
      references = { meshes: this.#meshesOf(reader), count: 0, first: new Map() }
      this.#references.set(reader, references)
    }
    const { meshes, first } = references
    while (!first.has(animation) && references.count < meshes.length) {
      const mesh = meshes[references.count++] as ExportObject
      const read = await reader.read(mesh)
      const other = read.error === undefined ? await reader.follow(animationReference(read.object)) : undefined
      if (other !== undefined && !first.has(other)) first.set(other, mesh)
    }
    return first.get(animation)
  }

  #meshesOf(reader: ObjectReader): ExportObject[] {
    return reader.package.exports.filter(
      (one) =>
        one.entry.size > 0 &&
        reader.ancestryOf(one.class).some((name) => name.toLowerCase() === 'skeletalmesh') &&
        this.#isChosen(one, reader),
    )
  }
}

function divided(
  mesh: ExportObject,
  owners: readonly (readonly [animation: ExportObject, owner: ExportObject | undefined])[],
): MeshAnimations {
  const own: ExportObject[] = []
  const elsewhere: { animation: ExportObject; mesh: ExportObject }[] = []
  for (const [animation, owner] of owners) {
    if (owner === undefined || owner === mesh) own.push(animation)
    else elsewhere.push({ animation, mesh: owner })
  }
  return { own, elsewhere }
}
