import type { Archive } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { arrayCount, floatArray, NO_FLOATS } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'

/** Number of floats of a capsule: X, Y, Z of both ends, radius. */
const CAPSULE_WIDTH = 7

/**
 * *HkMeshProxy: simple bodies that Havok uses for collisions with a static mesh* (SWAT 4). Verified on 3 of 3
 * objects, two of them empty.
 */
export class HkMeshProxy extends UnrealObject {
  /** Meaning unknown. */
  unknown = 0
  /** Three times 0.33, then three times 0, in every file. */
  numbers: Float32Array = new Float32Array(6)
  /**
   * The third of five lists of bodies. One body of this kind was seen and none of the others, whose contents
   * are not known.
   */
  capsules = NO_FLOATS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.unknown = ar.i32(this.unknown, 'unknown')
    this.numbers = ar.floats(this.numbers, 6, 'numbers')
    none(ar, 'list[0]')
    none(ar, 'list[1]')
    this.capsules = floatArray(ar, this.capsules, 'capsules', CAPSULE_WIDTH)
    none(ar, 'list[3]')
    none(ar, 'list[4]')
  }
}

/** Reads or writes an array that has to be empty. */
function none(ar: Archive, field: string): void {
  const count = arrayCount(ar, 0, 1, field)
  if (count !== 0) throw ar.error('bad-value', field, `expected an empty list, found ${plural(count, 'element')}`)
}
