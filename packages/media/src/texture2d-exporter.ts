import { encodePng } from '@ukit/codecs/images'
import { type Package, readBulkData } from '@ukit/core'
import { type common, ue3 } from '@ukit/objects'
import { type Console, consoleOf, fromConsole } from './console.js'
import { type ExportContext, type Exporter, MediaError, type MediaFile } from './exporter.js'
import { decodePixels, EMPTY_ALPHA, type PixelFormat, withoutEmptyAlpha } from './pixel-format.js'

/** Property Format of UE3, by the names of its enum. */
const FORMATS: Readonly<Record<string, PixelFormat>> = {
  pf_a8r8g8b8: 'bgra8',
  pf_g8: 'l8',
  pf_g16: 'g16',
  pf_dxt1: 'bc1',
  pf_dxt3: 'bc2',
  pf_dxt5: 'bc3',
  pf_uyvy: 'uyvy',
  pf_v8u8: 'v8u8',
  pf_bc5: 'bc5',
  pf_normalmap_hq: 'bc5',
  pf_a1: 'a1',
}

/** The same by number, as packages say it that store enums as bytes; later numbers differ from build to build. */
const FORMATS_BY_NUMBER: readonly (PixelFormat | undefined)[] = [
  undefined,
  undefined,
  'bgra8',
  'l8',
  'g16',
  'bc1',
  'bc2',
  'bc3',
  'uyvy',
]

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47]

/**
 * *Textures of UE3 as PNG*: the largest level when the package has it, else the imported picture, else the largest level that the package has, with a note that larger
 * ones are in a texture file cache.
 */
export const texture2DExporter: Exporter = {
  classes: ['texture2d', 'shadowmaptexture2d', 'lightmaptexture2d'],
  takes: ({ object }) => object instanceof ue3.Texture2D,
  async export({ object }, context) {
    if (!(object instanceof ue3.Texture2D)) throw new MediaError('no-form', 'not a texture')
    const inline = object.mips.filter(({ data }) => data.place === 'inline' && data.payload.length > 0)
    const source =
      inline[0] !== undefined && inline[0] === object.mips[0] ? undefined : await sourceArt(object, context)
    if (source !== undefined && !context.mips) return [source]
    if (inline.length === 0) {
      if (source !== undefined) return [source]
      throw whyNoPixels(object)
    }
    const format = formatOf(object)
    const pkg = context.reader.package
    const target = pkg.context.bigEndian ? { console: consoleOf(pkg, object, format) } : undefined
    const files: MediaFile[] = []
    for (const mip of context.mips ? inline : inline.slice(0, 1))
      files.push(await pictureOf(object, mip, format, target, context))
    return source === undefined ? files : [source, ...files]
  },
}

/** The picture as imported, when it is there. */
async function sourceArt(texture: ue3.Texture2D, context: ExportContext): Promise<MediaFile | undefined> {
  const { sourceArt: art, properties } = texture
  if (art.place !== 'inline' || art.payload.length === 0) return undefined
  const bytes = await payloadOf(art, context)
  if (PNG_MAGIC.every((byte, i) => bytes[i] === byte))
    return { extension: 'png', bytes, note: 'the picture as imported' }
  const width = sizeOf(properties.get('OriginalSizeX') ?? properties.get('SizeX'))
  const height = sizeOf(properties.get('OriginalSizeY') ?? properties.get('SizeY'))
  if (width < 1 || height < 1 || bytes.length !== width * height * 4) return undefined
  const picture = decodePixels('bgra8', bytes, width, height)
  return { extension: 'png', bytes: encodePng(picture, context.deflate), note: 'the picture as imported' }
}

function sizeOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

async function pictureOf(
  texture: ue3.Texture2D,
  mip: ue3.Texture2DMip,
  format: PixelFormat,
  target: { readonly console: Console | undefined } | undefined,
  context: ExportContext,
): Promise<MediaFile> {
  const stored = await payloadOf(mip.data, context)
  const { width, height } = mip
  const data = target === undefined ? stored : fromConsole(target.console, format, stored, width, height)
  const level = texture.mips.indexOf(mip)
  const decoded = decodePixels(format, data, width, height)
  const picture = withoutEmptyAlpha(decoded)
  const notes = [...(context.mips ? [] : noteOf(texture, level)), ...(picture === decoded ? [] : [EMPTY_ALPHA])]
  return {
    extension: 'png',
    bytes: encodePng(picture, context.deflate),
    ...(context.mips && level > 0 ? { suffix: `.mip${level}` } : {}),
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
  }
}

/** That the picture is smaller than the texture, and where the larger levels are. */
function noteOf(texture: ue3.Texture2D, level: number): string[] {
  const full = texture.mips[0]
  const shown = texture.mips[level]
  if (level === 0 || full === undefined || shown === undefined) return []
  const outside = texture.mips.slice(0, level).some(({ data }) => data.place === 'separate-file')
  const where = outside ? `larger levels are in ${cacheOf(texture)}` : 'the larger levels hold nothing'
  return [`${shown.width} × ${shown.height} of ${full.width} × ${full.height} pixels: ${where}`]
}

function payloadOf(data: common.BulkData, { reader, codecs }: ExportContext): Promise<Uint8Array> {
  return readBulkData(data, { codecs, bigEndian: isBigEndian(reader.package) })
}

function isBigEndian({ context }: Package): boolean {
  return context.bigEndian
}

function formatOf(texture: ue3.Texture2D): PixelFormat {
  const value = texture.properties.get('Format')
  if (typeof value === 'number') {
    const format = FORMATS_BY_NUMBER[value]
    if (format !== undefined) return format
  }
  const name = value?.toString() ?? 'PF_Unknown'
  const format = FORMATS[name.toLowerCase()]
  if (format === undefined)
    throw new MediaError('unsupported', `its pixels have the format ${name}, which ukit does not know`)
  return format
}

function whyNoPixels(texture: ue3.Texture2D): MediaError {
  if (texture.mips.some(({ data }) => data.place === 'separate-file'))
    return new MediaError('elsewhere', `its pixels are in another file, ${cacheOf(texture)}`)
  return new MediaError('no-data', texture.mips.length === 0 ? 'it has no levels' : 'its levels hold no pixels')
}

/** The file that holds the levels which are not here. */
function cacheOf(texture: ue3.Texture2D): string {
  const name = texture.properties.get('TextureFileCacheName')?.toString()
  return name === undefined ? 'a texture file cache (.tfc)' : `the texture file cache ${name}.tfc`
}
