import type { DdsTexture, Picture } from '@ukit/codecs/images'
import type { EditObject, SettableValue } from '@ukit/edit'
import type { PixelFormat } from '@ukit/objects/common'

/**
 * *The source of a texture*: a picture, or the content of a DDS file, whose levels are stored byte for byte
 * if they are in the texture's format.
 */
export type TextureSource = Picture | DdsTexture

/**
 * *How to import a texture.* The default of most options is the setting of the texture that is replaced, or
 * else the editor's.
 */
export interface ImportTextureOptions {
  /**
   * How pixels are stored. By default as in the texture that is replaced; else `p8` in UE1, and in UE2 for a
   * picture with a palette; DXT1 (`bc1`), or DXT5 (`bc3`) with alpha, in UE3; `bgra8` in UE2.
   */
  readonly format?: PixelFormat | undefined
  /** Makes the smaller levels. */
  readonly mips?: boolean | undefined
  /**
   * Pixels with less than half alpha are holes; in 8 bits, colour 0 is the hole. By default if the texture
   * that is replaced is masked, or the picture has holes.
   */
  readonly masked?: boolean | undefined
  /**
   * All shades of alpha count (UE2's bAlphaTexture). By default if the picture has some between hole and
   * opaque, and the format keeps them.
   */
  readonly alpha?: boolean | undefined
  /** Spreads the error of reduced colours, which hides bands in gradients and adds noise. */
  readonly dither?: boolean | undefined
  /**
   * What to do with a side that is not a power of two, which the engines refuse: resize it to the nearest
   * power of two, the next one `up` or `down`, or to a given size. By default the import is refused.
   */
  readonly resize?: TextureResize | undefined
  /**
   * Gives unused colours of a palette to the smaller levels, which are averages of its colours. The engines'
   * own import does not.
   */
  readonly fillPalette?: boolean | undefined
  /**
   * Replaces a texture by a smaller picture although larger levels of the texture are not in the package.
   * Otherwise that is refused: the picture may have been extracted without them.
   */
  readonly shrink?: boolean | undefined
  /** Repeats the edge beyond the left and right sides, instead of repeating the texture (UE2 and UE3). */
  readonly clampU?: boolean | undefined
  /** Repeats the edge beyond the top and bottom, instead of repeating the texture (UE2 and UE3). */
  readonly clampV?: boolean | undefined
  /**
   * `FLAGS` of `#exec`: how surfaces with this texture look, as bits of PolyFlags; each becomes a property
   * (UE1, UE2).
   */
  readonly surfaceFlags?: number | undefined
  /** Which of the player's detail settings reduces it: 0 none, 1 world, 2 skins (UE1, UE2). */
  readonly lodSet?: number | undefined
  /** How many levels the normal detail setting leaves out (UE2). */
  readonly normalLod?: number | undefined
  /** The next texture of an animation. */
  readonly next?: EditObject | undefined
  /** Minimum number of pictures per second of an animation. */
  readonly minFrameRate?: number | undefined
  /** Maximum number of pictures per second of an animation. */
  readonly maxFrameRate?: number | undefined
  /** The detail texture, which is drawn on top of it when it is near. */
  readonly detail?: EditObject | undefined
  /** Whether colours are in the sRGB space (UE3's SRGB), rather than numbers such as normals. */
  readonly srgb?: boolean | undefined
  /** Kind of content by its name in the engine (UE3): `TC_Default`, `TC_Normalmap`, `TC_Grayscale` … */
  readonly compressionSettings?: string | undefined
  /** Whether surfaces of levels may show it: a note says that its size changes there (UE1, UE2). */
  readonly onSurfaces?: boolean | undefined
  /** Further properties to set, by path; see `setProperties`. */
  readonly properties?: Readonly<Record<string, SettableValue>> | undefined
}

/** The size that a picture is resized to: powers of two, or a size in pixels. */
export type TextureResize = 'nearest' | 'up' | 'down' | { readonly width: number; readonly height: number }

/** The defaults of `importTexture`. */
export const IMPORT_TEXTURE_DEFAULTS = {
  /** Smaller levels are made. */
  mips: true,
  /** Each pixel gets the nearest colour. */
  dither: false,
  /** It may be on surfaces of levels. */
  onSurfaces: true,
  /** Unused colours of palettes are given to smaller levels. */
  fillPalette: true,
} as const
