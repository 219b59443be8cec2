import type { FontCharacter } from '@ukit/media'

/** How many codes of fonts below Unicode there are. */
const BYTE_CODES = 256

/** What each code of a font is as text: fonts of UE1 and UE2 have Windows-1252 below 256. */
export function textOfCode(code: number, engine: 1 | 2 | 3): string {
  if (engine === 3 || code >= BYTE_CODES) return String.fromCharCode(code)
  return new TextDecoder('windows-1252').decode(Uint8Array.of(code))
}

/** A character, and where its left upper corner is in a line of text. */
export interface SetCharacter {
  readonly character: FontCharacter
  readonly x: number
  readonly y: number
}

/** A text as it is set in a font. */
export interface SetText {
  readonly characters: readonly SetCharacter[]
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Letters that the font does not have. */
  readonly missing: readonly string[]
}

/**
 * *Sets a text in a font*: characters side by side with the font's kerning between them, lines below each
 * other.
 */
export function setText(text: string, characters: ReadonlyMap<string, FontCharacter>, kerning: number): SetText {
  const lineHeight = Math.max(0, ...[...characters.values()].slice(0, BYTE_CODES).map(({ height }) => height))
  const placed: SetCharacter[] = []
  const missing = new Set<string>()
  let [x, y, width] = [0, 0, 0]
  for (const letter of text) {
    if (letter === '\n') {
      x = 0
      y += lineHeight
      continue
    }
    const character = characters.get(letter)
    if (character === undefined) {
      missing.add(letter)
      continue
    }
    placed.push({ character, x, y: y + character.drop })
    x += character.width
    width = Math.max(width, x)
    x += kerning
  }
  const height = Math.max(y + lineHeight, ...placed.map((one) => one.y + one.character.height))
  return { characters: placed, width, height, missing: [...missing] }
}
