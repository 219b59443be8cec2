import type { Archive } from '@ukit/container'
import { Box, Sphere } from '../common/geometry.js'
import { UnrealObject } from '../unreal-object.js'

/** *Primitive: what models and meshes have in common, their bounds.* */
export class Primitive extends UnrealObject {
  /** Valid in 31,271 objects; not in the 86 models of levels. */
  box = new Box()
  /** Around `box`; valid where that is. */
  sphere = new Sphere()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.box, 'box')
    ar.record(this.sphere, 'sphere')
  }
}
