import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { vector } from '../common/geometry.js'

/** *What the polygons of one plane look like.* */
export class BspSurf implements Serializable {
  /** The texture; none is the default one. */
  texture: ObjectSource | null = null
  /** Bits of `PolyFlag`. */
  polyFlags = 0
  /** The texture's origin, in the model's `points`. */
  base = 0
  /** Normal and directions of the texture, in the model's `vectors`. */
  normal = 0
  /** Index into `vectors`: the direction in which U grows. */
  textureU = 0
  /** Index into `vectors`: the direction in which V grows. */
  textureV = 0
  /** One of the model's `lightMaps`; −1 none. */
  lightMap = -1
  /** Side of the brush. */
  brushPoly = -1
  /** Texture offset in pixels. */
  panU = 0
  /** As `panU`, for V. */
  panV = 0
  /** The brush. */
  actor: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.polyFlags = ar.u32(this.polyFlags, 'polyFlags')
    this.base = ar.index(this.base, 'base')
    this.normal = ar.index(this.normal, 'normal')
    this.textureU = ar.index(this.textureU, 'textureU')
    this.textureV = ar.index(this.textureV, 'textureV')
    this.lightMap = ar.index(this.lightMap, 'lightMap')
    this.brushPoly = ar.index(this.brushPoly, 'brushPoly')
    this.panU = ar.i16(this.panU, 'panU')
    this.panV = ar.i16(this.panV, 'panV')
    this.actor = ar.object(this.actor, 'actor')
  }
}

/** Minimum size in bytes of a `BspSurf`. */
export const SURF_SIZE = 16

/** *Where the lights of a surface are in the model's `lightBits`.* */
export class LightMap implements Serializable {
  /**
   * First byte of the bits; one plane for each light of the run, rows of ⌈width / 8⌉ bytes (119,373 of
   * 119,373 fit).
   */
  dataOffset = 0
  /** X, Y, Z: where the light map begins, in world units along the texture's directions. */
  pan: Float32Array = new Float32Array(3)
  /** Width and height in light pixels. */
  width = 0
  /** As `width`. */
  height = 0
  /** Size of a light pixel along the texture's directions. */
  scale: Float32Array = new Float32Array(2)
  /** Start of the run of lights in the model's `lights`, which a none ends; −1 no lights. */
  lights = -1

  serialize(ar: Archive): void {
    this.dataOffset = ar.i32(this.dataOffset, 'dataOffset')
    this.pan = vector(ar, this.pan, 'pan')
    this.width = ar.index(this.width, 'width')
    this.height = ar.index(this.height, 'height')
    this.scale = ar.floats(this.scale, 2, 'scale')
    this.lights = ar.i32(this.lights, 'lights')
  }
}

/** Minimum size in bytes of a `LightMap`. */
export const LIGHT_MAP_SIZE = 30
