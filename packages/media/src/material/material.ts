import type { ObjectKey } from '@ukit/core'

/**
 * *What a surface looks like, as far as today's file formats can express it*: a texture of UE1, a material of
 * UE2, a material or an instance of one of UE3.
 */
export interface Material {
  /** Path with its package: `XWeapons_rc.Material.ShockRifle`. */
  readonly path: string
  /** Colour, with alpha when `alpha` is not `opaque`. */
  readonly base?: MaterialTexture
  /**
   * Red, green, blue and alpha, linear, 0 to 1: multiplies `base`, or is the whole colour if there is no
   * texture.
   */
  readonly color?: readonly [red: number, green: number, blue: number, alpha: number]
  /** The light that the surface emits. */
  readonly emissive?: MaterialTexture
  /** The normal map: directions of the surface as colours. */
  readonly normal?: MaterialTexture
  /** glTF has no `add` or `modulate`: they are written as `blend`, and named in `extras`. */
  readonly alpha: 'opaque' | 'mask' | 'blend' | 'add' | 'modulate'
  /** With `mask`: the minimum alpha that is drawn, 0 to 1. */
  readonly alphaCutoff?: number
  /** Drawn from behind as well. */
  readonly isTwoSided: boolean
  /** Drawn at its own brightness, regardless of light. */
  readonly isUnlit: boolean
  /** Not drawn at all. */
  readonly isInvisible: boolean
  /** What no file format can express, by the engine's names; written to `extras`. */
  readonly extras: Readonly<Record<string, unknown>>
  /**
   * The light that falls on it, as a picture with texture coordinates of its own: what is shown is
   * multiplied.
   */
  readonly light?: MaterialLight
  /** What is missing, such as a package with a texture. */
  readonly notes: readonly string[]
}

/** The key of a picture: the path of a texture, and whether its colour 0 is a hole. */
export function pictureKey({ path, isMasked }: Pick<MaterialTexture, 'path' | 'isMasked'>): string {
  return isMasked === true ? `${path}#masked` : path
}

/** *Light that was computed before*, which a surface is multiplied by. */
export interface MaterialLight {
  /** The key of its picture among `GlbSceneOptions.textures`. */
  readonly key: string
  /** Number of the set of texture coordinates. */
  readonly uvSet: number
  /** Factor for the picture's linear values. */
  readonly intensity: number
  /** What is done to the texture coordinates first: they are scaled, then moved. */
  readonly transform?: {
    readonly scale: readonly [u: number, v: number]
    readonly offset: readonly [u: number, v: number]
  }
}

/** A texture as a material uses it. */
export interface MaterialTexture {
  /** The texture, which `reader.objectOf` finds; `undefined` when its package is missing. */
  readonly object?: ObjectKey
  /** Its path with its package. */
  readonly path: string
  /**
   * Colour 0 is a hole on these surfaces, although the texture itself does not say so (UE1): they use a
   * separate picture with that hole.
   */
  readonly isMasked?: boolean
  /** Number of the set of texture coordinates. */
  readonly uvSet: number
  /** Texture coordinates are scaled, rotated (radians, about the origin), then moved. */
  readonly transform?: {
    readonly scale: readonly [u: number, v: number]
    readonly rotation: number
    readonly offset: readonly [u: number, v: number]
  }
}
