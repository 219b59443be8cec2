import type { Archive } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import { Coords } from '@ukit/objects/common'

/** *SkeletalMesh of Mobile Forces.* Based on files of version 83. */
export class MobileForcesSkeletalMesh extends ue1.SkeletalMesh {
  /**
   * Apparently, with `secondAdjust`, like `weaponBone` and `weaponAdjust` for a second bone; −1 in every
   * file.
   */
  secondBone = -1
  /** See `secondBone`. */
  secondAdjust = new Coords()

  /** Reads or writes the fields after the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.secondBone = ar.i32(this.secondBone, 'secondBone')
    ar.record(this.secondAdjust, 'secondAdjust')
  }
}
