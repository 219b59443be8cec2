import type { Archive } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { NO_BYTES } from '@ukit/objects/common'

/**
 * Bytes after the properties of an actor, and of one that is drawn (RenderActor and what inherits from it).
 */
const TAIL_SIZES = [4, 12]

/**
 * *Any object of Duke Nukem Forever that no other codec reads: properties, which in actors are followed by
 * zeros.*
 *
 * 4 zero bytes in 1,388 actors and 12 in 7,152 that are drawn. Maps name only the class of an actor, not what
 * it inherits from, and most actors have no state frame, so the end of the object decides.
 */
export class DukeObject extends UnrealObject {
  /** Zeros in every file. */
  tail = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const length = ar.isLoading ? ar.remaining : this.tail.length
    if (TAIL_SIZES.includes(length)) this.tail = ar.bytes(this.tail, length, 'tail')
  }
}
