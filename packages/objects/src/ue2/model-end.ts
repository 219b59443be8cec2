import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { intArray, NO_BYTES, NO_INTS, recordArray } from '../common/arrays.js'
import { BOX_SIZE, Box } from '../common/geometry.js'
import { lazyBytes } from '../common/lazy-array.js'
import { PartHeader } from './part-header.js'

/** *A texture of light for materials with bumps*: there are two beside each light map texture. */
export class BumpLightTexture implements Serializable {
  /** 3, 0, 1. */
  header = new PartHeader()
  /** The Level. */
  level: ObjectSource | null = null
  /** Texels, and the same at half the size; empty until light is built. */
  mips: [Uint8Array, Uint8Array] = [NO_BYTES, NO_BYTES]
  /** As `Texture.Format`; left-over memory until light is built, as are the sizes. */
  format = 0
  /** Texels of a row of the first of `mips`. */
  width = 0
  /** Rows of the first of `mips`. */
  height = 0
  /** Two numbers: 0 in both that there are. */
  unknown: Int32Array = new Int32Array(2)
  /** Identity in the renderer's cache, 64 bits. */
  cacheId: Int32Array = new Int32Array(2)
  /** Counts changes, for the renderer's copy. */
  revision = 0
  /** 1 in the first, 2 in the second. */
  which = 0

  serialize(ar: Archive): void {
    ar.record(this.header, 'header')
    this.level = ar.object(this.level, 'level')
    this.mips[0] = lazyBytes(ar, this.mips[0], 'mips[0]')
    this.mips[1] = lazyBytes(ar, this.mips[1], 'mips[1]')
    this.format = ar.u8(this.format, 'format')
    this.width = ar.i32(this.width, 'width')
    this.height = ar.i32(this.height, 'height')
    this.unknown = ar.ints(this.unknown, 2, 'unknown')
    this.cacheId = ar.ints(this.cacheId, 2, 'cacheId')
    this.revision = ar.i32(this.revision, 'revision')
    this.which = ar.i32(this.which, 'which')
  }
}

/** *The textures of light for materials with bumps that belong to one light map texture.* */
export class BumpLight implements Serializable {
  /** 3, 0, 1. */
  header = new PartHeader()
  /** Both. */
  textures = [new BumpLightTexture(), new BumpLightTexture()]

  serialize(ar: Archive): void {
    ar.record(this.header, 'header')
    this.textures = ar.records(this.textures, 2, () => new BumpLightTexture(), 'textures')
  }
}

/** Minimum size in bytes of a `BumpLight`. */
const BUMP_LIGHT_SIZE = 2 * 8 + 2 * 44

/** *The nodes of one leaf of the BSP, and their bounds.* */
export class LeafNodes implements Serializable {
  /** Numbers in the model's `nodes`. */
  nodes = NO_INTS
  /** Bounds of the nodes. */
  box = new Box()

  serialize(ar: Archive): void {
    this.nodes = intArray(ar, this.nodes, 'nodes')
    ar.record(this.box, 'box')
  }
}

/**
 * *What models end with in the form of the engine that has headers*: 1 of 1 models of levels, which has a
 * light map texture and two leaves; seven zeros for a brush.
 */
export class ModelEnd implements Serializable {
  /** 0 in every file. */
  unknown = 0
  /** 2 in the level, 0 otherwise. */
  number = 0
  /** One for each of the model's `lightMapTextures`. */
  bumpLight: BumpLight[] = []
  /** One for each of the model's leaves. */
  leaves: LeafNodes[] = []

  serialize(ar: Archive): void {
    this.unknown = ar.u8(this.unknown, 'unknown')
    this.number = ar.i32(this.number, 'number')
    this.bumpLight = recordArray(ar, this.bumpLight, () => new BumpLight(), BUMP_LIGHT_SIZE, 'bumpLight')
    this.leaves = recordArray(ar, this.leaves, () => new LeafNodes(), 1 + BOX_SIZE, 'leaves')
  }
}
