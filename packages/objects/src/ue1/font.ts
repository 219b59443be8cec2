import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { intArray, NO_INTS, NO_USHORTS, ushortArray } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'
import { type Mip, mips } from './texture.js'

/** *Characters of a font that share a texture.* */
export class FontPage implements Serializable {
  texture: ObjectSource | null = null
  /** Left, top, width, height of each character in the texture, in pixels. */
  characters = NO_INTS

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.characters = intArray(ar, this.characters, 'characters', 4)
  }
}

/**
 * *Font: where each character stands in textures.*
 *
 * Up to version 63 a font is a texture with one list of characters (readers; no file), from 68 on a list of pages (57 of 57). Between them readers do not agree
 * and no file tells, so the form is taken that ends where the object does.
 */
export class Font extends UnrealObject {
  /** The font is a texture itself: `mips` and `characters` are stored, `pages` are not. */
  isTexture = false
  /** The old form's picture. */
  mips: Mip[] = []
  /** The old form's characters, as in `FontPage`. */
  characters = NO_INTS
  /** Character codes run on from page to page. */
  pages: FontPage[] = []
  /** Characters on a full page: 256, 128, 64 or 32. */
  charactersPerPage = 0
  /** Pairs: a character, and the one that is drawn for it. Empty in 18 of 18. */
  remap = NO_USHORTS
  /** 1: `remap` counts. */
  isRemapped = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.isLoading) {
      const paged = ar.since(Version.FontPages)
      if (paged && ar.since(Version.FontPagesOnly)) this.#serializePages(ar)
      else if (!paged || ar.attempt(ar.remaining, () => this.#serializePages(ar)) !== true) this.#serializeTexture(ar)
    } else if (this.isTexture) this.#serializeTexture(ar)
    else this.#serializePages(ar)
  }

  #serializeTexture(ar: Archive): void {
    this.isTexture = true
    this.mips = mips(ar, this.mips, 'mips')
    this.characters = intArray(ar, this.characters, 'characters', 4)
  }

  #serializePages(ar: Archive): true {
    const count = ar.indexCount(this.pages.length, 'pages.count', 2)
    this.pages = ar.records(this.pages, count, () => new FontPage(), 'pages')
    this.charactersPerPage = ar.i32(this.charactersPerPage, 'charactersPerPage')
    if (ar.since(Version.FontRemap)) {
      this.remap = ushortArray(ar, this.remap, 'remap', 2)
      this.isRemapped = ar.u32(this.isRemapped, 'isRemapped')
    }
    return true
  }
}
