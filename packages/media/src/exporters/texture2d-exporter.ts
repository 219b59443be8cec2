import { encodePng } from '@ukit/codecs/images'
import { readBulkData } from '@ukit/core'
import { type common, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { cacheOf, fullSize, pictureOf } from '../picture/picture.js'
import { decodePixels } from '../picture/pixel-format.js'
import type { ExportContext, Exporter, MediaFile } from './exporter.js'
import { textureFiles } from './texture-files.js'

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47]

/**
 * *Textures of UE3 as pictures*: the largest level when the package or its texture file cache has it, else
 * the imported picture, else the largest level that the package has, with a note that larger ones are in a
 * texture file cache.
 */
export const texture2DExporter: Exporter = {
  classes: ['texture2d', 'shadowmaptexture2d', 'lightmaptexture2d'],
  isShared: true,
  takes: ({ object }) => object instanceof ue3.Texture2D,
  async export(read, context) {
    const { object } = read
    if (!(object instanceof ue3.Texture2D)) throw new MediaError('no-form', 'not a texture')
    let missing: unknown
    const texture = await pictureOf(context.reader, read, context).catch((error: unknown) => {
      missing = error
      return undefined
    })
    const hasLargest = texture?.mips[0]?.level === 0
    const source = hasLargest ? undefined : await sourceArt(object, context)
    if (source !== undefined && (texture === undefined || !context.mips)) return [source]
    if (texture === undefined) throw missing
    const files = await textureFiles(texture, context, (level) => (context.mips ? [] : noteOf(object, level)))
    return source === undefined ? files : [source, ...files]
  },
}

/** The picture as imported, if the package has it. */
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

/** Says that the picture is smaller than the texture, and where the larger levels are. */
function noteOf(texture: ue3.Texture2D, level: number): string[] {
  const largest = texture.mips[0]
  const shown = texture.mips[level]
  if (largest === undefined || shown === undefined) return []
  // Unpacked files list only the levels that they contain; the size of the largest level is a property.
  const full = fullSize(texture)
  const isListed = full.width === largest.width && full.height === largest.height
  if (full.width === shown.width && full.height === shown.height) return []
  const outside = texture.mips.slice(0, level).some(({ data }) => data.place === 'separate-file')
  const nothing = isListed ? 'the larger levels are empty' : 'the package lists no larger levels'
  const where = outside ? `larger levels are in ${cacheOf(texture)}` : nothing
  return [`${shown.width} × ${shown.height} of ${full.width} × ${full.height} pixels: ${where}`]
}

function payloadOf(data: common.BulkData, { reader, codecs }: ExportContext): Promise<Uint8Array> {
  return readBulkData(data, { codecs, bigEndian: reader.package.context.bigEndian })
}
