import type { Archive } from '../../../archive/archive.js'
import { NO_USHORTS, ushortArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** *Font and MultiFont (UE3): which character is at which place.* 62 of 62 and 41 of 41; characters and textures are properties. */
export class Font extends UnrealObject {
  /** Pairs: code of a character, its index in the property Characters. Empty when the two are the same. */
  characterRemap: Uint16Array = NO_USHORTS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.characterRemap = ushortArray(ar, this.characterRemap, 'characterRemap', 2)
  }
}
