import type { DdsTexture, Picture } from '@ukit/codecs/images'
import type { EditObject, SettableValue } from '@ukit/edit'
import type { PixelFormat } from '@ukit/objects/common'

/**
 * *What a texture is made of*: a picture; or the content of a DDS file, whose levels are taken over byte for
 * byte when they are in the format that the texture gets.
 */
export type TextureSource = Picture | DdsTexture

/**
 * *How to import a texture.* What is absent is as in the texture that is replaced, else as the editor has it.
 */
export interface ImportTextureOptions {
  /**
   * How pixels are stored. Absent: as in the texture that is replaced; else `p8` in UE1, and in UE2 for a
   * picture with a palette; DXT1 (`bc1`), or DXT5 (`bc3`) with alpha, in UE3; `bgra8` in UE2.
   */
  readonly format?: PixelFormat | undefined
  /** Makes the smaller levels. */
  readonly mips?: boolean | undefined
  /**
   * Pixels with less than half alpha are holes; in 8 bits colour 0 is the hole. Absent: if the texture that
   * is replaced is masked, or the picture has holes.
   */
  readonly masked?: boolean | undefined
  /**
   * Alpha counts in all its shades (UE2's bAlphaTexture). Absent: if the picture has such and the format
   * keeps it.
   */
  readonly alpha?: boolean | undefined
  /** Spreads the error of reduced colours, which hides bands in gradients and adds noise. */
  readonly dither?: boolean | undefined
  /**
   * What to do with a side that is not a power of two, which the engines refuse: resize it to the power of
   * two that is nearest, the next one `up` or `down`, or to a size. Absent: the import is refused.
   */
  readonly resize?: TextureResize | undefined
  /** What is beyond an edge across and down: the texture again, or its edge (UE2 and UE3). */
  readonly clampU?: boolean | undefined
  /** The same down: whether its edge goes on beyond the lower and upper edge. */
  readonly clampV?: boolean | undefined
  /**
   * `FLAGS` of `#exec`: what surfaces with it look like, bits of PolyFlags; each becomes a property (UE1,
   * UE2).
   */
  readonly surfaceFlags?: number | undefined
  /** Which setting of the player reduces it: 0 none, 1 world, 2 skins (UE1, UE2). */
  readonly lodSet?: number | undefined
  /** How many levels normal detail leaves out (UE2). */
  readonly normalLod?: number | undefined
  /** The next picture of an animation. */
  readonly next?: EditObject | undefined
  /** Pictures a second of an animation, at least and at most. */
  readonly minFrameRate?: number | undefined
  /** Pictures a second of an animation, at most. */
  readonly maxFrameRate?: number | undefined
  /** Shown on top of it from nearby. */
  readonly detail?: EditObject | undefined
  /** Whether colours are those of a screen (UE3's SRGB), not numbers such as normals. */
  readonly srgb?: boolean | undefined
  /** Kind of content by its name in the engine (UE3): `TC_Default`, `TC_Normalmap`, `TC_Grayscale` … */
  readonly compressionSettings?: string | undefined
  /** Further properties to set, by path; see `setProperties`. */
  readonly properties?: Readonly<Record<string, SettableValue>> | undefined
}

/** To what a picture is resized: powers of two, or a size in pixels. */
export type TextureResize = 'nearest' | 'up' | 'down' | { readonly width: number; readonly height: number }

/** What holds when an option of `importTexture` is absent. */
export const IMPORT_TEXTURE_DEFAULTS = {
  /** Smaller levels are made. */
  mips: true,
  /** Each pixel gets the nearest colour. */
  dither: false,
} as const
