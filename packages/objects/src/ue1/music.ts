import type { Archive } from '@ukit/container'
import { Name } from '@ukit/container'
import { NO_BYTES } from '../common/arrays.js'
import { lazyBytes } from '../common/lazy-array.js'
import { UnrealObject } from '../unreal-object.js'

/** *Music: a tracker module, as imported.* 71 of 71 (versions 62 to 69). */
export class Music extends UnrealObject {
  /** `it`, `s3m`, `xm`, `mod` …; anti-cheat packages carry `dll` and `so`. */
  format: Name = Name.NONE
  /** The file as imported. */
  data = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.format = ar.name(this.format, 'format')
    this.data = lazyBytes(ar, this.data, 'data')
  }
}
