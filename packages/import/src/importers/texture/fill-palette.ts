import { quantize } from '@ukit/codecs/images'
import { boxLevels } from '@ukit/media/internal'

const COLORS = 256

/** Fewer free entries are left alone: such palettes have colours for averages, as the engine chooses them. */
const FEW = 128

/**
 * *A palette whose unused entries have colours that the smaller levels need.* The averages of a few colours
 * are between those: without such entries, every smaller level has one colour.
 *
 * An entry is free if no pixel of the first level has it and its colour is that of an earlier entry, as in
 * the padding of a palette with fewer colours.
 *
 * @param colors 256 colours of 4 bytes.
 * @param masked colour 0 is a hole.
 */
export function filledPalette(
  indices: Uint8Array,
  width: number,
  height: number,
  colors: Uint8Array,
  masked: boolean,
): Uint8Array {
  const free = freeEntries(indices, colors)
  if (free.length < FEW) return colors
  const wanted = missingColors(indices, width, height, colors, masked)
  if (wanted.length === 0) return colors
  const { palette } = quantize(wanted, wanted.length / 4, 1, { colors: Math.min(free.length, wanted.length / 4) })
  const filled = colors.slice()
  for (const [i, entry] of free.entries())
    if (i * 3 < palette.length) filled.set(palette.subarray(i * 3, i * 3 + 3), entry * 4)
  return filled
}

function freeEntries(indices: Uint8Array, colors: Uint8Array): number[] {
  const isUsed = new Uint8Array(COLORS)
  for (const index of indices) isUsed[index] = 1
  const known = new Set<number>()
  const free: number[] = []
  for (let i = 0; i < COLORS; i++) {
    const color = colorAt(colors, i * 4)
    // Entry 0 may be the hole of a masked texture.
    if (i > 0 && isUsed[i] === 0 && known.has(color)) free.push(i)
    known.add(color)
  }
  return free
}

/** The colours of the smaller levels that the palette lacks, each once, 4 bytes each. */
function missingColors(
  indices: Uint8Array,
  width: number,
  height: number,
  colors: Uint8Array,
  masked: boolean,
): Uint8Array {
  const pixels = new Uint8Array(indices.length * 4)
  for (const [i, index] of indices.entries()) {
    pixels.set(colors.subarray(index * 4, index * 4 + 3), i * 4)
    pixels[i * 4 + 3] = masked && index === 0 ? 0 : 255
  }
  const known = new Set<number>()
  for (let i = 0; i < COLORS; i++) known.add(colorAt(colors, i * 4))
  const wanted: number[] = []
  for (const { data } of boxLevels(pixels, width, height).slice(1)) {
    for (let at = 0; at < data.length; at += 4) {
      const color = colorAt(data, at)
      if (data[at + 3] !== 255 || known.has(color)) continue
      known.add(color)
      wanted.push(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, 255)
    }
  }
  return Uint8Array.from(wanted)
}

function colorAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
}
