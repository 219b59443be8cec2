import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { UString } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { intArray, NO_INTS, recordArray } from '@ukit/objects/common'

/** *Characters of a font that share a texture.* */
export class DukeFontPage implements Serializable {
  /** The texture that contains them. */
  texture: ObjectSource | null = null
  /** Code, left, top, width and height of each. */
  characters = NO_INTS

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.characters = intArray(ar, this.characters, 'characters', 5)
  }
}

/** *Font of Duke Nukem Forever.* Verified on 2 of 2 objects. */
export class DukeFont extends UnrealObject {
  /** The pages that characters are drawn from. */
  pages: DukeFontPage[] = []
  /** Number of characters on a page. */
  charactersPerPage = 256

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.pages = recordArray(ar, this.pages, () => new DukeFontPage(), 2, 'pages')
    this.charactersPerPage = ar.i32(this.charactersPerPage, 'charactersPerPage')
  }
}

/**
 * *FontTrueType: a font drawn from a TrueType file.* Verified on 6 of 6 objects; the meanings of most numbers
 * are guesses.
 */
export class DukeFontTrueType extends DukeFont {
  /** 32 or 48; probably pixels. */
  size = 32
  /** Name of the TrueType file. */
  file: UString = UString.EMPTY
  /** Probably pixels. */
  height = 0
  /** −1 in every file. */
  number = -1
  /** 256, 256, 1 in every file. */
  scales: Float32Array = Float32Array.of(256, 256, 1)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.size = ar.i32(this.size, 'size')
    this.file = ar.string(this.file, 'file')
    this.height = ar.i32(this.height, 'height')
    this.number = ar.i32(this.number, 'number')
    this.scales = ar.floats(this.scales, 3, 'scales')
  }
}
