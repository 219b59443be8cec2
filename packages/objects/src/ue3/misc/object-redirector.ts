import type { Archive, ObjectSource } from '@ukit/container'
import { UnrealObject } from '../../unreal-object.js'

/** *ObjectRedirector: takes the place of an object that was renamed.* 98 of 98. */
export class ObjectRedirector extends UnrealObject {
  /** The object under its present path. */
  destination: ObjectSource | null = null

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.destination = ar.object(this.destination, 'destination')
  }
}
