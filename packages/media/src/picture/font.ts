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

/** *The characters of a font*, of all engines; `undefined` if the object is not a font. */
export function fontMapOf({ object, export: exported }: ReadObject): FontMap | undefined {
  if (object instanceof ue1.Font) {
    if (object.isTexture) return map([exported], rectangles(object.characters, 0, 0), object, 0)
    return map(
      object.pages.map(({ texture }) => texture),
      pagesOf(object),
      object,
      0,
    )
  }
  if (object instanceof ue2.Font) {
    const characters = object.pages.length > 0 ? pagesOf(object) : records(object.characters)
    return map(fontTextures(object), characters, object, object.kerning)
  }
  if (!(object instanceof ue3.Font)) return undefined
  const { properties } = object
  const kerning = numberOf(properties.get('Kerning'), object.kerning)
  const remap = { remap: object.characterRemap, isRemapped: object.characterRemap.length > 0 ? 1 : 0 }
  if (object.characters.length > 0) return map(object.textures, records(object.characters), remap, kerning)
  return map(elementsOf(properties.get('Textures')), fromProperties(object), remap, kerning)
}

/** The textures that a font of UE2 draws from: references to be followed. */
export function fontTextures(font: UnrealObject): readonly unknown[] {
  if (!(font instanceof ue2.Font)) return []
  return font.pages.length > 0 ? font.pages.map(({ texture }) => texture) : font.textures
}

/** The heights of the characters of a font, with what is above them. */
export function fontHeights(font: ue1.Font | ue2.Font | ue3.Font): number[] {
  return charactersOf(font).map(({ height, drop }) => height + drop)
}

function charactersOf(font: ue1.Font | ue2.Font | ue3.Font): FontCharacter[] {
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
function map(
  textures: readonly unknown[],
  places: readonly FontCharacter[],
  { remap, isRemapped }: { readonly remap: Uint16Array; readonly isRemapped: number },
  kerning: number,
): FontMap {
  const known = places.slice(0, MAX_CHARACTERS)
  let characters = known
  if (isRemapped !== 0 && remap.length > 1) {
    characters = Array.from({ length: remap.length >> 1 }, (_, i) => i).flatMap((i) => {
      const place = known[remap[2 * i + 1] ?? -1]
      return place === undefined ? [] : [{ ...place, code: remap[2 * i] ?? 0 }]
    })
    characters.sort((a, b) => a.code - b.code)
  }
  return { textures, characters: characters.filter(({ width, height }) => width > 0 && height > 0), kerning }
}
