import { nodeCodecs } from '@ukit/core/node'
import { IMPORT_TEXTURE_DEFAULTS, type ImportOptions, type ImportTextureOptions, TRUETYPE_DEFAULTS } from '@ukit/import'
import type { Options, OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { wholeNumber } from '../../command/values.js'
import { MESH_OPTIONS, meshImportOptions } from './import-mesh-options.js'

/** Formats of textures, by their common names and by those of the library. */
const FORMATS = {
  p8: 'p8',
  rgba8: 'bgra8',
  dxt1: 'bc1',
  dxt3: 'bc2',
  dxt5: 'bc3',
  bc5: 'bc5',
  bc7: 'bc7',
  l8: 'l8',
} as const satisfies Readonly<Record<string, ImportTextureOptions['format']>>

/** Options of `ukit import` for how files are imported. */
export const IMPORT_OPTIONS = {
  format: {
    takes: 'value',
    value: 'FORMAT',
    choices: ['p8', 'rgba8', 'dxt1', 'dxt3', 'dxt5', 'bc5', 'bc7', 'l8'],
    does: 'How pixels are stored',
    default: 'as in the texture that is replaced, else as the editor of the engine has it',
  },
  mips: {
    takes: 'value',
    value: 'yes|no',
    choices: ['yes', 'no'],
    does: 'Make the smaller sizes of a picture',
    default: `as in the texture that is replaced, else ${IMPORT_TEXTURE_DEFAULTS.mips ? 'yes' : 'no'}`,
  },
  masked: { takes: 'nothing', does: 'Pixels with less than half alpha, or of colour 0, are holes' },
  dither: { takes: 'nothing', does: 'Spread the error of reduced colours, which hides bands and adds noise' },
  resize: {
    takes: 'value',
    value: 'SIZE',
    does:
      'What to do with sides that are not powers of two, which engines refuse: resize to the nearest one, the ' +
      'next one up or down, or to a size such as 256x128',
    read: resizeOf,
  },
  shrink: {
    takes: 'nothing',
    does:
      'Replace textures by smaller pictures although larger sizes are not in the package: in a texture cache (.tfc), ' +
      'or in no file',
  },
  'surface-flags': {
    takes: 'value',
    value: 'FLAGS',
    does: 'What surfaces with the texture look like, as FLAGS of #exec: 2 masked, 4 translucent, 64 modulated',
    read: wholeNumber(0, 0xffff_ffff),
  },
  lodset: {
    takes: 'value',
    value: 'N',
    does: 'Which detail setting of the player applies to it: 0 none, 1 world, 2 skins',
    read: wholeNumber(0, 255),
  },
  height: {
    takes: 'value',
    value: 'PIXELS',
    does: 'Height of the lines of a font that is made from a TrueType font',
    default: `that of the font that is replaced, else ${TRUETYPE_DEFAULTS.height}`,
    read: wholeNumber(1, 1024),
  },
  chars: {
    takes: 'value',
    value: 'TEXT',
    does: 'The characters of a TrueType font to take',
    default: 'those with codes from 32 to 255',
  },
  'code-page': {
    takes: 'value',
    value: 'N',
    does: 'The Windows code page of texts with the font, such as 1250, 1251 or 1254',
    default: '1252',
    read: wholeNumber(874, 1258),
  },
  ...MESH_OPTIONS,
  rate: {
    takes: 'value',
    value: 'HZ',
    does: 'Samples per second of a sound',
    default: "the file's own, at most 48000",
    read: wholeNumber(1000, 48_000),
  },
} as const satisfies Options

/** The values of these options, as the library takes them. */
export function importOptions(options: OptionValues<typeof IMPORT_OPTIONS>): ImportOptions {
  const { format, mips, masked, dither, resize, shrink, lodset, rate, height, chars } = options
  return {
    codecs: nodeCodecs,
    ...meshImportOptions(options),
    texture: {
      format: format === undefined ? undefined : FORMATS[format],
      mips: mips === undefined ? undefined : mips === 'yes',
      masked: masked || undefined,
      dither: dither || undefined,
      resize,
      shrink: shrink || undefined,
      surfaceFlags: options['surface-flags'],
      lodSet: lodset,
    },
    sound: { rate },
    trueType: { height, characters: chars, codePage: options['code-page'] },
  }
}

function resizeOf(text: string, option: string): NonNullable<ImportTextureOptions['resize']> {
  if (text === 'nearest' || text === 'up' || text === 'down') return text
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? []
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) }
  throw new UsageError(`${option} needs nearest, up, down or a size such as 256x128, not "${text}"`)
}
