import { decodeHalfBlocks, type Picture } from '@ukit/codecs/images'
import type { PixelFormat } from '@ukit/objects/common'

/** Formats whose numbers are floats: linear light, which may be brighter than white. */
export type FloatFormat = Extract<
  PixelFormat,
  'bc6h' | 'bc6hs' | 'rgba16f' | 'rgba32f' | 'r11g11b10f' | 'rg16f' | 'rg32f' | 'r16f' | 'r32f'
>

/** The note on a picture made from floats. */
export const CUT_LIGHT =
  'made from floats: 0 to 1 became 16 bits of sRGB, brighter and negative light was cut off; DDS keeps it'

const CHANNELS: Readonly<Record<FloatFormat, 1 | 2 | 3 | 4>> = {
  bc6h: 3,
  bc6hs: 3,
  rgba16f: 4,
  rgba32f: 4,
  r11g11b10f: 3,
  rg16f: 2,
  rg32f: 2,
  r16f: 1,
  r32f: 1,
}

/** Whether the numbers of a format are floats. */
export function isFloatFormat(format: PixelFormat): format is FloatFormat {
  return Object.hasOwn(CHANNELS, format)
}

/**
 * *Pixels of floats as a picture that can be viewed*: light from 0 to 1 is converted by the curve of sRGB to
 * 16 bits, darker and brighter light is cut off, and alpha stays linear. Nothing is scaled, so textures stay
 * comparable.
 *
 * @param data as many bytes as the size needs, little-endian.
 */
export function fromFloats(format: FloatFormat, data: Uint8Array, width: number, height: number): Picture {
  const channels = CHANNELS[format]
  const numberAt = reader(format, data, width, height)
  const out = new Uint8Array(width * height * 8)
  const view = new DataView(out.buffer)
  for (let i = 0; i < width * height; i++) {
    for (let channel = 0; channel < 4; channel++) {
      const from = channels === 1 && channel < 3 ? 0 : channel
      // One channel is grey; two leave blue at 0.
      const isStored = from < channels
      const value = isStored ? numberAt(i * channels + from) : channel === 3 ? 1 : 0
      view.setUint16(8 * i + 2 * channel, Math.round(65_535 * (channel === 3 ? cut(value) : curve(cut(value)))), true)
    }
  }
  return { format: 'rgba16', width, height, data: out }
}

function reader(format: FloatFormat, data: Uint8Array, width: number, height: number): (index: number) => number {
  if (format === 'bc6h' || format === 'bc6hs') {
    const halves = decodeHalfBlocks(format === 'bc6hs', data, width, height)
    return (index) => halfValue(halves[index] ?? 0)
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (format === 'r11g11b10f') return (index) => smallFloat(view.getUint32(4 * Math.floor(index / 3), true), index % 3)
  if (format === 'rgba32f' || format === 'rg32f' || format === 'r32f')
    return (index) => view.getFloat32(4 * index, true)
  return (index) => halfValue(view.getUint16(2 * index, true))
}

/** A float of 16 bits: 1 of sign, 5 of exponent, 10 of fraction (IEEE 754). */
function halfValue(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const sign = bits & 0x8000 ? -1 : 1
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}

/**
 * Red and green have 6 bits of fraction, blue 5; each has 5 of exponent and no sign: halves that are cut
 * short.
 */
function smallFloat(bits: number, channel: number): number {
  if (channel === 2) return halfValue((bits >>> 22) << 5)
  return halfValue(((bits >>> (11 * channel)) & 0x7ff) << 4)
}

/** Limits a value to 0 to 1; NaN becomes 0. */
function cut(value: number): number {
  return value > 0 ? Math.min(1, value) : 0
}

/** Converts linear light to sRGB (IEC 61966-2-1). */
function curve(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
}
