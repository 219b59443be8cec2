import type { Archive } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import { Coords } from '@ukit/objects/common'

/** *SkeletalMesh of Mobile Forces.* Files of 83. */
export class MobileForcesSkeletalMesh extends ue1.SkeletalMesh {
  /** As `weaponBone` and `weaponAdjust` for another bone, as it seems; −1 in all. */
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
