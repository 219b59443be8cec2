import type { EditObject } from '@ukit/edit'
import type { Vector } from '../../mesh/mesh.js'
import type { SlotMaterials } from '../slot-materials.js'

/** How to import a model that moves by frames; each line of `#exec` about a mesh is one of these. */
export interface ImportMeshOptions {
  /**
   * `LodMesh`, which loses detail with distance, or `Mesh` (`MESH IMPORT MLOD=0`); in UE2 there is only
   * `VertMesh`. A mesh that is replaced keeps its class.
   */
  readonly className?: VertexMeshClass | undefined
  /**
   * Which points go first (`LODSTYLE`): 8 goes by the lengths of edges alone, 4 keeps seams of textures
   * longer, 12 is both; other bits have no known effect. Without it, 0 or, for points that are in a final
   * order already, the one that they were put in order by.
   */
  readonly style?: number | undefined
  /** The frame that decides that (`LODFRAME`). */
  readonly frame?: number | undefined
  /** Textures do not count for it (`LODNOTEX`). */
  readonly withoutTextures?: boolean | undefined
  /** Turns left and right round: X is negated (`UNMIRROR`). */
  readonly unmirror?: boolean | undefined
  /** Numbers textures from 0, whatever the least number in the file is (`ZEROTEX`). */
  readonly zeroTextures?: boolean | undefined
  /** Makes all surfaces flat, or all curved (`FLAT`, `CURVY`; 227). */
  readonly flat?: boolean | undefined
  /** What is taken away from packed points first (`MESH ORIGIN`). */
  readonly origin?: Vector | undefined
  /** Pitch, yaw, roll, 65,536 to the circle; `MESH ORIGIN` has 256. */
  readonly rotation?: Vector | undefined
  /** `MESHMAP SCALE`. */
  readonly scale?: Vector | undefined
  /** `MESH SEQUENCE`; without it, those of the file, else those of the mesh that is replaced, else `All`. */
  readonly sequences?: readonly MeshSequence[] | undefined
  /** `MESH NOTIFY`. */
  readonly notifies?: readonly MeshNotify[] | undefined
  /**
   * Frames that are left out, before all else (`MESH DROPFRAMES`), by the numbers that are left each time.
   */
  readonly dropFrames?: readonly { readonly first: number; readonly count: number }[] | undefined
  /** Textures by number (`MESHMAP SETTEXTURE`). */
  readonly textures?: ReadonlyMap<number, EditObject | null> | undefined
  /**
   * The same by paths: numbers, and objects of this package or of others, as `ImportStaticMeshOptions` has
   * them.
   */
  readonly materials?: SlotMaterials | undefined
  /** How detail of textures is reduced, by number (`TLOD`). */
  readonly textureDetail?: ReadonlyMap<number, number> | undefined
  /** `MESH LODPARAMS`. */
  readonly detail?: MeshDetail | undefined
}

/** The classes of meshes that move by frames. */
export type VertexMeshClass = 'LodMesh' | 'Mesh' | 'VertMesh'

/** Whether a class is one of them. */
export function isVertexMeshClass(name: string): name is VertexMeshClass {
  return name === 'LodMesh' || name === 'Mesh' || name === 'VertMesh'
}

/** A named run of frames. */
export interface MeshSequence {
  /** What the game plays it by. */
  readonly name: string
  /** Number of its first frame, from 0. */
  readonly first: number
  /** Number of its frames. */
  readonly count: number
  /** Frames per second; `IMPORT_MESH_DEFAULTS.rate` without it. */
  readonly rate?: number | undefined
  /** What the game asks for it by, such as `Waiting`. */
  readonly group?: string | undefined
}

/** A function that is called in the course of a sequence. */
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
  /** How fast; 0 not at all. */
  readonly strength?: number | undefined
  /** Points that are always kept. */
  readonly minVertices?: number | undefined
  /** Which part of the points moves before it goes, 0 to 1. */
  readonly morph?: number | undefined
  /** Distance from which it begins. */
  readonly zDisplace?: number | undefined
  /** How long a level is kept. */
  readonly hysteresis?: number | undefined
}

/** The defaults of `importMesh`: what the editor does. */
export const IMPORT_MESH_DEFAULTS = {
  frame: 0,
  rate: 30,
  strength: 1,
  minVertices: 10,
  morph: 0.3,
  zDisplace: 0,
  hysteresis: 0,
} as const
