import { type Picture, quantize, toRgba } from '@ukit/codecs/images'
import { psnr } from '@ukit/media/internal'

/** *A picture in at most 256 colours*, for P8 textures. */
export interface PalettedPicture {
  /** One byte per pixel: the number of a colour. */
  readonly indices: Uint8Array
  /** 256 colours of 4 bytes: red, green, blue, alpha. */
  readonly colors: Uint8Array
  /** Colour 0 is a hole. */
  readonly masked: boolean
  /** Notes about what was changed. */
  readonly notes: readonly string[]
}

/** How to make a picture with a palette. */
export interface PalettedOptions {
  /** Colour 0 is a hole; by default if the picture has holes. */
  readonly masked: boolean | undefined
  /** All shades of alpha count: those of a picture's palette, and others if the colours are at most 256. */
  readonly alpha: boolean
  readonly dither: boolean
  /** Alpha given to opaque colours. */
  readonly opaque: number
  /** A palette that is kept if it has all colours of the picture. */
  readonly known: Uint8Array | undefined
}

/** Pixels with less alpha than this are holes. */
export const HOLES_BELOW = 128

const COLORS = 256

/**
 * *A picture for a P8 texture*. A picture with a palette is stored index for index and colour for colour, as
 * the engine does; shades of grey are exact; other colours are reduced to the 256 that suit them best.
 *
 * The hole of a masked picture is colour 0. If another colour is the transparent one, the two are swapped.
 */
export function palettedPicture(picture: Picture, options: PalettedOptions): PalettedPicture {
  if (picture.format === 'indexed') return takenOver(picture, options)
  if (picture.format === 'gray') {
    const palette = Uint8Array.from({ length: COLORS * 3 }, (_, i) => Math.floor(i / 3))
    return takenOver({ ...picture, format: 'indexed', palette }, options)
  }
  return reduced(toRgba(picture), picture, options)
}

function takenOver(
  { data, palette, alpha = new Uint8Array(0) }: Extract<Picture, { format: 'indexed' }>,
  options: PalettedOptions,
): PalettedPicture {
  const colors = new Uint8Array(COLORS * 4)
  for (let i = 0; i < COLORS; i++) {
    colors.set(palette.subarray(i * 3, i * 3 + 3), i * 4)
    colors[i * 4 + 3] = options.alpha ? (alpha[i] ?? 255) : options.opaque
  }
  const used = usedIn(data)
  const holes = [...alpha.keys()].filter((i) => (alpha[i] ?? 255) < HOLES_BELOW && !options.alpha)
  const masked = options.masked ?? holes.length > 0
  const notes: string[] = []
  const isSoft = [...alpha.entries()].some(([i, value]) => value > 0 && value < 255 && used.has(i))
  if (isSoft && !options.alpha) notes.push(masked ? SOFT_ALPHA : LOST_ALPHA)
  else if (!masked && holes.some((i) => used.has(i))) notes.push(LOST_ALPHA)
  const [first] = holes
  const moves = masked && first !== undefined && holes.some((i) => i !== 0 && used.has(i))
  if (!moves) return { indices: data, colors, masked, notes }
  const isHole = new Set(holes)
  if (!isHole.has(0)) {
    const other = holes.find((i) => used.has(i)) ?? first
    for (let i = 0; i < 4; i++) {
      const color = colors[i] as number
      colors[i] = colors[other * 4 + i] as number
      colors[other * 4 + i] = color
    }
    notes.push(`its colour ${other} is transparent: it changed places with colour 0, which is the hole of a texture`)
    return {
      indices: data.map((index) => (isHole.has(index) ? 0 : index === 0 ? other : index)),
      colors,
      masked,
      notes,
    }
  }
  notes.push(`${holes.length} of its colours are transparent: their pixels have colour 0 now`)
  return { indices: data.map((index) => (isHole.has(index) ? 0 : index)), colors, masked, notes }
}

function reduced(
  rgba: Uint8Array,
  { width, height }: Picture,
  { masked: wanted, alpha, dither, opaque, known }: PalettedOptions,
): PalettedPicture {
  const exact = alpha && wanted !== true ? ((known && withAlpha(rgba, known)) ?? withAlpha(rgba)) : undefined
  if (exact !== undefined) return { ...exact, masked: false, notes: [] }
  const { hasHoles, isSoft } = alphaIn(rgba)
  const masked = wanted ?? hasHoles
  const notes = isSoft ? [masked ? SOFT_ALPHA : LOST_ALPHA] : hasHoles && !masked ? [LOST_ALPHA] : []
  const same = known?.length !== COLORS * 4 ? undefined : indicesIn(known, rgba, masked)
  if (known?.length === COLORS * 4 && same !== undefined) return { indices: same, colors: known, masked, notes }
  const { indices, palette } = quantize(rgba, width, height, { dither, ...(masked ? { holesBelow: HOLES_BELOW } : {}) })
  const colors = new Uint8Array(COLORS * 4)
  for (let i = 0; i < COLORS; i++) {
    colors.set(palette.subarray(i * 3, i * 3 + 3), i * 4)
    colors[i * 4 + 3] = opaque
  }
  const likeness = psnr(rgba, shown(indices, colors, rgba, masked))
  if (likeness < Number.POSITIVE_INFINITY)
    notes.push(`its colours were reduced to ${COLORS}${dither ? ', dithered' : ''} (${likeness.toFixed(1)} dB PSNR)`)
  return { indices, colors, masked, notes }
}

/**
 * Indices of exactly the colours of a picture, alpha included; `undefined` if these are more than a palette
 * has, or others than those of `known`.
 */
function withAlpha(rgba: Uint8Array, known?: Uint8Array): Pick<PalettedPicture, 'indices' | 'colors'> | undefined {
  const colors = new Uint8Array(COLORS * 4)
  const isKnown = known?.length === colors.length
  if (isKnown) colors.set(known)
  const shades = new DataView(colors.buffer)
  const numbers = new Map<number, number>()
  if (isKnown) for (let i = COLORS - 1; i >= 0; i--) numbers.set(shades.getUint32(i * 4), i)
  const pixels = new DataView(rgba.buffer, rgba.byteOffset, rgba.length)
  const indices = new Uint8Array(rgba.length >> 2)
  for (let i = 0; i < indices.length; i++) {
    const shade = pixels.getUint32(i * 4)
    let number = numbers.get(shade)
    if (number === undefined) {
      if (isKnown || numbers.size === COLORS) return undefined
      number = numbers.size
      numbers.set(shade, number)
      shades.setUint32(number * 4, shade)
    }
    indices[i] = number
  }
  return { indices, colors }
}

/** The note about alpha that a masked texture does not keep. */
export const SOFT_ALPHA = 'its alpha has more than two shades: less than half became holes, the rest is opaque'
/** The note about alpha that is not stored at all. */
export const LOST_ALPHA = 'its alpha was left out'

/** Whether a picture has holes, and whether it has alpha between hole and opaque. */
export function alphaIn(rgba: Uint8Array): { readonly hasHoles: boolean; readonly isSoft: boolean } {
  let hasHoles = false
  let isSoft = false
  if (isOpaque(rgba)) return { hasHoles, isSoft }
  for (let at = 3; at < rgba.length; at += 4) {
    const alpha = rgba[at] as number
    if (alpha < HOLES_BELOW) hasHoles = true
    if (alpha > 0 && alpha < 255) isSoft = true
  }
  return { hasHoles, isSoft }
}

/**
 * Most pictures are opaque, so this is fast: no branch in the loop, and four pixels at a time, as each
 * operation waits for the one before it.
 */
function isOpaque(rgba: Uint8Array): boolean {
  const source = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice()
  const words = new Int32Array(source.buffer, source.byteOffset, source.length >> 2)
  const whole = words.length & ~3
  let [a, b, c, d] = [-1, -1, -1, -1]
  for (let i = 0; i < whole; i += 4) {
    a &= words[i] as number
    b &= words[i + 1] as number
    c &= words[i + 2] as number
    d &= words[i + 3] as number
  }
  for (let i = whole; i < words.length; i++) a &= words[i] as number
  return (a & b & c & d) >>> 24 === 255
}

function usedIn(data: Uint8Array): Set<number> {
  const used = new Set<number>()
  for (const index of data) used.add(index)
  return used
}

/** The picture in the colours of a palette; `undefined` if a colour is missing. */
function indicesIn(colors: Uint8Array, rgba: Uint8Array, masked: boolean): Uint8Array | undefined {
  const numbers = new Map<number, number>()
  for (let i = colors.length / 4 - 1; i >= (masked ? 1 : 0); i--) numbers.set(colorAt(colors, i * 4), i)
  const indices = new Uint8Array(rgba.length / 4)
  for (let i = 0; i < indices.length; i++) {
    if (masked && (rgba[i * 4 + 3] as number) < HOLES_BELOW) continue
    const index = numbers.get(colorAt(rgba, i * 4))
    if (index === undefined) return undefined
    indices[i] = index
  }
  return indices
}

function colorAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)
}

/** The visible pixels. Holes have the picture's own colours. */
function shown(indices: Uint8Array, colors: Uint8Array, rgba: Uint8Array, masked: boolean): Uint8Array {
  const out = rgba.slice()
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] as number
    if (masked && index === 0) continue
    for (let channel = 0; channel < 3; channel++) out[i * 4 + channel] = colors[index * 4 + channel] as number
  }
  return out
}
