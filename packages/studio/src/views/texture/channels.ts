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
