import type { MeshPlacement } from '../../mesh/mesh.js'
import type { SlotMaterials } from '../slot-materials.js'

/** How to import a static mesh. */
export interface ImportStaticMeshOptions {
  /**
   * What its slots are painted with; those that are not in it keep what they have, or are looked up by name.
   */
  readonly materials?: SlotMaterials | undefined
  /**
   * What it collides with: `mesh`, the shape that comes with it (UE3: as convex hulls; without one, what is
   * drawn); `box`, the box around it; `keep`, what the replaced mesh has; `none`.
   */
  readonly collision?: StaticMeshCollision | undefined
  /** Moves, scales and turns its vertices before all else, since static meshes have no place of their own. */
  readonly placement?: Partial<MeshPlacement> | undefined
  /**
   * Further levels of detail that are made by taking triangles away, as parts of the first one's:
   * `[0.5, 0.25]`. UE3 alone has levels.
   */
  readonly lods?: readonly number[] | undefined
  /** UE3: coordinates of textures in 32 bits instead of 16. */
  readonly fullPrecisionUvs?: boolean | undefined
}

/** What a static mesh collides with; see `ImportStaticMeshOptions`. */
export type StaticMeshCollision = 'mesh' | 'box' | 'keep' | 'none'

/** What applies where an option is not given. */
export const IMPORT_STATIC_MESH_DEFAULTS = { collision: 'keep', lods: [], fullPrecisionUvs: false } as const
