import { encodePng } from '@ukit/codecs/images'
import { readBulkData } from '@ukit/core'
import { type common, ue3 } from '@ukit/core/objects'
import { type ExportContext, type Exporter, MediaError, type MediaFile } from './exporter.js'
import { decodePixels, type PixelFormat } from './pixel-format.js'

/** Property Format of UE3, by the names of its enum. */
const FORMATS: Readonly<Record<string, PixelFormat>> = {
  pf_a8r8g8b8: 'bgra8',
  pf_g8: 'l8',
  pf_g16: 'g16',
  pf_dxt1: 'bc1',
  pf_dxt3: 'bc2',
  pf_dxt5: 'bc3',
  pf_v8u8: 'v8u8',
  pf_bc5: 'bc5',
  pf_normalmap_hq: 'bc5',
  pf_a1: 'a1',
}

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47]

/** *Textures of UE3 as PNG*: the largest level that is in the package, or the imported picture where no level is. */
export const texture2DExporter: Exporter = {
  takes: ({ object }) => object instanceof ue3.Texture2D,
  async export({ object }, context) {
    if (!(object instanceof ue3.Texture2D)) throw new MediaError('not a texture')
    const source = object.sourceArt
    const inline = object.mips.filter((mip) => mip.data.place === 'inline' && mip.data.payload.length > 0)
    if (inline.length === 0) {
      if (startsWith(source.payload, PNG_MAGIC)) return [{ extension: 'png', bytes: source.payload }]
      throw new MediaError(whyNoPixels(object))
    }
    if (context.reader.package.context.bigEndian)
      throw new MediaError('its pixels are in a console’s own order, which ukit does not undo yet')
    const format = formatOf(object)
    const chosen = context.mips ? inline : inline.slice(0, 1)
    const files: MediaFile[] = []
    for (const mip of chosen) files.push(await pictureOf(object, mip, format, context))
    return files
  },
}

async function pictureOf(
  texture: ue3.Texture2D,
  mip: ue3.Texture2DMip,
  format: PixelFormat,
  context: ExportContext,
): Promise<MediaFile> {
  const data = await payloadOf(mip.data, context)
  const level = texture.mips.indexOf(mip)
  const picture = decodePixels(format, data, mip.width, mip.height)
  return {
    extension: 'png',
    bytes: encodePng(picture, context.deflate),
    ...(level === 0 ? {} : { suffix: `.mip${level}` }),
  }
}

function payloadOf(data: common.BulkData, { reader, codecs }: ExportContext): Promise<Uint8Array> {
  return readBulkData(data, { codecs, bigEndian: reader.package.context.bigEndian })
}

function formatOf(texture: ue3.Texture2D): PixelFormat {
  const name = texture.properties.get('Format')?.toString() ?? 'none'
  const format = FORMATS[name.toLowerCase()]
  if (format === undefined) throw new MediaError(`its pixels have the format ${name}, which ukit does not know`)
  return format
}

function whyNoPixels(texture: ue3.Texture2D): string {
  const outside = texture.mips.some((mip) => mip.data.place === 'separate-file')
  const cache = texture.properties.get('TextureFileCacheName')?.toString()
  if (outside)
    return `its pixels are in another file, the texture cache ${cache ?? 'of its game'}.tfc, which is not at hand`
  return texture.mips.length === 0 ? 'it has no levels' : 'its levels hold no pixels'
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}
