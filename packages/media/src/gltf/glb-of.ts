import type { Material } from '../material/material.js'
import type { Mesh } from '../mesh/model/mesh.js'
import type { SkeletalAnimation } from '../mesh/model/skeleton.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import { type Glb, GlbScene } from './glb-scene.js'
import type { TextureFile } from './materials.js'

/** Options for writing a mesh as glTF. */
export interface GlbOptions {
  /** Name of the mesh, which its nodes get. */
  readonly name: string
  /** Metres per Unreal unit; `UNITS` has the usual value for each engine. */
  readonly unit: number
  /** The material of each of the mesh's slots; `undefined` if it is not known. */
  readonly materials?: readonly (Material | undefined)[] | undefined
  /** Where the pictures of textures are, by `pictureKey`, which is nearly always the texture's path. */
  readonly textures?: ReadonlyMap<string, TextureFile> | undefined
  /** Animations of the bones. */
  readonly animations?: readonly SkeletalAnimation[] | undefined
  /** Normals for each frame of a vertex mesh; `GLB_DEFAULTS` has the default. */
  readonly morphNormals?: boolean | undefined
  /** Facts for `asset.extras`, in addition to the unit and the notes: the package, the engine. */
  readonly extras?: Readonly<Record<string, unknown>> | undefined
}

/**
 * *A mesh as glTF 2.0, binary (.glb)*: a scene of one; see `GlbScene`. The same mesh always gives the same
 * bytes.
 *
 * @throws {MediaError} `unsupported` when the file would be larger than programs can open.
 */
export function glbOf(mesh: Mesh, options: GlbOptions): Glb {
  return glbIn(OWN_MEMORY, mesh, options)
}

/** The same in the given memory, including the file. */
export function glbIn(memory: NumberMemory, mesh: Mesh, options: GlbOptions): Glb {
  const { materials, animations, morphNormals, ...scene } = options
  const glb = new GlbScene(scene, memory)
  glb.place(glb.mesh(mesh, { name: options.name, materials, animations, morphNormals }))
  return glb.build()
}
