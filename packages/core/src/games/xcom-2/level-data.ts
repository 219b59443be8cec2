import type { Archive, ObjectSource } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'

/**
 * *A class of XCOM 2 with one or more numbers after its properties*: 0 in every file, likely the counts of
 * maps. With other numbers, what follows is not understood.
 */
export abstract class XComEmptyMaps extends UnrealObject {
  /** True if all counts are 0 and nothing follows them. */
  isEmpty = true
  /** How many counts there are. */
  protected abstract readonly maps: number

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const { maps } = this
    if (ar.isLoading) this.isEmpty = ar.remaining === 4 * maps && ar.attempt(4 * maps, () => zeros(ar, maps)) === true
    else if (this.isEmpty) zeros(ar, maps)
  }
}

/** Counts of 0; fails when one of them is not. */
function zeros(ar: Archive, count: number): true {
  const found = ar.ints(new Int32Array(count), count, 'counts')
  if (found.some((one) => one !== 0)) throw ar.error('bad-value', 'counts', 'expected only zeros, found other numbers')
  return true
}

/** *XComVisGroupData: which actors of a level are shown together.* 5 of 5, all without groups. */
export class XComVisGroupData extends XComEmptyMaps {
  protected override readonly maps = 2
}

/** *XComDestructionInstData: what can be destroyed in a level.* 1 of 1, without contents. */
export class XComDestructionInstData extends XComEmptyMaps {
  protected override readonly maps = 1
}

/** *XComWorldData: the tiles of a level, for movement and sight.* 1 of 1. */
export class XComWorldData extends UnrealObject {
  /**
   * The component that draws them, an XComWorldDataRenderingComponent. `undefined` when more than a reference
   * is stored, which no file has.
   */
  rendering: ObjectSource | null | undefined = null

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.isLoading ? ar.remaining !== REFERENCE_SIZE : this.rendering === undefined) this.rendering = undefined
    else this.rendering = ar.object(this.rendering ?? null, 'rendering')
  }
}

/** Bytes of a reference to an object. */
const REFERENCE_SIZE = 4
