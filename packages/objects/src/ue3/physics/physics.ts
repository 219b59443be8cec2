import type { Archive, Serializable } from '@ukit/container'
import { intArray, NO_BYTES, NO_INTS, recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'
import { BULK_ARRAY_SIZE, bulkBytes } from '../bulk-array.js'

/** *One cooked shape, as PhysX takes it* (`NXS` and `CVXM` for a convex one, `MESH` for triangles). */
export class CookedPhysicsData implements Serializable {
  data: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.data = bulkBytes(ar, this.data, 'data')
  }
}

/** *The convex parts of a body, cooked for one scale.* */
export class CookedConvexData implements Serializable {
  elements: CookedPhysicsData[] = []

  serialize(ar: Archive): void {
    this.elements = recordArray(ar, this.elements, () => new CookedPhysicsData(), BULK_ARRAY_SIZE, 'elements')
  }
}

/** *RB_BodySetup: how a rigid body collides.* 261 of 261. */
export class RBBodySetup extends UnrealObject {
  /** One for each entry of the property PreCachedPhysScale. */
  preCachedPhysData: CookedConvexData[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.preCachedPhysData = recordArray(
      ar,
      this.preCachedPhysData,
      () => new CookedConvexData(),
      4,
      'preCachedPhysData',
    )
  }
}

/** *PhysicsAssetInstance: which bodies of a ragdoll pass through each other.* 19 of 19. */
export class PhysicsAssetInstance extends UnrealObject {
  /** Three numbers for each pair: one body, the other body, 0 or 1. */
  collisionDisableTable: Int32Array = NO_INTS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.collisionDisableTable = intArray(ar, this.collisionDisableTable, 'collisionDisableTable', 3)
  }
}

/** *ApexGenericAsset and its kin: an asset of Nvidia's APEX.* 4 of 4, all empty; what an asset looks like is not known. */
export class ApexAsset extends UnrealObject {
  size = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.size = ar.i32(this.size, 'size')
  }
}
