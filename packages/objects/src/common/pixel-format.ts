/** *How the pixels of a texture are stored*, in names of our own: the engines number them differently. */
export type PixelFormat =
  | 'p8'
  | 'bgra7'
  | 'rgb565'
  | 'rgb8'
  | 'bgra8'
  | 'l8'
  | 'g16'
  | 'rrrgggbbb'
  | 'v8u8'
  | 'uyvy'
  | 'a1'
  | 'bgra4'
  | 'rgba8'
  | 'rg8'
  | 'rg16'
  | 'rgba16'
  | 'rgb10a2'
  | 'r11g11b10f'
  | 'rg16f'
  | 'rg32f'
  | 'rgba16f'
  | 'rgba32f'
  | 'r16f'
  | 'r32f'
  | BlockPixelFormat

/** Formats that store blocks of 4 × 4 pixels; `s` marks signed numbers. */
export type BlockPixelFormat = 'bc1' | 'bc2' | 'bc3' | 'bc4' | 'bc4s' | 'bc5' | 'bc5s' | 'bc6h' | 'bc6hs' | 'bc7'

/** Bytes of a pixel. */
const PIXEL_BYTES = {
  p8: 1,
  bgra7: 4,
  rgb565: 2,
  rgb8: 3,
  bgra8: 4,
  l8: 1,
  g16: 2,
  rrrgggbbb: 3,
  v8u8: 2,
  uyvy: 2,
  bgra4: 2,
  rgba8: 4,
  rg8: 2,
  rg16: 4,
  rgba16: 8,
  rgb10a2: 4,
  r11g11b10f: 4,
  rg16f: 4,
  rg32f: 8,
  rgba16f: 8,
  rgba32f: 16,
  r16f: 2,
  r32f: 4,
} as const

/** Bytes of a block of 4 × 4 pixels. */
const BLOCK_BYTES = {
  bc1: 8,
  bc2: 16,
  bc3: 16,
  bc4: 8,
  bc4s: 8,
  bc5: 16,
  bc5s: 16,
  bc6h: 16,
  bc6hs: 16,
  bc7: 16,
} as const

/** Bytes of a level of a texture, without the padding that consoles add. */
export function pixelBytes(format: PixelFormat, width: number, height: number): number {
  if (format === 'a1') return Math.ceil((width * height) / 8)
  if (isBlockFormat(format)) return BLOCK_BYTES[format] * Math.ceil(width / 4) * Math.ceil(height / 4)
  return PIXEL_BYTES[format] * width * height
}

/** True for formats that store blocks of 4 × 4 pixels. */
export function isBlockFormat(format: PixelFormat): format is BlockPixelFormat {
  return format in BLOCK_BYTES
}

/**
 * Property Format of UE1, which is also that of `compressedMips`, CompFormat. From 6 on they are the patch
 * 469's; 9 and 11 are the signed forms of those before them.
 */
const UE1_FORMATS: readonly (PixelFormat | undefined)[] = [
  'p8',
  'bgra7',
  'rgb565',
  'bc1',
  'rgb8',
  'bgra8',
  'bc2',
  'bc3',
  'bc4',
  'bc4s',
  'bc5',
  'bc5s',
  'bc7',
  'bc6hs',
  'bc6h',
  'rgba16',
]

/** Property Format of UE2; from 12 on some games' own. 6 means no data. */
const UE2_FORMATS: readonly (PixelFormat | undefined)[] = [
  'p8',
  'bgra7',
  'rgb565',
  'bc1',
  'rgb8',
  'bgra8',
  undefined,
  'bc2',
  'bc3',
  'l8',
  'g16',
  'rrrgggbbb',
  'v8u8',
  'bc3',
  'bc5',
]

/**
 * Property Format of UE3, by the names of its enum; later builds renamed some. `PF_DXN` is the Xbox 360's
 * name of BC5, `PF_NormalMap_HQ` Mass Effect's.
 */
const UE3_FORMATS: Readonly<Record<string, PixelFormat>> = {
  pf_a8r8g8b8: 'bgra8',
  pf_b8g8r8a8: 'bgra8',
  pf_r8g8b8a8: 'rgba8',
  pf_a4r4g4b4: 'bgra4',
  pf_r5g6b5: 'rgb565',
  pf_r5g6b5_unorm: 'rgb565',
  pf_r8g8: 'rg8',
  pf_a8: 'l8',
  pf_g8: 'l8',
  pf_g16: 'g16',
  pf_g16r16: 'rg16',
  pf_a2b10g10r10: 'rgb10a2',
  pf_dxt1: 'bc1',
  pf_dxt3: 'bc2',
  pf_dxt5: 'bc3',
  pf_uyvy: 'uyvy',
  pf_v8u8: 'v8u8',
  pf_bc4: 'bc4',
  pf_bc5: 'bc5',
  pf_dxn: 'bc5',
  pf_normalmap_hq: 'bc5',
  pf_a1: 'a1',
  pf_bc6h: 'bc6h',
  pf_bc7: 'bc7',
  pf_a16b16g16r16: 'rgba16',
  // Direct3D 9 has no float format of three channels: both have four.
  pf_floatrgb: 'rgba16f',
  pf_floatrgba: 'rgba16f',
  pf_floatr11g11b10: 'r11g11b10f',
  pf_a32b32g32r32f: 'rgba32f',
  pf_g16r16f: 'rg16f',
  pf_g16r16f_filter: 'rg16f',
  pf_g32r32f: 'rg32f',
  pf_r16f: 'r16f',
  pf_r16f_filter: 'r16f',
  pf_r32f: 'r32f',
  pf_r32float: 'r32f',
}

/**
 * The same by number, as packages say it that store enums as bytes; later numbers differ from build to build.
 */
const UE3_FORMATS_BY_NUMBER: readonly (PixelFormat | undefined)[] = [
  undefined,
  'rgba32f',
  'bgra8',
  'l8',
  'g16',
  'bc1',
  'bc2',
  'bc3',
  'uyvy',
]

/**
 * The format that the property Format (or CompFormat) of a texture means.
 *
 * @param value a number in UE1 and UE2, where a property that is left out means 0; in UE3 the name of the
 *   enum's value, or a number in packages that store enums as bytes.
 * @returns `undefined` for one that is not known.
 */
export function pixelFormatOf(engine: 1 | 2 | 3, value: unknown): PixelFormat | undefined {
  if (engine < 3) return (engine === 1 ? UE1_FORMATS : UE2_FORMATS)[typeof value === 'number' ? value : 0]
  if (typeof value === 'number') return UE3_FORMATS_BY_NUMBER[value]
  return UE3_FORMATS[String(value ?? '').toLowerCase()]
}

/**
 * What the property Format of a texture of UE1 or UE2 says for a format; 0 is left out.
 *
 * @returns `undefined` for a format that textures of the engine do not have.
 */
export function pixelFormatNumber(engine: 1 | 2, format: PixelFormat): number | undefined {
  const number = (engine === 1 ? UE1_FORMATS : UE2_FORMATS).indexOf(format)
  return number < 0 ? undefined : number
}

/**
 * What the property Format of a texture of UE3 says for a format: the name that the engine had from the
 * start.
 */
export function pixelFormatName(format: PixelFormat): string | undefined {
  return UE3_NAMES[format]
}

const UE3_NAMES: Readonly<Partial<Record<PixelFormat, string>>> = {
  bgra8: 'PF_A8R8G8B8',
  l8: 'PF_G8',
  g16: 'PF_G16',
  bc1: 'PF_DXT1',
  bc2: 'PF_DXT3',
  bc3: 'PF_DXT5',
  bc5: 'PF_BC5',
  v8u8: 'PF_V8U8',
  rgba16: 'PF_A16B16G16R16',
}
