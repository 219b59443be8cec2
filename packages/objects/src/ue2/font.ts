import type { Archive, ObjectSource } from '@ukit/container'
import { UString, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES, NO_USHORTS, objectArray, recordArray, ushortArray } from '../common/arrays.js'
import { FontPage } from '../ue1/font.js'
import { UnrealObject } from '../unreal-object.js'

/** Bytes of a character: left, top, width, height (4 integers), and the number of its texture (1 byte). */
const CHARACTER_SIZE = 17

/**
 * *Font: where each character is in textures.*
 *
 * 11 of 11 from 122 on; UE1's pages before are from readers.
 */
export class Font extends UnrealObject {
  /** Before `Version.FontCharacters`. */
  pages: FontPage[] = []
  /** Before `Version.FontCharacters`: character n is on page n divided by this. */
  charactersPerPage = 0
  /**
   * Before `Version.FontCharacters`, when there are no pages and `charactersPerPage` is 0: a font of the
   * system and its height.
   */
  systemFont: UString = UString.EMPTY
  /** Pixels; see `systemFont`. */
  systemFontHeight = 0
  /**
   * 17 bytes each: left, top, width, height in pixels (32-bit integers), and a byte, the number of the
   * texture.
   */
  characters = NO_BYTES
  /** What characters refer to by number. */
  textures: (ObjectSource | null)[] = []
  /** Pixels between characters. */
  kerning = 0
  /** Pairs: a character, and the one that is drawn for it. */
  remap = NO_USHORTS
  /** 1: `remap` counts. */
  isRemapped = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.FontCharacters)) {
      this.characters = blockArray(ar, this.characters, CHARACTER_SIZE, 'characters')
      this.textures = objectArray(ar, this.textures, 'textures')
    } else {
      this.#serializePages(ar)
    }
    if (ar.since(Version.FontKerning)) this.kerning = ar.i32(this.kerning, 'kerning')
    this.remap = ushortArray(ar, this.remap, 'remap', 2)
    this.isRemapped = ar.i32(this.isRemapped, 'isRemapped')
  }

  #serializePages(ar: Archive): void {
    this.pages = recordArray(ar, this.pages, () => new FontPage(), 2, 'pages')
    this.charactersPerPage = ar.i32(this.charactersPerPage, 'charactersPerPage')
    if (this.pages.length > 0 || this.charactersPerPage !== 0) return
    this.systemFont = ar.string(this.systemFont, 'systemFont')
    this.systemFontHeight = ar.i32(this.systemFontHeight, 'systemFontHeight')
  }

  override check(report: CheckReport): void {
    super.check(report)
    for (let i = 0; i < this.characters.length / CHARACTER_SIZE; i++) {
      const texture = this.characters[i * CHARACTER_SIZE + CHARACTER_SIZE - 1] ?? 0
      report.index(`characters[${i}]`, texture, this.textures.length, 'textures')
    }
  }
}
