import type { Archive, Serializable } from '@ukit/container'
import { NO_FLOATS, NO_SHORTS, shortArray, vectorArray } from '../common/arrays.js'

/** *A track in one of several compressed forms.* Readers only: no file has one. */
export class FlexTrack implements Serializable {
  /** 0 nothing, 1 one rotation and position, 3 keys, 4 keys of rotation and one position. */
  kind = 0
  /** Kind 1: X, Y, Z of a quaternion, W follows from them. */
  rotation: Float32Array = new Float32Array(3)
  /** Kinds 1 and 4. */
  position: Float32Array = new Float32Array(3)
  /** Kinds 3 and 4: X, Y, Z of quaternions as 16-bit numbers, 32767 for 1. */
  rotations = NO_SHORTS
  /** Kind 3: X, Y, Z each. */
  positions = NO_FLOATS
  /** Kinds 3 and 4. */
  times = NO_SHORTS

  serialize(ar: Archive): void {
    this.kind = ar.i32(this.kind, 'kind')
    switch (this.kind) {
      case 0:
        return
      case 1:
        this.rotation = ar.floats(this.rotation, 3, 'rotation')
        this.position = ar.floats(this.position, 3, 'position')
        return
      case 3:
        this.rotations = shortArray(ar, this.rotations, 'rotations', 3)
        this.positions = vectorArray(ar, this.positions, 'positions')
        this.times = shortArray(ar, this.times, 'times')
        return
      case 4:
        this.rotations = shortArray(ar, this.rotations, 'rotations', 3)
        this.times = shortArray(ar, this.times, 'times')
        this.position = ar.floats(this.position, 3, 'position')
        return
      default:
        throw ar.error('bad-value', 'kind', `expected 0, 1, 3 or 4, found ${this.kind}`)
    }
  }
}
