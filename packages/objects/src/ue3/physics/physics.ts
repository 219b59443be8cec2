import { type Archive, Feature, type Serializable, UString } from '@ukit/container'
import { byteArray, intArray, NO_BYTES, NO_INTS, recordArray } from '../../common/arrays.js'
import { flag } from '../../common/flag.js'
import { UnrealObject } from '../../unreal-object.js'
import { bulkBytes } from '../bulk-array.js'

/** *One cooked shape, as PhysX takes it* (`NXS` and `CVXM` for a convex one, `MESH` for triangles). */
export class CookedPhysicsData implements Serializable {
  /** As PhysX's own library saved it. */
  data: Uint8Array = NO_BYTES
  /** Without the size of an element in front; since `Feature.PlainPhysicsData` it may be. */
  isPlain = false

  serialize(ar: Archive): void {
    if (ar.isLoading && ar.since(Feature.PlainPhysicsData)) this.isPlain = !startsWithOne(ar)
    this.data = this.isPlain ? byteArray(ar, this.data, 'data') : bulkBytes(ar, this.data, 'data')
  }
}

/**
 * Tells whether a 1 comes next, the size of a byte: no shape is as short, so it is not that of a plain array.
 */
function startsWithOne(ar: Archive): boolean {
  let first = 0
  ar.attemptWithin(ar.remaining, () => {
    first = ar.i32(0, 'data')
    throw ar.error('bad-value', 'data', 'looked ahead')
  })
  return first === 1
}

/** *The convex parts of a body, cooked for one scale.* */
export class CookedConvexData implements Serializable {
  /** One for each convex part. */
  elements: CookedPhysicsData[] = []

  serialize(ar: Archive): void {
    this.elements = recordArray(ar, this.elements, () => new CookedPhysicsData(), 4, 'elements')
  }
}

/** *RB_BodySetup: how a rigid body collides.* 261 of 261. */
export class RBBodySetup extends UnrealObject {
  /** One for each entry of the property PreCachedPhysScale. */
  preCachedPhysData: CookedConvexData[] = []
  /** Since `Feature.BodyEndNumber`; 0 in the only one available. */
  endNumber: number | undefined = undefined

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.preCachedPhysData = recordArray(
      ar,
      this.preCachedPhysData,
      () => new CookedConvexData(),
      4,
      'preCachedPhysData',
    )
    if (ar.since(Feature.BodyEndNumber) && (ar.isLoading ? ar.remaining >= 4 : this.endNumber !== undefined))
      this.endNumber = ar.i32(this.endNumber ?? 0, 'endNumber')
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

/**
 * *ApexDestructibleAsset, ApexGenericAsset and their kin: an asset of Nvidia's APEX.* 4 empty ones, and 1 of
 * 864.
 */
export class ApexAsset extends UnrealObject {
  /** 1 when there is an asset. */
  hasAsset = 0
  /** The asset's path with the extension of its kind, such as `Package.Group.Wall.pda`. */
  assetName = UString.EMPTY
  /** As APEX stores it: starts with the bytes 5A 5B 5C 5D. */
  asset: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.hasAsset = flag(ar, this.hasAsset, 'hasAsset')
    if (this.hasAsset === 0) return
    this.assetName = ar.string(this.assetName, 'assetName')
    this.asset = byteArray(ar, this.asset, 'asset')
  }
}
