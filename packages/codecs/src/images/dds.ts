import { plural } from '@ukit/text/internal'
/** Pixel formats that a DDS file can contain unchanged; numbers are little-endian. */
export type DdsFormat =
  /** Blocks of 4 × 4 pixels. `bc6h` is the unsigned one; `s` marks signed numbers. */
  | 'bc1'
  | 'bc2'
  | 'bc3'
  | 'bc4'
  | 'bc4s'
  | 'bc5'
  | 'bc5s'
  | 'bc6h'
  | 'bc6hs'
  | 'bc7'
  /** 4 bytes: blue, green, red, alpha. */
  | 'bgra8'
  /** 3 bytes: blue, green, red. */
  | 'rgb8'
  /** 16 bits: red in the highest 5, green 6, blue 5. */
  | 'rgb565'
  /** 1 byte and 2 bytes of brightness. */
  | 'l8'
  | 'g16'
  /** 2 signed bytes: the first two coordinates of a normal. */
  | 'v8u8'
  /** 2 numbers of 16 bits: red, green. */
  | 'rg16'
  /** 4 numbers of 16 bits: red, green, blue, alpha. */
  | 'rgba16'
  /** 32 bits: red in the lowest 10, then green, blue, and 2 of alpha. */
  | 'rgb10a2'
  /** 32 bits: red in the lowest 11, green 11, blue 10, each a float without a sign. */
  | 'r11g11b10f'
  /** 2 floats of 16 or 32 bits: red, green. */
  | 'rg16f'
  | 'rg32f'
  /** 4 floats of 16 or 32 bits: red, green, blue, alpha. */
  | 'rgba16f'
  | 'rgba32f'
  /** One float of 16 or 32 bits. */
  | 'r16f'
  | 'r32f'

/** *A texture for a DDS file*: one face, or the six of a cube, each with its levels from the largest. */
export interface DdsTexture {
  /** How the levels are stored. */
  readonly format: DdsFormat
  /** Pixels of the largest level. */
  readonly width: number
  /** Of the largest level, in pixels. */
  readonly height: number
  /** `faces[face][level]`: its bytes, unchanged. One face or six: +X, −X, +Y, −Y, +Z, −Z. */
  readonly faces: readonly (readonly Uint8Array[])[]
}

const MAGIC = 0x20534444
const HEADER = 128
const DX10_HEADER = 20

const CAPS = 1
const HEIGHT = 2
const WIDTH = 4
const PITCH = 8
const PIXEL_FORMAT = 0x1000
const MIP_COUNT = 0x20000
const LINEAR_SIZE = 0x80000

const CAPS_COMPLEX = 8
const CAPS_TEXTURE = 0x1000
const CAPS_MIPS = 0x400000
/** A cube with all six faces. */
const CAPS2_CUBE = 0xfe00

const FOUR_CC = 4
const ALPHA = 1
const RGB = 0x40
const LUMINANCE = 0x20000
const BUMP_DUDV = 0x80000

/** How a header describes a format: by a code of four letters or a number, or by bits and their masks. */
export type PixelLayout =
  | { readonly code: string | number; readonly block?: number; readonly dxgi?: number; readonly bits?: number }
  | { readonly flags: number; readonly bits: number; readonly masks: readonly [number, number, number, number] }

/** How a header describes each format. */
export const DDS_LAYOUTS: Readonly<Record<DdsFormat, PixelLayout>> = {
  bc1: { code: 'DXT1', block: 8 },
  bc2: { code: 'DXT3', block: 16 },
  bc3: { code: 'DXT5', block: 16 },
  bc4: { code: 'ATI1', block: 8 },
  bc4s: { code: 'BC4S', block: 8 },
  bc5: { code: 'ATI2', block: 16 },
  bc5s: { code: 'BC5S', block: 16 },
  bc6h: { code: 'DX10', block: 16, dxgi: 95 },
  bc6hs: { code: 'DX10', block: 16, dxgi: 96 },
  bc7: { code: 'DX10', block: 16, dxgi: 98 },
  bgra8: { flags: RGB | ALPHA, bits: 32, masks: [0xff0000, 0xff00, 0xff, 0xff000000] },
  rgb8: { flags: RGB, bits: 24, masks: [0xff0000, 0xff00, 0xff, 0] },
  rgb565: { flags: RGB, bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0] },
  l8: { flags: LUMINANCE, bits: 8, masks: [0xff, 0, 0, 0] },
  g16: { flags: LUMINANCE, bits: 16, masks: [0xffff, 0, 0, 0] },
  v8u8: { flags: BUMP_DUDV, bits: 16, masks: [0xff, 0xff00, 0, 0] },
  rg16: { code: 'DX10', bits: 32, dxgi: 35 },
  rgba16: { code: 36, bits: 64 },
  rgb10a2: { code: 'DX10', bits: 32, dxgi: 24 },
  r11g11b10f: { code: 'DX10', bits: 32, dxgi: 26 },
  rg16f: { code: 112, bits: 32 },
  rg32f: { code: 115, bits: 64 },
  rgba16f: { code: 113, bits: 64 },
  rgba32f: { code: 116, bits: 128 },
  r16f: { code: 111, bits: 16 },
  r32f: { code: 114, bits: 32 },
}

/** Tells whether a DDS file can contain a format unchanged. */
export function isDdsFormat(format: string): format is DdsFormat {
  return Object.hasOwn(DDS_LAYOUTS, format)
}

/**
 * *A texture as a DDS file, its bytes unchanged*, with all levels and faces.
 *
 * Layout: Microsoft's *Programming Guide for DDS*; BC6H and BC7 have the header of DirectX 10.
 *
 * @throws {RangeError} when there is not one face or six, their levels differ in number or size, or a level
 *   does not have as many bytes as its size needs.
 */
export function encodeDds(texture: DdsTexture): Uint8Array {
  const { format, width, height, faces } = texture
  const layout = DDS_LAYOUTS[format]
  const levels = faces[0]?.length ?? 0
  check(texture, levels)
  const isCube = faces.length === 6
  const extended = 'dxgi' in layout && layout.dxgi !== undefined
  const start = HEADER + (extended ? DX10_HEADER : 0)
  const size = faces.flat().reduce((sum, { length }) => sum + length, 0)
  const out = new Uint8Array(start + size)
  const view = new DataView(out.buffer)
  const put = (at: number, value: number): void => view.setUint32(at, value, true)
  const isBlocks = 'block' in layout && layout.block !== undefined
  put(0, MAGIC)
  put(4, 124)
  put(8, CAPS | HEIGHT | WIDTH | PIXEL_FORMAT | (levels > 1 ? MIP_COUNT : 0) | (isBlocks ? LINEAR_SIZE : PITCH))
  put(12, height)
  put(16, width)
  put(20, isBlocks ? levelBytes(format, width, height) : levelBytes(format, width, 1))
  put(28, levels)
  put(76, 32)
  if ('code' in layout) {
    put(80, FOUR_CC)
    if (typeof layout.code === 'number') put(84, layout.code)
    else for (let i = 0; i < 4; i++) out[84 + i] = layout.code.charCodeAt(i)
  } else {
    put(80, layout.flags)
    put(88, layout.bits)
    for (const [i, mask] of layout.masks.entries()) put(92 + 4 * i, mask)
  }
  put(108, CAPS_TEXTURE | (levels > 1 ? CAPS_MIPS : 0) | (levels > 1 || isCube ? CAPS_COMPLEX : 0))
  put(112, isCube ? CAPS2_CUBE : 0)
  if (extended) {
    put(128, layout.dxgi)
    // A two-dimensional texture, its flag for a cube, and an array of one.
    put(132, 3)
    put(136, isCube ? 4 : 0)
    put(140, 1)
  }
  let at = start
  for (const data of faces.flat()) {
    out.set(data, at)
    at += data.length
  }
  return out
}

function check({ format, width, height, faces }: DdsTexture, levels: number): void {
  if (width < 1 || height < 1) throw new RangeError(`a texture of ${width} × ${height} has no pixels`)
  if (faces.length !== 1 && faces.length !== 6)
    throw new RangeError(`a texture has one face, a cube six; ${faces.length} were given`)
  for (const face of faces) {
    if (face.length !== levels || levels === 0)
      throw new RangeError(`all faces need the same levels, one or more; found ${face.length} and ${levels}`)
    for (const [level, { length }] of face.entries()) {
      const needed = levelBytes(format, Math.max(1, width >> level), Math.max(1, height >> level))
      if (length !== needed)
        throw new RangeError(`level ${level} of ${format} needs ${plural(needed, 'byte')}, found ${length}`)
    }
  }
}

/** Bytes of one level. */
export function levelBytes(format: DdsFormat, width: number, height: number): number {
  const layout = DDS_LAYOUTS[format]
  if ('block' in layout && layout.block !== undefined)
    return layout.block * Math.ceil(width / 4) * Math.ceil(height / 4)
  return ((layout.bits ?? 0) >> 3) * width * height
}
