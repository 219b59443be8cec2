import type { AnimationChoice } from '../mesh/animation-choice.js'
import type { PictureFormat } from './picture-file.js'

/**
 * *What files of media should be like.* Each exporter takes what concerns it; what is absent is its default,
 * which is said beside it.
 */
export interface MediaOptions {
  /** All sizes of each picture, not only the largest. */
  readonly mips?: boolean
  /**
   * File format of pictures; `png` by default. Textures that a mesh or font refers to become PNG
   * as well. DDS has all sizes in one file.
   */
  readonly format?: PictureFormat | undefined
  /** Metres per unit of the engine, for glTF; else the convention of each engine. */
  readonly unit?: number | undefined
  /** Puts textures into the `.glb`; else they are files of their own, which it refers to. */
  readonly embed?: boolean
  /** Skeletal meshes and animations as PSK and PSA as well. */
  readonly psk?: boolean
  /** Vertex meshes of UE1 as `_a.3d` and `_d.3d` as well. */
  readonly threeD?: boolean
  /** Which animations are in the file of a skeletal mesh; `fitting` by default. */
  readonly animations?: AnimationChoice | undefined
  /**
   * Sequences of vertex meshes: all in the mesh's file (`mesh`, the default), or a file each (`sequence`).
   */
  readonly frames?: 'mesh' | 'sequence' | undefined
  /** Normals for each frame of a vertex mesh, the default; its file is half as large without. */
  readonly morphNormals?: boolean | undefined
  /** Sounds and music decoded to WAV of PCM, not the payloads as they are. */
  readonly wav?: boolean
}
