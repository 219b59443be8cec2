import { encodePng } from '@ukit/codecs/images'
import { ExportObject, type PropertyValue, type ReadObject, type UnrealObject } from '@ukit/core'
import { ue1, ue2 } from '@ukit/core/objects'
import { type ExportContext, type Exporter, MediaError, type MediaFile } from './exporter.js'
import { decodePixels, type PaletteColors, type PixelFormat } from './pixel-format.js'

/** Property Format of UE1 (6 and 7 are of the patch 469). */
const UE1_FORMATS: readonly (PixelFormat | undefined)[] = [
  'p8',
  'bgra7',
  'rgb565',
  'bc1',
  'rgb8',
  'bgra8',
  'bc2',
  'bc3',
]

/** Property Format of UE2. 6 means no data. */
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

/** Before this version the alpha of palette colours is left-over memory, and the engine takes 255. */
const PALETTE_ALPHA_SINCE = 66

/** *Textures of UE1 and UE2 as PNG*: palettes stay palettes, compressed ones are decoded, `--mips` gives every level. */
export const textureExporter: Exporter = {
  takes: ({ object }) => isTexture(object),
  async export(read, context) {
    const { object } = read
    if (!isTexture(object)) throw new MediaError('not a texture')
    const { engine } = context.reader.package.context
    const [format, mips] = largestForm(object, engine)
    const withData = mips.filter((mip) => mip.data.length > 0)
    if (withData.length === 0) throw new MediaError('it has no pixels: the game paints it while it runs')
    const palette = format === 'p8' ? await paletteOf(read, context) : undefined
    const chosen = context.mips ? withData : withData.slice(0, 1)
    return chosen.map((mip, i): MediaFile => {
      const picture = decodePixels(format, mip.data, mip.width, mip.height, palette)
      return {
        extension: 'png',
        bytes: encodePng(picture, context.deflate),
        ...(i === 0 ? {} : { suffix: `.mip${mips.indexOf(mip)}` }),
      }
    })
  },
}

type AnyTexture = ue1.Texture | ue2.Texture

function isTexture(object: UnrealObject): object is AnyTexture {
  return object instanceof ue1.Texture || object instanceof ue2.Texture
}

/** The better of a texture's two forms (UE1): the compressed levels are of the same picture, often larger and in full colour. */
function largestForm(texture: AnyTexture, engine: number): [PixelFormat, readonly ue1.Mip[]] {
  const compressed = texture instanceof ue1.Texture ? texture.compressedMips : []
  const isLarger = (compressed[0]?.width ?? 0) > (texture.mips[0]?.width ?? 0)
  return isLarger
    ? [formatOf(texture, 'CompFormat', engine), compressed]
    : [formatOf(texture, 'Format', engine), texture.mips]
}

function formatOf(texture: AnyTexture, property: string, engine: number): PixelFormat {
  const number = numberOf(texture.properties.get(property))
  const format = (engine === 1 ? UE1_FORMATS : UE2_FORMATS)[number]
  if (format === undefined) throw new MediaError(`its pixels have the format ${number}, which ukit does not know`)
  return format
}

async function paletteOf({ object }: ReadObject, { reader }: ExportContext): Promise<PaletteColors | undefined> {
  const reference = object.properties.get('Palette')
  if (!(reference instanceof ExportObject)) return undefined
  const palette = (await reader.read(reference)).object
  if (!(palette instanceof ue1.Palette)) return undefined
  const { version } = reader.package
  return {
    colors: palette.colors,
    masked: object.properties.get('bMasked') === true,
    hasAlpha: version >= PALETTE_ALPHA_SINCE && object.properties.get('bAlphaTexture') === true,
  }
}

function numberOf(value: PropertyValue | undefined): number {
  return typeof value === 'number' ? value : 0
}
