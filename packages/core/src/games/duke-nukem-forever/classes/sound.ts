import type { Archive } from '@ukit/container'
import { Name } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { lazyBytes, NO_BYTES } from '@ukit/objects/common'

/**
 * *Sound of Duke Nukem Forever.* Verified on 1,074 of 1,074 objects; the names of the fields after the data
 * are guesses.
 */
export class DukeSound extends UnrealObject {
  /** Such as `WAV`. */
  format: Name = Name.NONE
  /** Usually empty: the sound is in a stream outside the package. */
  data = NO_BYTES
  /** Probably identifies the sound in the stream. */
  hash = 0
  /** Duration in seconds. */
  seconds = 0
  /** 3 or 4. */
  kind = 0
  /** 0 or 1. */
  flag = 0
  /** 0 in every file. */
  zero = 0
  /** −1, or a number of unknown meaning. */
  number = -1

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.format = ar.name(this.format, 'format')
    this.data = lazyBytes(ar, this.data, 'data')
    this.hash = ar.u32(this.hash, 'hash')
    this.seconds = ar.f32(this.seconds, 'seconds')
    this.kind = ar.u8(this.kind, 'kind')
    this.flag = ar.i32(this.flag, 'flag')
    this.zero = ar.i32(this.zero, 'zero')
    this.number = ar.i32(this.number, 'number')
  }
}
