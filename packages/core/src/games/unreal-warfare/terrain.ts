import type { Archive } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { arrayCount, Box, NO_BYTES, NO_USHORTS, ushortArray } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'

/** Number of bytes after the heights of a terrain. */
const TAIL_SIZE = 3

/** *Terrain of Unreal Warfare* (144): ground described by heights. Based on one object. */
export class Terrain extends UnrealObject {
  /** One for each vertex, 32768 in the middle; (patches + 1)² in the one terrain available, 257². */
  heights = NO_USHORTS
  /** 1, 0, 0 in the one terrain available; meaning unknown. */
  tail = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.heights = ushortArray(ar, this.heights, 'heights')
    this.tail = ar.opaque(
      ar.isLoading || this.tail.length > 0 ? this.tail : new Uint8Array(TAIL_SIZE),
      TAIL_SIZE,
      'tail',
    )
  }
}

/**
 * *TerrainComponent of Unreal Warfare* (144): a part of a terrain that is drawn in one go. Based on 256
 * objects of one terrain.
 */
export class TerrainComponent extends UnrealObject {
  /** First vertex in the terrain. */
  baseX = 0
  /** As `baseX`, along Y. */
  baseY = 0
  /** Bounds in world units. */
  box = new Box()
  /** 0 in every object: the length of an array of unknown elements. */
  unknownCount = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.baseX = ar.i32(this.baseX, 'baseX')
    this.baseY = ar.i32(this.baseY, 'baseY')
    ar.record(this.box, 'box')
    this.unknownCount = arrayCount(ar, this.unknownCount, 0, 'unknown')
    if (this.unknownCount !== 0) {
      throw ar.error('bad-value', 'unknown', `expected an empty array, found ${plural(this.unknownCount, 'element')}`)
    }
  }
}
