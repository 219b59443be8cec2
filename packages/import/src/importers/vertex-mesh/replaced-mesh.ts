import { EditExport, type PackageEdit } from '@ukit/edit'
import type { MeshPlacement, Vector } from '@ukit/media'
import { placedPoints } from '@ukit/media/internal'
import { ue1, ue2 } from '@ukit/objects'
import { entryOf } from '../slot-materials.js'
import { existingSequences } from './fill-ue1.js'
import { existingSequences as vertMeshSequences } from './fill-ue2.js'
import type { PreparedSequence } from './prepared-model.js'

/** *The mesh that an import replaces*, as far as a model is fitted to it. */
export interface ReplacedMesh {
  readonly placement: MeshPlacement
  /** See `StoredFrames.isWide`. */
  readonly isWide: boolean
  readonly frameCount: number
  /** Number of its textures. */
  readonly textureCount: number
  /** How it draws its triangles, in the order in which these first use it. */
  readonly materials: readonly ReplacedMaterial[]
  readonly sequences: readonly PreparedSequence[]
  /** Points of the triangles that mark where a weapon is held, three for each. */
  readonly weapon: readonly number[]
  /** X, Y, Z of points in a frame, as they are shown. */
  pointsOf(frame: number, points: readonly number[]): Float32Array
}

/** A material of a mesh that is replaced. */
export interface ReplacedMaterial {
  readonly polyFlags: number
  /** Number of the texture. */
  readonly texture: number
  /** Name of the texture, if there is one. */
  readonly name: string | undefined
}

/** Reads the mesh that has a path; `undefined` if there is none. */
export async function replacedMesh(edit: PackageEdit, path: string): Promise<ReplacedMesh | undefined> {
  const names = /['#]/.test(path) ? [] : ['LodMesh', 'Mesh', 'VertMesh'].map((name) => `${name}'${path}'`)
  const found = [...names, path].map((name) => edit.lookUp(name)).find((one) => one instanceof EditExport)
  if (!(found instanceof EditExport)) return undefined
  const { object } = await edit.read(found)
  if (object instanceof ue2.VertMesh) return ofVertMesh(edit, object)
  return object instanceof ue1.Mesh && !(object instanceof ue1.SkeletalMesh) ? ofMesh(edit, object) : undefined
}

function ofMesh(edit: PackageEdit, mesh: ue1.Mesh): ReplacedMesh {
  const { textures, frameVerts } = mesh
  const placement = placementOf(mesh.origin, mesh.scale, mesh.rotOrigin)
  const flags =
    mesh instanceof ue1.LodMesh
      ? pairsOf(mesh.materials)
      : mesh.tris.map(({ polyFlags, texture }) => [polyFlags, texture] as const)
  return {
    placement,
    isWide: mesh.vertexWords === 2,
    frameCount: mesh.animFrames,
    textureCount: textures.length,
    materials: materialsOf(edit, flags, textures),
    sequences: existingSequences(mesh),
    weapon:
      mesh instanceof ue1.LodMesh
        ? Array.from(mesh.specialFaces.filter((point, i) => i % 4 !== 3 && point < frameVerts))
        : [],
    pointsOf: (frame, points) =>
      placedPoints(
        Float32Array.from(points.flatMap((point) => mesh.vertex(frame * frameVerts + point) ?? [0, 0, 0])),
        placement,
      ),
  }
}

function ofVertMesh(edit: PackageEdit, mesh: ue2.VertMesh): ReplacedMesh {
  const { textures } = mesh
  // Notifies that are objects stay with their sequences; a file names them like functions.
  return {
    placement: placementOf(mesh.origin, mesh.scale, mesh.rotationOrigin),
    isWide: false,
    frameCount: mesh.numFrames,
    textureCount: textures.length,
    materials: materialsOf(edit, pairsOf(mesh.materials), textures),
    sequences: vertMeshSequences(mesh),
    weapon: [],
    pointsOf: () => new Float32Array(0),
  }
}

function placementOf(origin: Float32Array, scale: Float32Array, rotation: Int32Array): MeshPlacement {
  const vector = ([x = 0, y = 0, z = 0]: Float32Array | Int32Array): Vector => [x, y, z]
  return { origin: vector(origin), scale: vector(scale), rotation: vector(rotation) }
}

function pairsOf(materials: Int32Array): (readonly [polyFlags: number, texture: number])[] {
  return Array.from({ length: materials.length / 2 }, (_, i) => [
    (materials[2 * i] ?? 0) >>> 0,
    materials[2 * i + 1] ?? 0,
  ])
}

function materialsOf(
  edit: PackageEdit,
  pairs: readonly (readonly [polyFlags: number, texture: number])[],
  textures: readonly unknown[],
): ReplacedMaterial[] {
  const known = new Map<string, ReplacedMaterial>()
  for (const [polyFlags, texture] of pairs) {
    const key = `${polyFlags} ${texture}`
    if (known.has(key)) continue
    known.set(key, { polyFlags, texture, name: entryOf(edit, textures[texture])?.name })
  }
  return [...known.values()]
}
