import type { Archive, ObjectSource } from '@ukit/container'
import { Version } from '@ukit/container'
import { blockArray, NO_BYTES, NO_USHORTS, objectArray, ushortArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/**
 * *Font and MultiFont (UE3): which character is at which place.* 62 of 62 and 41 of 41; characters and
 * textures are properties.
 */
export class Font extends UnrealObject {
  /** Before `Version.BulkArrays`: 17 bytes a character: U, V, width, height, texture. */
  characters: Uint8Array = NO_BYTES
  /** Texture2D objects, which characters refer to by number. */
  textures: (ObjectSource | null)[] = []
  /** Pixels between characters. */
  kerning = 0
  /** 1 when `characterRemap` counts, else 0. */
  isRemapped = 0
  /** Pairs: code of a character, its index in the property Characters. Empty when the two are the same. */
  characterRemap: Uint16Array = NO_USHORTS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const isNative = !ar.since(Version.BulkArrays)
    if (isNative) {
      this.characters = blockArray(ar, this.characters, 17, 'characters')
      this.textures = objectArray(ar, this.textures, 'textures')
      this.kerning = ar.i32(this.kerning, 'kerning')
    }
    this.characterRemap = ushortArray(ar, this.characterRemap, 'characterRemap', 2)
    if (isNative) this.isRemapped = ar.i32(this.isRemapped, 'isRemapped')
  }
}
