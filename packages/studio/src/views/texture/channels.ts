/** What of a picture is shown. */
export type Channel = 'rgba' | 'rgb' | 'r' | 'g' | 'b' | 'a'

/** The channels, and their labels. */
export const CHANNELS: readonly (readonly [Channel, string])[] = [
  ['rgb', 'Colour'],
  ['rgba', 'Mask'],
  ['r', 'R'],
  ['g', 'G'],
  ['b', 'B'],
  ['a', 'A'],
]

const NUMBERS = { r: 0, g: 1, b: 2, a: 3 } as const

/** Pixels as they are shown: one channel is grey, and colours without their mask are opaque. */
export function shownPixels(rgba: Uint8ClampedArray<ArrayBuffer>, channel: Channel): Uint8ClampedArray<ArrayBuffer> {
  if (channel === 'rgba') return rgba
  const shown = new Uint8ClampedArray(rgba)
  const number = channel === 'rgb' ? undefined : NUMBERS[channel]
  for (let i = 0; i < shown.length; i += 4) {
    if (number !== undefined) {
      const value = rgba[i + number] ?? 0
      shown[i] = value
      shown[i + 1] = value
      shown[i + 2] = value
    }
    shown[i + 3] = 255
  }
  return shown
}

/** Pixels of which those of one colour of the palette stand out: the others are a quarter as bright. */
export function litTexels(
  rgba: Uint8ClampedArray<ArrayBuffer>,
  indices: Uint8Array,
  chosen: number,
): Uint8ClampedArray<ArrayBuffer> {
  const shown = new Uint8ClampedArray(rgba)
  for (let i = 0; i < indices.length; i++) {
    const isLit = indices[i] === chosen
    for (let channel = i * 4; channel < i * 4 + 3; channel++) {
      const value = rgba[channel] ?? 0
      shown[channel] = isLit ? value : value / 4
    }
    shown[i * 4 + 3] = 255
  }
  return shown
}

/** How many texels have a colour. */
export function countOf(indices: Uint8Array, chosen: number): number {
  let count = 0
  for (const index of indices) if (index === chosen) count++
  return count
}
