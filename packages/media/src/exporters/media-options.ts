import type { ExtractedAnimations } from '../mesh/skeletal/animation-choice.js'
import type { PictureFormat } from './picture-file.js'

/**
 * *Options for media files.* Each exporter uses the options that concern it; the default of each option is
 * stated with it.
 */
export interface MediaOptions {
  /** All sizes of each picture, not only the largest. */
  readonly mips?: boolean | undefined
  /**
   * File format of pictures; `png` by default. Textures that a mesh or font refers to become PNG
   * as well. DDS has all sizes in one file.
   */
  readonly format?: PictureFormat | undefined
  /** Metres per unit of the engine, for glTF; by default the convention of each engine. */
  readonly unit?: number | undefined
  /** Puts textures into the `.glb`; by default they are separate files, which it refers to. */
  readonly embed?: boolean | undefined
  /** Skeletal meshes as PSK as well; animations are always written as PSA. */
  readonly psk?: boolean | undefined
  /** Vertex meshes of UE1 as `_a.3d` and `_d.3d` as well. */
  readonly threeD?: boolean | undefined
  /** Which animations are in the file of a skeletal mesh; `once` by default. */
  readonly animations?: ExtractedAnimations | undefined
  /**
   * Sequences of vertex meshes: all in the mesh's file (`mesh`, the default), or one file for each
   * (`sequence`).
   */
  readonly frames?: 'mesh' | 'sequence' | undefined
  /**
   * Normals for each frame of a vertex mesh, which is the default; without them its file is half as large.
   */
  readonly morphNormals?: boolean | undefined
  /** Levels as scenes, with everything that is placed in them. */
  readonly scene?: boolean | undefined
  /**
   * The light of a scene in its textures, so that it looks alike in every viewer; a number is the pixels for
   * each Unreal unit (`BAKE_DEFAULTS.texels`).
   */
  readonly bake?: boolean | number | undefined
  /** Actors of a scene that show the same mesh as copies of one node (`EXT_mesh_gpu_instancing`). */
  readonly instances?: boolean | undefined
  /** Scenes as OBJ as well, with an MTL file and its pictures. */
  readonly obj?: boolean | undefined
  /** How much brighter the light of a scene is: `value ** (1 / gamma)`; 1, as it is stored, by default. */
  readonly gamma?: number | undefined
  /** Levels that such a level loads while it is played, as part of its scene; none by default. */
  readonly sublevels?: 'all' | readonly string[] | undefined
  /** Decodes sounds and music to WAV with PCM, instead of writing the payloads unchanged. */
  readonly wav?: boolean | undefined
}
