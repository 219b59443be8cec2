import type { Archive, Serializable } from '@ukit/container'
import { Feature, Name } from '@ukit/container'

/** What a shape around a bone stops: three flags, all set unless stored (UT). */
abstract class BoneShape implements Serializable {
  bone: Name = Name.NONE
  /** Centre, from the bone. */
  offset: Float32Array = new Float32Array(3)
  blocksKarma = 1
  blocksZeroExtent = 1
  blocksNonZeroExtent = 1

  serialize(ar: Archive): void {
    this.bone = ar.name(this.bone, 'bone')
    this.offset = ar.floats(this.offset, 3, 'offset')
    this.serializeSize(ar)
    if (ar.since(Feature.BoneBlocksKarma)) this.blocksKarma = ar.i32(this.blocksKarma, 'blocksKarma')
    if (!ar.since(Feature.BoneBlocksTraces)) return
    this.blocksZeroExtent = ar.i32(this.blocksZeroExtent, 'blocksZeroExtent')
    this.blocksNonZeroExtent = ar.i32(this.blocksNonZeroExtent, 'blocksNonZeroExtent')
  }

  /** Reads or writes how large it is, after its place. */
  protected abstract serializeSize(ar: Archive): void
}

/** *A ball around a bone.* No file has one: from readers. */
export class BoneSphere extends BoneShape {
  /** World units. */
  radius = 0

  /** Reads or writes the radius. */
  protected override serializeSize(ar: Archive): void {
    this.radius = ar.f32(this.radius, 'radius')
  }
}

/** *A box around a bone.* */
export class BoneBox extends BoneShape {
  /** Half lengths of the edges. */
  radii: Float32Array = new Float32Array(3)

  /** Reads or writes the half lengths. */
  protected override serializeSize(ar: Archive): void {
    this.radii = ar.floats(this.radii, 3, 'radii')
  }
}
