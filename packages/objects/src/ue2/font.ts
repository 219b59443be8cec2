import type { Archive, ObjectSource } from '@ukit/container'
import { UString, Version } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES, NO_USHORTS, objectArray, recordArray, ushortArray } from '../common/arrays.js'
import { FontPage } from '../ue1/font.js'
import { UnrealObject } from '../unreal-object.js'

/** Bytes of a character: left, top, width, height (4 integers), and the number of its texture (1 byte). */
const CHARACTER_SIZE = 17

/**
 * *Font: where each character is in textures.*
 *
 * 11 of 11 from 122 on, 15 of Lineage II's among others; UE1's pages before are from readers. Of a font of
 * Lineage II's editor it is known that something else follows its textures, but not what: then the object may
 * end in the form of other versions, with or without `kerning`, or else in `tail`.
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
  /** True if `kerning` is stored: `undefined` for as its version says. */
  hasKerning: boolean | undefined = undefined
  /** What follows the textures when it is not understood, in place of `kerning`, `remap` and `isRemapped`. */
  tail: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.FontCharacters)) {
      this.characters = blockArray(ar, this.characters, CHARACTER_SIZE, 'characters')
      this.textures = objectArray(ar, this.textures, 'textures')
    } else {
      this.#serializePages(ar)
    }
    if (ar.isLoading) this.#loadEnd(ar)
    else if (this.tail.length > 0) ar.opaque(this.tail, this.tail.length, 'tail')
    else this.#serializeEnd(ar, this.hasKerning)
  }

  /** The form of the version, if it ends where the object does; else one that does; else bytes. */
  #loadEnd(ar: Archive): void {
    const other = !ar.since(Version.FontKerning)
    const end = (hasKerning?: boolean) => () => this.#attemptEnd(ar, hasKerning)
    // An object that ends here was cut off, which is an error.
    if (ar.remaining === 0) this.#serializeEnd(ar)
    else if (ar.attempt(ar.remaining, end()) === true) return
    else if (ar.attempt(ar.remaining, end(other)) === true) this.hasKerning = other
    else if (ar.attemptWithin(ar.remaining, end()) !== true) {
      this.#clearEnd()
      this.tail = ar.opaque(NO_BYTES, ar.remaining, 'tail')
    }
  }

  #attemptEnd(ar: Archive, hasKerning: boolean | undefined): true {
    this.#clearEnd()
    this.#serializeEnd(ar, hasKerning)
    if (hasKerning === undefined || this.isRemapped === 0 || this.isRemapped === 1) return true
    throw ar.error('bad-value', 'isRemapped', `expected 0 or 1, found ${this.isRemapped}`)
  }

  #clearEnd(): void {
    this.kerning = 0
    this.remap = NO_USHORTS
    this.isRemapped = 0
  }

  #serializeEnd(ar: Archive, hasKerning = ar.since(Version.FontKerning)): true {
    if (hasKerning) this.kerning = ar.i32(this.kerning, 'kerning')
    this.remap = ushortArray(ar, this.remap, 'remap', 2)
    this.isRemapped = ar.i32(this.isRemapped, 'isRemapped')
    return true
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
    if (this.tail.length > 0)
      report.warning(
        'tail',
        `expected kerning and remapped characters, found ${plural(this.tail.length, 'byte')} of another form`,
      )
    for (let i = 0; i < this.characters.length / CHARACTER_SIZE; i++) {
      const texture = this.characters[i * CHARACTER_SIZE + CHARACTER_SIZE - 1] ?? 0
      report.index(`characters[${i}]`, texture, this.textures.length, 'textures')
    }
  }
}
