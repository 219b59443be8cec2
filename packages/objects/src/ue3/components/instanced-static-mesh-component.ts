import type { Archive } from '@ukit/container'
import { BulkArray } from '../bulk-array.js'
import { StaticMeshComponent } from './static-mesh-component.js'

/** Bytes of a place without any instance: a transformation of 16 floats and two pairs of coordinates. */
const INSTANCE_SIZE = 80

/**
 * *InstancedStaticMeshComponent: one static mesh at many places.* 29 of 29 in XCOM 2 (845/101 to 845/120), 3
 * of UDK.
 */
export class InstancedStaticMeshComponent extends StaticMeshComponent {
  /**
   * 80 bytes a place: 16 floats of a transformation, bias of the light map's and of the shadow map's
   * coordinates. XCOM 2 has 16 bytes more.
   */
  perInstanceData = new BulkArray(INSTANCE_SIZE)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.perInstanceData, 'perInstanceData')
  }
}
