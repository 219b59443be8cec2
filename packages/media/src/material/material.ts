import type { ExportObject } from '@ukit/core'

/**
 * *What a surface looks like, as far as today's file formats can say it*: a texture of UE1, a material of
 * UE2, a material or an instance of one of UE3.
 */
export interface Material {
  /** Path with its package: `XWeapons_rc.Material.ShockRifle`. */
  readonly path: string
  /** Colour, with alpha when `alpha` is not `opaque`. */
  readonly base?: MaterialTexture
  /**
   * Red, green, blue, alpha as shares of light, 0 to 1: multiplies `base`, or is all where there is no
   * texture.
   */
  readonly color?: readonly [red: number, green: number, blue: number, alpha: number]
  /** The light that it gives by itself. */
  readonly emissive?: MaterialTexture
  /** Directions of the surface, as colours. */
  readonly normal?: MaterialTexture
  /** `add` and `modulate` have no form in glTF: written as `blend`, and said in `extras`. */
  readonly alpha: 'opaque' | 'mask' | 'blend' | 'add' | 'modulate'
  /** With `mask`: the least alpha that is drawn, 0 to 1. */
  readonly alphaCutoff?: number
  /** Drawn from behind as well. */
  readonly isTwoSided: boolean
  /** Drawn as bright as it is, whatever light there is. */
  readonly isUnlit: boolean
  /** Not drawn at all. */
  readonly isInvisible: boolean
  /** What no file format can say, by the engine's names: written to `extras`. */
  readonly extras: Readonly<Record<string, unknown>>
  /** What is missing, such as a package with a texture. */
  readonly notes: readonly string[]
}

/** What tells pictures apart: the path of a texture, and whether its colour 0 is a hole. */
export function pictureKey({ path, isMasked }: Pick<MaterialTexture, 'path' | 'isMasked'>): string {
  return isMasked === true ? `${path}#masked` : path
}

/** A texture as a material uses it. */
export interface MaterialTexture {
  /** The texture's object; `undefined` when its package is missing. */
  readonly object?: ExportObject
  /** Its path with its package. */
  readonly path: string
  /**
   * Its colour 0 is a hole on these surfaces, though the texture itself does not say so (UE1): a picture of
   * its own, with that hole.
   */
  readonly isMasked?: boolean
  /** Which set of texture coordinates. */
  readonly uvSet: number
  /** Texture coordinates are scaled, turned (radians, about the origin), then moved. */
  readonly transform?: {
    readonly scale: readonly [u: number, v: number]
    readonly rotation: number
    readonly offset: readonly [u: number, v: number]
  }
}
