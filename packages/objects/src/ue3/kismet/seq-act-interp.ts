import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** Where an actor was before Matinee moved it. */
export class SavedActorTransform implements Serializable {
  /** The actor that was moved. */
  actor: ObjectSource | null = null
  /** X, Y, Z in world units. */
  location: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll. */
  rotation: Int32Array = new Int32Array(3)

  serialize(ar: Archive): void {
    this.actor = ar.object(this.actor, 'actor')
    this.location = ar.floats(this.location, 3, 'location')
    this.rotation = ar.ints(this.rotation, 3, 'rotation')
  }
}

/**
 * *SeqAct_Interp: plays a Matinee.* 32 of 32; the map is empty unless a package was saved while the editor
 * played.
 */
export class SeqActInterp extends UnrealObject {
  /** One for each actor that Matinee moves. */
  savedActorTransforms: SavedActorTransform[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.NoSavedTransforms)) return
    this.savedActorTransforms = recordArray(
      ar,
      this.savedActorTransforms,
      () => new SavedActorTransform(),
      28,
      'savedActorTransforms',
    )
  }
}
