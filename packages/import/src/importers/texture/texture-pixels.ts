import { blockError, type DdsTexture, type Picture, toRgba } from '@ukit/codecs/images'
import { decodePixels } from '@ukit/media'
import {
  boxLevels,
  decibels,
  encodePixels,
  isWrittenFormat,
  levelSizes,
  palettedLevels,
  psnr,
  resized,
  type TextureLevel,
  type WrittenFormat,
} from '@ukit/media/internal'
import { isBlockFormat, type PixelFormat } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'
import { refused } from '../refused.js'
import { filledPalette } from './fill-palette.js'
import { keepUnchanged, keepUnchangedIndices, type OldPixels } from './keep-unchanged.js'
import { alphaIn, HOLES_BELOW, LOST_ALPHA, palettedPicture, SOFT_ALPHA } from './paletted-picture.js'
import type { TextureResize, TextureSource } from './texture-options.js'

/** *A texture's content, ready to be stored.* */
export interface TexturePixels {
  readonly format: PixelFormat
  /** Pixels of the first level. */
  readonly width: number
  readonly height: number
  /** Largest first. */
  readonly levels: readonly TextureLevel[]
  /** For `p8`: 256 colours of 4 bytes. */
  readonly colors: Uint8Array | undefined
  /** Colour 0 is a hole, or alpha cuts holes. */
  readonly masked: boolean
  /** Alpha has more shades than hole and opaque, and the format keeps them. */
  readonly hasAlpha: boolean
  /** Average of the first level, and the maximum of each channel in any level: red, green, blue, alpha. */
  readonly mean: () => readonly number[]
  readonly most: () => readonly number[]
  readonly notes: readonly string[]
}

/** How a picture becomes a texture's content. */
export interface PixelChoices {
  /** Path of the object that is imported, for messages. */
  readonly path: string
  /** The format, or a function that chooses it by the picture. */
  readonly format: PixelFormat | ((picture: Picture) => PixelFormat)
  readonly mips: boolean
  readonly masked: boolean | undefined
  /** The colours of a P8 texture have alpha. */
  readonly paletteAlpha: boolean
  readonly dither: boolean
  readonly resize: TextureResize | undefined
  /** Whether sides must be powers of two. */
  readonly powersOfTwo: boolean
  /** P8: gives unused colours of the palette to smaller levels. */
  readonly fillPalette: boolean
  /** The largest side that the engine takes. */
  readonly mostSide: number
  /** Alpha of a palette's opaque colours. */
  readonly opaque: number
  /** The palette of the texture that is replaced. */
  readonly knownColors: Uint8Array | undefined
  /** The pixels of the texture that is replaced, which are kept wherever the picture is the same. */
  readonly old: OldPixels | undefined
  /** The minimum side of a level in a block format: 4 in UE3. */
  readonly leastBlock: number
}

/**
 * *A picture, or the levels of a DDS file, as the content of a texture*: resized, reduced or compressed as
 * needed.
 *
 * @throws {PackageError} `refused` for a size that the engine does not take, and a format that cannot be
 *   written.
 */
export function texturePixels(source: TextureSource, choices: PixelChoices): TexturePixels {
  const taken = 'faces' in source ? takenLevels(source, choices) : undefined
  if (taken !== undefined) return taken
  const notes: string[] = []
  const picture = fitted('faces' in source ? firstLevel(source, choices.path) : source, choices, notes)
  const format = typeof choices.format === 'function' ? choices.format(picture) : choices.format
  if (format === 'p8') return paletted(picture, choices, notes)
  if (!isWrittenFormat(format))
    throw refused(choices.path, `textures of the format ${format} can be read, but not written; choose another format`)
  return colored(picture, format, choices, notes)
}

/** A picture in a size that the engine takes. */
function fitted(picture: Picture, { path, resize, powersOfTwo, mostSide }: PixelChoices, notes: string[]): Picture {
  const { width, height } = picture
  const [newWidth, newHeight] = resize === undefined ? [width, height] : sizeFor(resize, width, height)
  for (const side of [newWidth, newHeight]) {
    if (powersOfTwo && !isPowerOfTwo(side))
      throw refused(
        path,
        `expected sides that are powers of two (64, 128, 256 …), found ${newWidth} × ${newHeight} pixels; ` +
          'resize the picture, or import it with the option resize',
      )
    if (side > mostSide)
      throw refused(path, `expected at most ${plural(mostSide, 'pixel')} per side, found ${newWidth} × ${newHeight}`)
  }
  if (newWidth === width && newHeight === height) return picture
  notes.push(`it was resized from ${width} × ${height} to ${newWidth} × ${newHeight}`)
  return resized(picture, newWidth, newHeight)
}

function isPowerOfTwo(side: number): boolean {
  return side > 0 && (side & (side - 1)) === 0
}

function sizeFor(resize: TextureResize, width: number, height: number): [width: number, height: number] {
  if (typeof resize === 'object') return [resize.width, resize.height]
  const power = (side: number): number => {
    const exponent = Math.log2(side)
    if (resize === 'nearest') return 2 ** Math.round(exponent)
    return 2 ** (resize === 'up' ? Math.ceil(exponent) : Math.floor(exponent))
  }
  return [power(width), power(height)]
}

/** The levels of a DDS file unchanged, if they have the right format and size. */
function takenLevels({ format, width, height, faces }: DdsTexture, choices: PixelChoices): TexturePixels | undefined {
  const { path, mips, powersOfTwo, mostSide } = choices
  const [face = []] = faces
  if (faces.length > 1) throw refused(path, 'expected one picture, found a cube of six: import its faces one by one')
  const isWanted = typeof choices.format === 'function' ? isBlockFormat(format) : choices.format === format
  const fits = (side: number) => (!powersOfTwo || isPowerOfTwo(side)) && side <= mostSide
  if (!isWanted || !fits(width) || !fits(height) || choices.resize !== undefined) return undefined
  const sizes = levelSizes(width, height)
  // A file without the smaller levels gets them like any picture.
  if (mips && face.length === 1 && sizes.length > 1 && isWrittenFormat(format)) return undefined
  const count = mips ? face.length : 1
  const levels = sizes.slice(0, count).flatMap((size, i) => {
    const data = face[i]
    return data === undefined ? [] : [{ ...size, data }]
  })
  const notes = mips && count < sizes.length ? [`the file has ${count} of ${plural(sizes.length, 'level')}`] : []
  const first = toRgba(decodePixels(format, face[0] ?? new Uint8Array(0), width, height))
  const { hasHoles, isSoft } = alphaIn(first)
  return {
    format,
    width,
    height,
    levels,
    colors: undefined,
    masked: choices.masked ?? (hasHoles && !isSoft),
    hasAlpha: isSoft,
    mean: () => meanOf(first),
    most: () => mostOf(first),
    notes,
  }
}

function firstLevel({ format, width, height, faces }: DdsTexture, path: string): Picture {
  const data = faces[0]?.[0]
  if (data === undefined) throw refused(path, 'expected a picture, found a DDS file without levels')
  return decodePixels(format, data, width, height)
}

function paletted(picture: Picture, choices: PixelChoices, notes: string[]): TexturePixels {
  const { width, height } = picture
  const { masked: wanted, paletteAlpha, dither, opaque, knownColors } = choices
  const reduced = palettedPicture(picture, { masked: wanted, alpha: paletteAlpha, dither, opaque, known: knownColors })
  const { indices, masked } = reduced
  const isKnown = knownColors !== undefined && isSamePalette(reduced.colors, knownColors)
  const isFilled = choices.mips && choices.fillPalette && !isKnown
  const colors = isFilled ? filledPalette(indices, width, height, reduced.colors, masked) : reduced.colors
  const made = choices.mips
    ? palettedLevels(indices, width, height, colors, masked)
    : [{ data: indices, width, height }]
  const { old } = choices
  const isSame = old?.format === 'p8' && knownColors !== undefined && isSamePalette(colors, knownColors)
  const levels = isSame ? keepUnchangedIndices(made, old.levels) : made
  return {
    format: 'p8',
    width,
    height,
    levels,
    colors,
    masked,
    hasAlpha: paletteAlpha,
    mean: () => meanOf(colorsOf(indices, colors)),
    most: () => mostOf(colorsOf(usedIn(levels), colors)),
    notes: [...notes, ...reduced.notes],
  }
}

/** The colours of indices, 4 bytes each. */
function colorsOf(indices: Uint8Array, colors: Uint8Array): Uint8Array {
  const shades = new Uint32Array(colors.slice().buffer)
  const found = new Uint32Array(indices.length)
  for (let at = 0; at < indices.length; at++) found[at] = shades[indices[at] ?? 0] ?? 0
  return new Uint8Array(found.buffer)
}

/** The indices that occur in the levels. */
function usedIn(levels: readonly TextureLevel[]): Uint8Array {
  const isUsed = new Uint8Array(256)
  for (const { data } of levels) for (let at = 0; at < data.length; at++) isUsed[data[at] ?? 0] = 1
  return Uint8Array.from(isUsed.keys()).filter((index) => isUsed[index] === 1)
}

function colored(picture: Picture, format: WrittenFormat, choices: PixelChoices, notes: string[]): TexturePixels {
  const { width, height } = picture
  const rgba = toRgba(picture)
  const { hasHoles, isSoft } = alphaIn(rgba)
  const keeps = ALPHA[format]
  const masked = choices.masked ?? (hasHoles && keeps !== undefined && !(isSoft && keeps === 'shades'))
  const cutoff = hasHoles && (masked || choices.masked === undefined) ? HOLES_BELOW : 0
  // Formats with 16 bits per channel keep them; smaller levels are not made in those.
  const deep = format === 'g16' || format === 'rgba16'
  const pictures: readonly Picture[] =
    choices.mips && !deep ? boxLevels(rgba, width, height).map((level) => ({ format: 'rgba', ...level })) : [picture]
  const least = isBlockFormat(format) ? choices.leastBlock : 1
  const made = pictures.map((level) => ({
    width: Math.max(least, level.width),
    height: Math.max(least, level.height),
    data: encodePixels(format, level, { alphaCutoff: cutoff }),
  }))
  const levels = choices.old?.format === format && !EXACT.has(format) ? keepUnchanged(made, rgba, choices.old) : made
  const hasAlpha = isSoft && keeps === 'shades'
  if (isSoft && keeps === 'holes' && masked) notes.push(SOFT_ALPHA)
  else if ((isSoft || hasHoles) && (keeps === undefined || (keeps === 'holes' && !masked))) notes.push(LOST_ALPHA)
  const likeness = likenessOf(format, levels[0]?.data, rgba, picture, masked, hasAlpha)
  if (likeness < Number.POSITIVE_INFINITY) notes.push(`it is stored as ${format} (${likeness.toFixed(1)} dB PSNR)`)
  return {
    format,
    width,
    height,
    levels,
    colors: undefined,
    masked,
    hasAlpha,
    mean: () => meanOf(rgba),
    // An average is never above the maximum, so the first level is enough.
    most: () => mostOf(rgba),
    notes,
  }
}

/** How much of alpha each format keeps. */
const ALPHA: Readonly<Record<WrittenFormat, 'shades' | 'holes' | undefined>> = {
  bc1: 'holes',
  bc2: 'shades',
  bc3: 'shades',
  bc4: undefined,
  bc5: undefined,
  bgra8: 'shades',
  bgra7: 'shades',
  rgb565: undefined,
  rgb8: undefined,
  l8: undefined,
  g16: undefined,
  rrrgggbbb: undefined,
  v8u8: undefined,
  rgba16: 'shades',
}

/** Lossless formats, for which the old bytes need not be kept. */
const EXACT: ReadonlySet<PixelFormat> = new Set<WrittenFormat>(['g16', 'rgba16', 'rrrgggbbb'])

/** How similar the first level is to the picture. */
function likenessOf(
  format: WrittenFormat,
  data: Uint8Array | undefined,
  rgba: Uint8Array,
  { width, height }: Picture,
  masked: boolean,
  alpha: boolean,
): number {
  if (data === undefined) return Number.POSITIVE_INFINITY
  if (isBlockFormat(format)) {
    const sum = blockError(format, data, rgba, width, height, { alpha, holesBelow: masked ? HOLES_BELOW : 0 })
    return decibels(sum, width * height * (alpha ? 4 : 3))
  }
  const back = toRgba(decodePixels(format, data, width, height))
  return psnr(rgba, withHolesOf(back, rgba, masked), alpha ? 4 : 3)
}

/** The pixels with the picture's colours in holes, where colours are invisible. */
function withHolesOf(back: Uint8Array, rgba: Uint8Array, masked: boolean): Uint8Array {
  if (!masked) return back
  const out = back.slice()
  for (let at = 0; at < out.length; at += 4)
    if ((rgba[at + 3] as number) < HOLES_BELOW) out.set(rgba.subarray(at, at + 3), at)
  return out
}

/** Ignoring alpha, which is left-over memory in old packages. */
function isSamePalette(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i] || (i & 3) === 3)
}

function meanOf(rgba: Uint8Array): number[] {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    red += rgba[at] as number
    green += rgba[at + 1] as number
    blue += rgba[at + 2] as number
    alpha += rgba[at + 3] as number
  }
  return [red, green, blue, alpha].map((sum) => sum / (rgba.length / 4))
}

function mostOf(rgba: Uint8Array): number[] {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    red = Math.max(red, rgba[at] as number)
    green = Math.max(green, rgba[at + 1] as number)
    blue = Math.max(blue, rgba[at + 2] as number)
    alpha = Math.max(alpha, rgba[at + 3] as number)
  }
  return [red, green, blue, alpha]
}
