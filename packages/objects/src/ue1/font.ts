import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { intArray, NO_INTS, NO_USHORTS, ushortArray } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'
import { type Mip, mips } from './texture.js'

/** *Characters of a font that share a texture.* */
export class FontPage implements Serializable {
  /** The texture that they are on. */
  texture: ObjectSource | null = null
  /** Left, top, width, height of each character in the texture, in pixels. */
  characters = NO_INTS

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.characters = intArray(ar, this.characters, 'characters', 4)
  }
}

/**
 * *Font: where each character is in textures.*
 *
 * Up to version 63 a font is a texture with one list of characters (readers; no file), from 68 on a list of
 * pages (57 of 57). Between them readers do not agree and no file shows which is right, so the form is taken
 * that ends where the object does.
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

  override check(report: CheckReport): void {
    super.check(report)
    for (const [i, page] of this.pages.entries()) {
      if (page.texture === null && page.characters.length > 0)
        report.warning(`pages[${i}].texture`, 'expected the texture with its characters, found none')
      checkCharacters(report, `pages[${i}].characters`, page.characters)
    }
    checkCharacters(report, 'characters', this.characters)
  }
}

/** Left, top, width and height of each character are pixels of a texture. */
function checkCharacters(report: CheckReport, field: string, characters: Int32Array): void {
  const wrong = characters.findIndex((value) => value < 0 || value > MAX_SIDE)
  if (wrong >= 0)
    report.error(
      `${field}[${wrong >> 2}]`,
      `expected pixels of a texture, 0 to ${MAX_SIDE}, found ${characters[wrong]}`,
    )
}

/** Larger than any texture. */
const MAX_SIDE = 0x1_0000
