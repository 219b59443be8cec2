import { plural } from '@ukit/text/internal'
import { channelReader } from './channel-mask.js'
import { DDS_LAYOUTS, type DdsFormat, type DdsTexture, levelBytes } from './dds.js'
import { checkImageBytes, checkImageSize, ImageError } from './image-error.js'

const MAGIC = 0x20534444
const HEADER = 128
const DX10_HEADER = 20
const MIP_COUNT = 0x20000
const FOUR_CC = 4
const ALPHA = 1
const CUBE = 0x200
const ALL_FACES = 0xfc00
const VOLUME = 0x200000

/** Codes that other programs write for formats that ukit writes differently. */
const OTHER_CODES: Readonly<Record<string, DdsFormat>> = { DXT2: 'bc2', DXT4: 'bc3', BC4U: 'bc4', BC5U: 'bc5' }

/** DXGI's numbers of formats (Microsoft's `dxgiformat.h`), the plain and the sRGB ones. */
const DXGI: Readonly<Record<number, DdsFormat>> = {
  2: 'rgba32f',
  10: 'rgba16f',
  11: 'rgba16',
  16: 'rg32f',
  24: 'rgb10a2',
  26: 'r11g11b10f',
  34: 'rg16f',
  35: 'rg16',
  41: 'r32f',
  54: 'r16f',
  56: 'g16',
  61: 'l8',
  71: 'bc1',
  72: 'bc1',
  74: 'bc2',
  75: 'bc2',
  77: 'bc3',
  78: 'bc3',
  80: 'bc4',
  81: 'bc4s',
  83: 'bc5',
  84: 'bc5s',
  85: 'rgb565',
  87: 'bgra8',
  91: 'bgra8',
  95: 'bc6h',
  96: 'bc6hs',
  98: 'bc7',
  99: 'bc7',
}

/**
 * *Reads the texture in a DDS file.* Blocks are unchanged; other channel orders of 16 to 32 bits become
 * `bgra8`.
 *
 * Layout: Microsoft's *Programming Guide for DDS*.
 *
 * @throws {ImageError} when it is not a DDS file, or contains a volume, an array, or a format that ukit does
 *   not know.
 */
export function readDds(bytes: Uint8Array): DdsTexture {
  checkImageBytes('dds', bytes, HEADER, 'the header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = (offset: number): number => view.getUint32(offset, true)
  if (at(0) !== MAGIC || at(4) !== 124)
    throw new ImageError('dds', 'corrupt', 0, 'expected "DDS " and a header of 124 bytes')
  const [height, width] = [at(12), at(16)]
  checkImageSize('dds', 12, width, height)
  const caps = at(112)
  if ((caps & VOLUME) !== 0) throw new ImageError('dds', 'unsupported', 112, 'a three-dimensional texture')
  const isExtended = (at(80) & FOUR_CC) !== 0 && codeOf(bytes) === 'DX10'
  if (isExtended) checkImageBytes('dds', bytes, HEADER + DX10_HEADER, 'the header of DirectX 10')
  const isCube = (caps & CUBE) !== 0 || (isExtended && (at(136) & 4) !== 0)
  if (isCube && !isExtended && (caps & ALL_FACES) !== ALL_FACES)
    throw new ImageError('dds', 'unsupported', 112, 'a cube with fewer than six faces')
  if (isExtended && (at(132) !== 3 || at(140) !== 1))
    throw new ImageError('dds', 'unsupported', 132, 'an array of textures, or a texture that is not two-dimensional')
  const levels = (at(8) & MIP_COUNT) !== 0 ? Math.max(1, at(28)) : 1
  const most = 32 - Math.clz32(Math.max(width, height))
  if (levels > most) {
    const message = `${plural(levels, 'level')}, but ${width} × ${height} pixels have at most ${most}`
    throw new ImageError('dds', 'corrupt', 28, message)
  }
  const { format, bits, convert } = formatOf(bytes, at, isExtended)
  let offset = HEADER + (isExtended ? DX10_HEADER : 0)
  const faces = Array.from({ length: isCube ? 6 : 1 }, () =>
    Array.from({ length: levels }, (_, level) => {
      const [w, h] = [Math.max(1, width >> level), Math.max(1, height >> level)]
      const size = bits === undefined ? levelBytes(format, w, h) : w * h * (bits >> 3)
      checkImageBytes('dds', bytes, offset + size, `level ${level} of ${w} × ${h} pixels`)
      const data = bytes.slice(offset, offset + size)
      offset += size
      return convert === undefined ? data : convert(data)
    }),
  )
  return { format, width, height, faces }
}

interface Format {
  readonly format: DdsFormat
  /** Bits of a pixel in the file, where they are converted. */
  readonly bits?: number
  readonly convert?: (data: Uint8Array) => Uint8Array
}

function codeOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(84, 88))
}

function formatOf(bytes: Uint8Array, at: (offset: number) => number, isExtended: boolean): Format {
  const flags = at(80)
  if (isExtended) {
    const format = DXGI[at(128)]
    if (format !== undefined) return { format }
    throw new ImageError('dds', 'unsupported', 128, `the format ${at(128)} of DXGI`)
  }
  const known = Object.keys(DDS_LAYOUTS) as DdsFormat[]
  if ((flags & FOUR_CC) !== 0) {
    const code = codeOf(bytes)
    const format =
      OTHER_CODES[code] ??
      known.find((name) => {
        const layout = DDS_LAYOUTS[name]
        return 'code' in layout && layout.dxgi === undefined && (layout.code === code || layout.code === at(84))
      })
    if (format !== undefined) return { format }
    throw new ImageError('dds', 'unsupported', 84, `the format ${JSON.stringify(code)}`)
  }
  const bits = at(88)
  const masks = [at(92), at(96), at(100), (flags & ALPHA) !== 0 ? at(104) : 0]
  const same = known.find((name) => {
    const layout = DDS_LAYOUTS[name]
    return (
      'masks' in layout && layout.bits === bits && layout.masks.every((mask, i) => mask >>> 0 === (masks[i] ?? 0) >>> 0)
    )
  })
  if (same !== undefined) return { format: same }
  if (bits !== 16 && bits !== 24 && bits !== 32)
    throw new ImageError('dds', 'unsupported', 88, `${plural(bits, 'bit')} per pixel without a code`)
  return { format: 'bgra8', bits, convert: (data) => toBgra(data, bits, masks) }
}

function toBgra(data: Uint8Array, bits: number, masks: readonly number[]): Uint8Array {
  const size = bits >> 3
  const [red, green, blue, alpha] = masks.map(channelReader)
  const out = new Uint8Array((data.length / size) * 4)
  for (let from = 0, to = 0; from < data.length; from += size, to += 4) {
    let pixel = 0
    for (let i = 0; i < size; i++) pixel |= (data[from + i] as number) << (8 * i)
    out[to] = blue?.(pixel) ?? 0
    out[to + 1] = green?.(pixel) ?? 0
    out[to + 2] = red?.(pixel) ?? 0
    out[to + 3] = (masks[3] ?? 0) === 0 ? 255 : (alpha?.(pixel) ?? 255)
  }
  return out
}
