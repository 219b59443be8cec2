import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { byteArray, NO_BYTES } from '../common/arrays.js'

/** *Which vertices one light reaches*, one bit a vertex, the lowest first. */
export class LightBits implements Serializable {
  light: ObjectSource | null = null
  bits = NO_BYTES

  serialize(ar: Archive): void {
    this.light = ar.object(this.light, 'light')
    this.bits = byteArray(ar, this.bits, 'bits')
  }
}
