import type { Archive } from '@ukit/container'
import { Feature } from '@ukit/container'
import { Box, Sphere } from '../common/geometry.js'
import { UnrealObject } from '../unreal-object.js'

/**
 * *Primitive: the bounds of what can be drawn or collided with*; the base of models, meshes and convex
 * volumes.
 */
export class Primitive extends UnrealObject {
  /** In the object's own space. */
  box = new Box()
  /** Around the same. */
  sphere = new Sphere()
  /**
   * Since `Feature.BoundsByExtent`, instead of box and sphere: centre, half sizes along the axes, radius (7
   * floats).
   */
  bounds: Float32Array = new Float32Array(7)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.BoundsByExtent)) {
      this.bounds = ar.floats(this.bounds, 7, 'bounds')
      return
    }
    ar.record(this.box, 'box')
    ar.record(this.sphere, 'sphere')
  }
}
