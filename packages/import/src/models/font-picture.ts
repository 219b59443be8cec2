import { type IndexedPicture, type Picture, toRgba } from '@ukit/codecs/images'
import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import type { FontGlyph, FontValue } from './font-value.js'

/** Colour of frames in a picture with a palette. */
const FRAME = 255
const CODES = 256
/** The space is the first character of a picture. */
const FIRST = 32

/**
 * *A picture with a frame around each character as a font*, as `#exec FONT IMPORT` reads it: characters are
 * in rows, the space first, and the frames (colour 255 of the palette; without a palette the colour of the
 * corner) become holes. An area that a frame does not close, as at the end of a row, is not a character.
 *
 * Characters above 127 are in the order of code page 850, with a few exceptions. Deduced from the pictures of
 * Unreal's four fonts and the fonts made from them in Unreal Tournament: all 504 rectangles agree.
 *
 * @throws {MediaError} `broken` when there are no frames, or more than 224 characters.
 */
export function fontOfPicture(picture: Picture): FontValue {
  const { width, height } = picture
  const isFrame = frameOf(picture)
  const boxes = boxesOf(isFrame, width, height)
  if (boxes.length === 0) throw new MediaError('broken', 'expected frames around characters in the picture, found none')
  if (boxes.length > CODES - FIRST) {
    const message = `expected at most ${plural(CODES - FIRST, 'character')} in frames, found ${boxes.length}`
    throw new MediaError('broken', message)
  }
  const glyphs = Array.from({ length: CODES }, (_, code) => boxes[placeOf(code)])
  return {
    pages: [withoutFrames(picture, isFrame)],
    glyphs,
    perPage: CODES,
    remap: undefined,
    kerning: 0,
    hasShades: false,
    notes: [],
  }
}

type IsFrame = (x: number, y: number) => boolean

function frameOf(picture: Picture): IsFrame {
  const { width } = picture
  if (picture.format === 'indexed') {
    const { data } = picture
    // Modern programs drop unused colours; the corner then has the colour of frames.
    const frame = data.includes(FRAME) ? FRAME : data[0]
    return (x, y) => data[y * width + x] === frame
  }
  const { buffer, byteOffset, length } = toRgba(picture).slice()
  const pixels = new Uint32Array(buffer, byteOffset, length / 4)
  return (x, y) => pixels[y * width + x] === pixels[0]
}

/** Rectangles enclosed by frames, row by row. */
function boxesOf(isFrame: IsFrame, width: number, height: number): FontGlyph[] {
  const boxes: FontGlyph[] = []
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      if (isFrame(x, y) || !isFrame(x - 1, y) || !isFrame(x, y - 1)) continue
      let right = x
      while (right < width && !isFrame(right, y)) right++
      let bottom = y
      while (bottom < height && !isFrame(x, bottom)) bottom++
      if (right < width && bottom < height) boxes.push({ page: 0, x, y, width: right - x, height: bottom - y })
    }
  }
  return boxes
}

/** The position in the picture of the codes of Windows-1252 from A1 on, in code page 850; 0 for none. */
const HIGH = `
  ad b8 9c cf be 7c f5 00 b8 a6 ae aa c4 a9 ee
  f8 f1 fd fc ef e6 f4 fa f7 fb f8 af ac ab f3 a8
  b7 b5 b6 c7 8e 8f 92 80 d4 90 d2 d3 de d6 d7 d8
  d1 a5 e3 e0 e2 e5 99 9e 9d eb e9 ea 9a ed e7 e1
  85 a0 83 c4 84 86 91 87 8a 82 88 89 8d a1 8c 8b
  d0 a4 95 a2 93 e4 94 f6 9b 97 a3 96 81 ec e8 98`
  .trim()
  .split(/\s+/)
  .map((digits) => Number.parseInt(digits, 16))

/** The number of the rectangle for a code of Windows-1252; −1 for none. */
function placeOf(code: number): number {
  if (code < 128) return code - FIRST
  return (HIGH[code - 0xa1] ?? 0) - FIRST
}

/** The picture with frames as holes: colour 0, or no alpha. */
function withoutFrames(picture: Picture, isFrame: IsFrame): Picture {
  const { width, height } = picture
  if (picture.format === 'indexed') {
    const data = picture.data.map((color, i) => (isFrame(i % width, Math.floor(i / width)) ? 0 : color))
    const cleared: IndexedPicture = { ...picture, data }
    return cleared
  }
  const data = toRgba(picture).slice()
  for (let i = 0; i < width * height; i++) if (isFrame(i % width, Math.floor(i / width))) data.fill(0, i * 4, i * 4 + 4)
  return { format: 'rgba', width, height, data }
}
