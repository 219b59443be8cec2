import type { ReadObject } from '@ukit/core'
import { type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { elementsOf, memberOf, numberOf } from '../property-values.js'

/** A character, and where it is in a texture. */
export interface FontCharacter {
  /** Code of the character: Windows-1252 below 256 in UE1 and UE2, else UTF-16. */
  readonly code: number
  /** Number of its texture. */
  readonly page: number
  /** Its rectangle in the texture, in pixels. */
  readonly x: number
  /** Its upper edge, in pixels from the top. */
  readonly y: number
  /** In pixels. */
  readonly width: number
  /** In pixels. */
  readonly height: number
  /** By how many pixels it is drawn lower (UE3). */
  readonly drop: number
}

/** *The contents of a font*: its characters, and the textures that they are in. */
export interface FontMap {
  /**
   * References to textures, to be followed, which are live; the font itself if it is a texture (UE1 up to
   * version 63).
   */
  readonly textures: readonly unknown[]
  /** The characters that have a size, in the order of their codes. */
  readonly characters: readonly FontCharacter[]
  /** Pixels between characters. */
  readonly kerning: number
}

/** As many characters as there are codes of 16 bits: more are a sign of damage. */
const MAX_CHARACTERS = 0x1_0000

type Font = ue1.Font | ue2.Font | ue3.Font

/** *The characters of a font*, of all engines; `undefined` if the object is not a font. */
export function fontMapOf({ object, export: exported }: ReadObject): FontMap | undefined {
  if (object instanceof ue1.Font) {
    const textures = object.isTexture ? [exported] : object.pages.map(({ texture }) => texture)
    return { textures, characters: fontCharacters(object), kerning: 0 }
  }
  if (object instanceof ue2.Font)
    return { textures: fontTextures(object), characters: fontCharacters(object), kerning: object.kerning }
  if (!(object instanceof ue3.Font)) return undefined
  const { properties } = object
  const textures = object.characters.length > 0 ? object.textures : elementsOf(properties.get('Textures'))
  const kerning = numberOf(properties.get('Kerning'), object.kerning)
  return { textures, characters: fontCharacters(object), kerning }
}

/** The textures that a font of UE2 draws from: references to be followed. */
export function fontTextures(font: UnrealObject): readonly unknown[] {
  if (!(font instanceof ue2.Font)) return []
  return font.pages.length > 0 ? font.pages.map(({ texture }) => texture) : font.textures
}

/** The characters of a font that have a size, in the order of their codes. */
export function fontCharacters(font: Font): FontCharacter[] {
  const isRemapped = font instanceof ue3.Font ? font.characterRemap.length > 0 : font.isRemapped !== 0
  const remap = font instanceof ue3.Font ? font.characterRemap : font.remap
  const known = glyphsOf(font).slice(0, MAX_CHARACTERS)
  const characters = isRemapped && remap.length > 1 ? remapped(known, remap) : known
  return characters.filter(({ width, height }) => width > 0 && height > 0)
}

/** The pictures of characters in their order, which are those of codes in a font that is not remapped. */
function glyphsOf(font: Font): FontCharacter[] {
  if (font instanceof ue1.Font) return font.isTexture ? rectangles(font.characters, 0, 0) : pagesOf(font)
  if (font instanceof ue2.Font) return font.pages.length > 0 ? pagesOf(font) : records(font.characters)
  return font.characters.length > 0 ? records(font.characters) : fromProperties(font)
}

/** Pages follow one another: each covers `charactersPerPage` codes. */
function pagesOf({ pages, charactersPerPage }: Pick<ue1.Font, 'pages' | 'charactersPerPage'>): FontCharacter[] {
  let first = 0
  return pages.flatMap(({ characters }, page) => {
    const found = rectangles(characters, page, first)
    first += charactersPerPage > 0 ? charactersPerPage : characters.length >> 2
    return found
  })
}

function rectangles(numbers: Int32Array, page: number, first: number): FontCharacter[] {
  return Array.from({ length: numbers.length >> 2 }, (_, i) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.subarray(4 * i, 4 * i + 4)
    return { code: first + i, page, x, y, width, height, drop: 0 }
  })
}

/** Records of 17 bytes: left, top, width, height, number of the texture. */
function records(bytes: Uint8Array): FontCharacter[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: Math.floor(bytes.length / 17) }, (_, code) => {
    const at = 17 * code
    const [x, y, width, height] = [0, 4, 8, 12].map((offset) => view.getInt32(at + offset, true))
    return { code, page: view.getUint8(at + 16), x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0, drop: 0 }
  })
}

function fromProperties({ properties }: UnrealObject): FontCharacter[] {
  return elementsOf(properties.get('Characters')).map((value, code) => {
    const number = (name: string) => numberOf(memberOf(value, name))
    return {
      code,
      page: number('TextureIndex'),
      x: number('StartU'),
      y: number('StartV'),
      width: number('USize'),
      height: number('VSize'),
      drop: number('VerticalOffset'),
    }
  })
}

/** Remapped fonts list pairs: the code of a character, and the index of the one that is drawn for it. */
function remapped(glyphs: readonly FontCharacter[], remap: Uint16Array): FontCharacter[] {
  const characters = Array.from({ length: remap.length >> 1 }, (_, i) => i).flatMap((i) => {
    const glyph = glyphs[remap[2 * i + 1] ?? -1]
    return glyph === undefined ? [] : [{ ...glyph, code: remap[2 * i] ?? 0 }]
  })
  return characters.sort((a, b) => a.code - b.code)
}
