import { toRgba } from '@ukit/codecs/images'
import { decodePixels } from '@ukit/media'
import { isInvisible, type TextureLevel } from '@ukit/media/internal'
import { isBlockFormat, type PixelFormat, pixelBytes } from '@ukit/objects/common'

/** *The pixels of a texture before it is replaced.* */
export interface OldPixels {
  readonly format: PixelFormat
  readonly levels: readonly TextureLevel[]
}

/**
 * *New levels with the bytes of the old ones wherever the picture is the same*. Compressing again then loses
 * nothing where nothing was painted, and a picture that was extracted and not changed results in the same
 * texture.
 *
 * @param levels in the same format as the old ones, and in P8 with the same palette.
 * @param pixels of the new first level, 4 bytes each.
 */
export function keepUnchanged(
  levels: readonly TextureLevel[],
  pixels: Uint8Array,
  old: OldPixels,
): readonly TextureLevel[] {
  const { format } = old
  const [first] = levels
  const [before] = old.levels
  if (first === undefined || before === undefined || !isAlike(format, first, before)) return levels
  let mask = changedPixels(pixels, before, format)
  if (!mask.includes(1)) return sameLevels(levels, old.levels)
  let { width, height } = first
  return levels.map((level, i) => {
    if (i > 0) {
      mask = halvedMask(mask, width, height)
      width = Math.max(1, width >> 1)
      height = Math.max(1, height >> 1)
    }
    const same = old.levels[i]
    return same === undefined || !isAlike(format, level, same) ? level : mixed(format, level, same, mask, width, height)
  })
}

/** The same for indices into the same palette. */
export function keepUnchangedIndices(
  levels: readonly TextureLevel[],
  old: readonly TextureLevel[],
): readonly TextureLevel[] {
  const [first] = levels
  const [before] = old
  if (first === undefined || before === undefined || !isAlike('p8', first, before)) return levels
  let mask: Uint8Array = first.data.map((index, i) => (index === before.data[i] ? 0 : 1))
  if (!mask.includes(1)) return sameLevels(levels, old)
  return levels.map((level, i) => {
    const above = levels[i - 1]
    if (above !== undefined) mask = halvedMask(mask, above.width, above.height)
    const same = old[i]
    if (same === undefined || !isAlike('p8', level, same)) return level
    return { ...level, data: level.data.map((index, at) => (mask[at] === 1 ? index : (same.data[at] as number))) }
  })
}

/** The old levels, even if there were fewer of them; just the first if only one is wanted. */
function sameLevels(levels: readonly TextureLevel[], old: readonly TextureLevel[]): readonly TextureLevel[] {
  if (levels.length > 1 && old.length === 1) return [...old, ...levels.slice(1)]
  return old.slice(0, levels.length).map(({ data, width, height }) => ({ data, width, height }))
}

function isAlike(format: PixelFormat, level: TextureLevel, old: TextureLevel): boolean {
  const { width, height } = level
  return old.width === width && old.height === height && old.data.length >= pixelBytes(format, width, height)
}

/**
 * 1 for each changed pixel. Alpha that is 0 everywhere does not count, since it is left out when such a
 * texture is shown.
 */
function changedPixels(pixels: Uint8Array, { data, width, height }: TextureLevel, format: PixelFormat): Uint8Array {
  const picture = decodePixels(format, data, width, height)
  const before = toRgba(picture)
  const channels = isInvisible(picture) ? 3 : 4
  const mask = new Uint8Array(width * height)
  for (let i = 0; i < mask.length; i++)
    for (let channel = i * 4; channel < i * 4 + channels; channel++)
      if (pixels[channel] !== before[channel]) mask[i] = 1
  return mask
}

/** A pixel of the next level is changed when one of the four above it is. */
function halvedMask(mask: Uint8Array, width: number, height: number): Uint8Array {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const out = new Uint8Array(w * h)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      if (mask[i] === 1) out[Math.min(h - 1, y >> 1) * w + Math.min(w - 1, x >> 1)] = 1
  return out
}

function mixed(
  format: PixelFormat,
  level: TextureLevel,
  old: TextureLevel,
  mask: Uint8Array,
  width: number,
  height: number,
): TextureLevel {
  const side = isBlockFormat(format) ? 4 : 1
  const size = pixelBytes(format, side, side)
  const data = level.data.slice()
  const across = Math.ceil(level.width / side)
  for (let at = 0, block = 0; at + size <= data.length; at += size, block++) {
    const [left, top] = [(block % across) * side, Math.floor(block / across) * side]
    let isChanged = false
    for (let y = top; y < Math.min(height, top + side) && !isChanged; y++)
      for (let x = left; x < Math.min(width, left + side); x++) if (mask[y * width + x] === 1) isChanged = true
    if (!isChanged) data.set(old.data.subarray(at, at + size), at)
  }
  return { ...level, data }
}
