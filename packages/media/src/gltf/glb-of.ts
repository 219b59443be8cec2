import type { Material } from '../material/material.js'
import type { Mesh } from '../mesh/model/mesh.js'
import { NO_PLACEMENT, placedPoints } from '../mesh/model/placement.js'
import { product, quaternionOf } from '../mesh/model/quaternion.js'
import type { SkeletalAnimation } from '../mesh/model/skeleton.js'
import { smoothTangents } from '../mesh/model/tangents.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import { pointsInGltf, quaternionInGltf, turnedTriangles, vectorInGltf } from './axes.js'
import { type WrittenBones, writeAnimation, writeBones } from './bones.js'
import { type Space, writeGeometry } from './geometry.js'
import { GlbBuilder } from './glb-builder.js'
import { type TextureFile, writeMaterials } from './materials.js'
import { writeMorphs } from './morphs.js'

/** Options for writing a mesh as glTF. */
export interface GlbOptions {
  /** Name of the mesh, which its nodes get. */
  readonly name: string
  /** Metres per Unreal unit; `UNITS` has the usual value for each engine. */
  readonly unit: number
  /** The material of each of the mesh's slots; `undefined` if it is not known. */
  readonly materials?: readonly (Material | undefined)[]
  /** Where the pictures of textures are, by `pictureKey`, which is nearly always the texture's path. */
  readonly textures?: ReadonlyMap<string, TextureFile>
  /** Animations of the bones. */
  readonly animations?: readonly SkeletalAnimation[]
  /** Normals for each frame of a vertex mesh; `GLB_DEFAULTS` has the default. */
  readonly morphNormals?: boolean
  /** Facts for `asset.extras`, in addition to the unit and the notes: the package, the engine. */
  readonly extras?: Readonly<Record<string, unknown>>
}

/** The defaults of `glbOf`. */
export const GLB_DEFAULTS = { morphNormals: true } as const

/** A mesh as a file. */
export interface Glb {
  /** The content of the file. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Notes on the mesh and its animations, and on what could not be written; also in `asset.extras`. */
  readonly notes: readonly string[]
}

/**
 * *A mesh as glTF 2.0, binary (.glb)*; the same mesh always gives the same bytes.
 *
 * - Scene: one node with the most detailed level; a skeletal mesh has a node with its bones beside it.
 * - Levels of detail: nodes outside the scene, named by the extension `MSFT_lod` of the first one, so that
 *   programs without that extension show one level, not all on top of each other.
 * - Frames: morph targets and one animation for each sequence. Bones: a skin, one animation for each
 *   sequence.
 * - Sockets: nodes without a mesh. Collision: the node `UCX_` + name, in a scene of its own, `Collision`.
 * - Axes `(x, z, y) · unit`; the engine's placement is part of the vertices, or of the node above the bones.
 *
 * @throws {MediaError} `unsupported` when the file would be larger than programs can open.
 */
export function glbOf(mesh: Mesh, options: GlbOptions): Glb {
  return glbIn(OWN_MEMORY, mesh, options)
}

/** The same in the given memory, including the file. */
export function glbIn(memory: NumberMemory, mesh: Mesh, options: GlbOptions): Glb {
  const { name, unit, animations = [], textures = new Map<string, TextureFile>() } = options
  const notes = [...mesh.notes]
  for (const animation of animations) notes.push(...animation.notes)
  const extras = { unit, axes: 'x z y', ...options.extras, ...(notes.length === 0 ? {} : { notes }) }
  const builder = new GlbBuilder(extras, memory)
  const { json } = builder
  let uvSets = 0
  for (const { uvs } of mesh.lods) uvSets = Math.max(uvSets, uvs.length)
  writeMaterials(builder, mesh.materials, options.materials ?? [], textures, uvSets)
  const { skeleton } = mesh
  const space: Space = { unit, placement: skeleton === undefined ? mesh.placement : NO_PLACEMENT }
  const shown = writeLods(builder, name, mesh, space)
  const scene = [shown]
  let bones: WrittenBones | undefined
  if (skeleton !== undefined && skeleton.bones.length > 0) {
    bones = writeBones(builder, name, mesh, skeleton, unit)
    scene.push(bones.root)
    for (const node of json.nodes) if (node.mesh !== undefined) node.skin = bones.skin
    for (const animation of animations) notes.push(...writeAnimation(builder, skeleton, bones, animation, unit))
  }
  const [lod] = mesh.lods
  const [first] = json.meshes
  if (mesh.frames !== undefined && lod !== undefined && first !== undefined) {
    const normals = options.morphNormals ?? GLB_DEFAULTS.morphNormals
    writeMorphs(builder, shown, first, lod, mesh.frames, space, { normals })
  }
  writeSockets(builder, mesh, bones, shown, space)
  json.scenes.push({ name, nodes: scene })
  writeCollision(builder, name, mesh, space)
  if (notes.length > 0) json.asset.extras = { ...json.asset.extras, notes }
  return { bytes: builder.build(), notes }
}

/** @returns the node of the most detailed level. */
function writeLods(builder: GlbBuilder, name: string, mesh: Mesh, space: Space): number {
  const { json } = builder
  const numbers: number[] = []
  for (const [i, lod] of mesh.lods.entries()) {
    const own = i === 0 ? name : `${name}_LOD${i}`
    // A normal map needs tangents; without them, each program may calculate its own.
    const isMapped = json.materials.some(({ normalTexture }) => normalTexture !== undefined)
    const full = isMapped && lod.tangents === undefined ? { ...lod, tangents: smoothTangents(lod) } : lod
    const written = writeGeometry(builder, own, full, space)
    if (written.primitives.length === 0) continue
    numbers.push(json.nodes.push({ name: own, mesh: json.meshes.push(written) - 1 }) - 1)
  }
  const [shown = 0, ...others] = numbers
  const node = json.nodes[shown]
  if (node !== undefined && others.length > 0) node.extensions = { [builder.extension('MSFT_lod')]: { ids: others } }
  return shown
}

function writeSockets(
  { json }: GlbBuilder,
  mesh: Mesh,
  bones: WrittenBones | undefined,
  shown: number,
  { unit, placement }: Space,
): void {
  for (const { name, bone, position, rotation, scale } of mesh.sockets) {
    const carrier = bone === undefined ? undefined : bones?.joints[bone]
    // A node with a skin does not place its mesh, but the root of the bones does.
    const under = json.nodes[carrier ?? bones?.root ?? shown]
    const isPlaced = bones === undefined
    const [x = 0, y = 0, z = 0] = isPlaced ? placedPoints(Float32Array.from(position), placement) : position
    const turn = isPlaced ? product(quaternionOf(placement.rotation), rotation) : rotation
    const node = json.nodes.push({
      name,
      translation: vectorInGltf([x, y, z], unit),
      rotation: quaternionInGltf(turn),
      ...(scale.every((value) => value === 1) ? {} : { scale: vectorInGltf(scale) }),
      extras: { isSocket: true },
    })
    if (under !== undefined) under.children = [...(under.children ?? []), node - 1]
  }
}

function writeCollision(builder: GlbBuilder, name: string, { collision }: Mesh, { unit, placement }: Space): void {
  if (collision === undefined || collision.indices.length === 0) return
  const { json } = builder
  const positions = pointsInGltf(placedPoints(collision.positions, placement), unit)
  const own = `UCX_${name}`
  const mesh = json.meshes.push({
    name: own,
    primitives: [
      {
        attributes: { POSITION: builder.accessor(positions, 'VEC3', 'vertex', { bounds: true }) },
        indices: builder.accessor(turnedTriangles(collision.indices), 'SCALAR', 'index'),
      },
    ],
  })
  const node = json.nodes.push({ name: own, mesh: mesh - 1 })
  json.scenes.push({ name: 'Collision', nodes: [node - 1] })
}
