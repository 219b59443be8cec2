import type { MeshPlacement } from '@ukit/media'
import type { SlotMaterials } from '../slot-materials.js'

/** How to import a static mesh. */
export interface ImportStaticMeshOptions {
  /** Materials of its slots. Other slots keep what they have, or are looked up by name. */
  readonly materials?: SlotMaterials | undefined
  /**
   * What it collides with: `mesh`, the collision shape in the file (UE3: as convex hulls; if there is none,
   * the visible mesh); `box`, the box around it; `keep`, the collision of the replaced mesh; `none`.
   */
  readonly collision?: StaticMeshCollision | undefined
  /** Moves, scales and rotates the vertices first, since static meshes have no placement of their own. */
  readonly placement?: Partial<MeshPlacement> | undefined
  /**
   * Further levels of detail, made by removing triangles, as fractions of the first one's: `[0.5, 0.25]`.
   * Only UE3 has levels.
   */
  readonly lods?: readonly number[] | undefined
  /** UE3: texture coordinates in 32 bits instead of 16. */
  readonly fullPrecisionUvs?: boolean | undefined
}

/** What a static mesh collides with; see `ImportStaticMeshOptions`. */
export type StaticMeshCollision = 'mesh' | 'box' | 'keep' | 'none'

/** The defaults of `importStaticMesh`. */
export const IMPORT_STATIC_MESH_DEFAULTS = { collision: 'keep', lods: [], fullPrecisionUvs: false } as const
