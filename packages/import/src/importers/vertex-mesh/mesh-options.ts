import type { EditObject } from '@ukit/edit'
import type { Vector } from '@ukit/media'
import type { SlotMaterials } from '../slot-materials.js'

/** How to import a model that moves by frames. Each option is a line of `#exec` about a mesh. */
export interface ImportMeshOptions {
  /**
   * `LodMesh`, which loses detail with distance, or `Mesh` (`MESH IMPORT MLOD=0`); UE2 only has `VertMesh`. A
   * mesh that is replaced keeps its class.
   */
  readonly className?: VertexMeshClass | undefined
  /**
   * Which points are removed first (`LODSTYLE`): 8 only considers the lengths of edges, 4 keeps texture seams
   * longer, 12 does both; other bits have no known effect. By default 0 or, for points that are already in a
   * final order, the style that they were sorted by.
   */
  readonly style?: number | undefined
  /** Number of the frame that decides the order (`LODFRAME`). */
  readonly frame?: number | undefined
  /** Textures do not count for the order (`LODNOTEX`). */
  readonly withoutTextures?: boolean | undefined
  /** Swaps left and right: X is negated (`UNMIRROR`). */
  readonly unmirror?: boolean | undefined
  /** Numbers textures from 0, whatever the lowest number in the file is (`ZEROTEX`). */
  readonly zeroTextures?: boolean | undefined
  /** Makes all surfaces flat, or all curved (`FLAT`, `CURVY`; 227). */
  readonly flat?: boolean | undefined
  /** Subtracted from the packed points first (`MESH ORIGIN`). */
  readonly origin?: Vector | undefined
  /** Pitch, yaw, roll; a full turn is 65,536 here and 256 in `MESH ORIGIN`. */
  readonly rotation?: Vector | undefined
  /** `MESHMAP SCALE`. */
  readonly scale?: Vector | undefined
  /** `MESH SEQUENCE`; by default those of the file, else those of the mesh that is replaced, else `All`. */
  readonly sequences?: readonly MeshSequence[] | undefined
  /** `MESH NOTIFY`. */
  readonly notifies?: readonly MeshNotify[] | undefined
  /**
   * Frames to leave out first (`MESH DROPFRAMES`). Each entry counts the frames that are left after the one
   * before it.
   */
  readonly dropFrames?: readonly { readonly first: number; readonly count: number }[] | undefined
  /** Textures by number (`MESHMAP SETTEXTURE`). */
  readonly textures?: ReadonlyMap<number, EditObject | null> | undefined
  /**
   * The same by path: keys are numbers, values objects of this package or of others, as in
   * `ImportStaticMeshOptions`.
   */
  readonly materials?: SlotMaterials | undefined
  /** Detail setting of textures, by number (`TLOD`). */
  readonly textureDetail?: ReadonlyMap<number, number> | undefined
  /** `MESH LODPARAMS`. */
  readonly detail?: MeshDetail | undefined
}

/** The classes of meshes that move by frames. */
export type VertexMeshClass = 'LodMesh' | 'Mesh' | 'VertMesh'

/** Whether a class is a vertex mesh. */
export function isVertexMeshClass(name: string): name is VertexMeshClass {
  return name === 'LodMesh' || name === 'Mesh' || name === 'VertMesh'
}

/** A named run of frames. */
export interface MeshSequence {
  /** The name by which the game plays it. */
  readonly name: string
  /** Number of its first frame, from 0. */
  readonly first: number
  /** Number of its frames. */
  readonly count: number
  /** Frames per second; by default `IMPORT_MESH_DEFAULTS.rate`. */
  readonly rate?: number | undefined
  /** The group by which the game asks for it, such as `Waiting`. */
  readonly group?: string | undefined
  /** Functions that are called during it, as `ImportMeshOptions.notifies`. */
  readonly notifies?: readonly Omit<MeshNotify, 'sequence'>[] | undefined
}

/** A function that is called during a sequence. */
export interface MeshNotify {
  /** Name of the sequence. */
  readonly sequence: string
  /** From 0 to 1. */
  readonly time: number
  /** Name of the function. */
  readonly function: string
}

/** How a mesh loses detail with distance. */
export interface MeshDetail {
  /** How fast; 0 for not at all. */
  readonly strength?: number | undefined
  /** Points that are always kept. */
  readonly minVertices?: number | undefined
  /** Fraction of the points that move before they are removed, 0 to 1. */
  readonly morph?: number | undefined
  /** Distance from which it begins. */
  readonly zDisplace?: number | undefined
  /** How long a level is kept. */
  readonly hysteresis?: number | undefined
}

/** The defaults of `importMesh`, those of the editor. */
export const IMPORT_MESH_DEFAULTS = {
  frame: 0,
  rate: 30,
  strength: 1,
  minVertices: 10,
  morph: 0.3,
  zDisplace: 0,
  hysteresis: 0,
} as const
