import type { ImportTextureOptions } from '../importers/texture/texture-options.js'
import type { ExecValues } from './directives.js'

type TextureValues = ExecValues<'TEXTURE IMPORT'>

/** Keys of other branches of the engine, and keys that change nothing in a package. */
const WITHOUT_EFFECT = [
  'PALETTE',
  'ALPHATRICK',
  'MODULATED',
  'ADDITIVE',
  'HD',
  'TEXFLAGS',
  'BTC',
  'SPECULAR',
  'DIFFUSE',
  'SURFACETYPE',
] as const satisfies readonly (keyof TextureValues)[]

/** The last detail setting of UE1: skins. */
const MOST_LODSET = 2

/**
 * *What a line of `TEXTURE IMPORT` asks for, as options of the importer*; what the importer cannot do is
 * added to `remarks`.
 */
export function textureOptions(values: TextureValues, engine: number, remarks: string[]): ImportTextureOptions {
  for (const key of WITHOUT_EFFECT)
    if (values[key] !== undefined) remarks.push(`${key}=${values[key]} is left out: ukit does not import it`)
  // Branches of UE1 have more settings, but the classes of UE1 itself have no names for them.
  const isKnown = engine !== 1 || values.LODSET === undefined || values.LODSET <= MOST_LODSET
  if (!isKnown) remarks.push(`LODSET=${values.LODSET} is left out: the engine has 0 to ${MOST_LODSET}`)
  return {
    // As in the engine: smaller sizes are made unless the line says no.
    mips: values.MIPS ?? true,
    fillPalette: false,
    surfaceFlags: values.FLAGS,
    masked: values.MASKED,
    alpha: values.ALPHA,
    format: formatOf(values, remarks),
    resize: values.UPSCALE === true ? 'up' : undefined,
    clampU: isClamped(values.UCLAMPMODE),
    clampV: isClamped(values.VCLAMPMODE),
    lodSet: isKnown ? values.LODSET : undefined,
    normalLod: values.NORMALLOD,
    minFrameRate: values.MINFRAMERATE,
    maxFrameRate: values.MAXFRAMERATE,
  }
}

const FORMATS: Readonly<Record<string, NonNullable<ImportTextureOptions['format']>>> = {
  '1': 'bc1',
  '3': 'bc2',
  '5': 'bc3',
  DXT1: 'bc1',
  DXT3: 'bc2',
  DXT5: 'bc3',
  RGBA8: 'bgra8',
  P8: 'p8',
}

function formatOf({ DXT, COMPRESS, COMPRESSION }: TextureValues, remarks: string[]): ImportTextureOptions['format'] {
  const name = DXT !== undefined ? String(DXT) : (COMPRESS ?? COMPRESSION)
  if (name === undefined || name === '0') return undefined
  const format = FORMATS[name.toUpperCase()]
  if (format === undefined) remarks.push(`${name} is not a format of textures: it is stored as usual`)
  return format
}

function isClamped(mode: string | undefined): boolean | undefined {
  return mode === undefined ? undefined : /^(?:[uv]|tc_)?clamp$/i.test(mode)
}
