import type { Archive, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import { UnrealObject } from '../unreal-object.js'

/**
 * *Material: what surfaces are painted with*; the base of textures, shaders, combiners, modifiers.
 *
 * It has no data of its own (more than 300 objects of 14 classes) but in some games.
 */
export class Material extends UnrealObject {
  /** Since `Feature.MaterialByte`: of unknown meaning. */
  byte = 0
  /** What the package's game has of a material. */
  added: Serializable | undefined = undefined

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.MaterialByte)) this.byte = ar.u8(this.byte, 'byte')
    this.added = ar.added('material', this, this.added)
  }
}
