import type { Archive } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { byteArray, NO_BYTES } from '@ukit/objects/common'

/** *SwfMovie (XCOM: Enemy Within): a Flash movie of the interface.* Elsewhere it is a property. */
export class SwfMovie extends UnrealObject {
  /** The movie as Scaleform stores it: `GFX`, a version, a size, tags. */
  data: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.data = byteArray(ar, this.data, 'data')
  }
}
