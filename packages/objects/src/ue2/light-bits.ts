import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { byteArray, NO_BYTES } from '../common/arrays.js'

/** *Which vertices one light reaches*, one bit a vertex, the lowest first. */
export class LightBits implements Serializable {
  /** The light actor. */
  light: ObjectSource | null = null
  /** One bit a vertex, the lowest bit of a byte first. */
  bits = NO_BYTES

  serialize(ar: Archive): void {
    this.light = ar.object(this.light, 'light')
    this.bits = byteArray(ar, this.bits, 'bits')
  }
}
