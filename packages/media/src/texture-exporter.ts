import { encodePng } from '@ukit/codecs/images'
import { ExportObject, ImportObject, type ReadObject } from '@ukit/core'
import type { PropertyValue, UnrealObject } from '@ukit/objects'
import { ue1, ue2 } from '@ukit/objects'
import { type ExportContext, type Exporter, MediaError, type MediaFile } from './exporter.js'
import { decodePixels, EMPTY_ALPHA, type PaletteColors, type PixelFormat, withoutEmptyAlpha } from './pixel-format.js'

/** Property Format of UE1, which is also that of `compressedMips`, CompFormat. From 6 on they are the patch 469's. */
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
  undefined,
  'bc5',
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

/** Duke Nukem Forever: a byte a pixel. What it means is not known; grey shows at least the shapes. */
const DUKE_FORMAT = 21

/** Before this version the alpha of palette colours is left-over memory, and the engine takes 255. */
const PALETTE_ALPHA_SINCE = 66

/** *Textures of UE1 and UE2 as PNG*: palettes stay palettes, compressed ones are decoded, `--mips` gives every level. */
export const textureExporter: Exporter = {
  classes: ['texture'],
  takes: ({ object }) => isTexture(object),
  async export(read, context) {
    const { object } = read
    if (!isTexture(object)) throw new MediaError('no-form', 'not a texture')
    const { engine } = context.reader.package.context
    const [property, mips] = betterForm(object)
    const withData = mips.filter((mip) => mip.data.length > 0)
    if (withData.length === 0) throw new MediaError('no-data', 'it has no pixels: the game paints it while it runs')
    if (isCubemap(read, context)) throw new MediaError('no-data', 'a cube map: its faces are textures of their own')
    const [format, note] = formatOf(object, property, engine)
    const palette = format === 'p8' ? await paletteOf(read, context) : undefined
    const chosen = context.mips ? withData : withData.slice(0, 1)
    return chosen.map((mip): MediaFile => {
      const level = mips.indexOf(mip)
      const decoded = decodePixels(format, mip.data, mip.width, mip.height, palette)
      const picture = withoutEmptyAlpha(decoded)
      const told = note ?? (picture === decoded ? undefined : EMPTY_ALPHA)
      return {
        extension: 'png',
        bytes: encodePng(picture, context.deflate),
        ...(context.mips && level > 0 ? { suffix: `.mip${level}` } : {}),
        ...(told === undefined ? {} : { note: told }),
      }
    })
  },
}

/** Fonts of the first packages are textures themselves. */
type AnyTexture = ue1.Texture | ue2.Texture | ue1.Font

function isTexture(object: UnrealObject): object is AnyTexture {
  return (
    object instanceof ue1.Texture || object instanceof ue2.Texture || (object instanceof ue1.Font && object.isTexture)
  )
}

/** UE2's own level is a dummy of one pixel. */
function isCubemap({ export: exported }: ReadObject, { reader }: ExportContext): boolean {
  return reader.ancestryOf(exported.class).some((name) => name.toLowerCase() === 'cubemap')
}

/**
 * The better of a texture's two forms (UE1), with the property that names its format: the compressed levels are of the same picture, often larger and in full colour.
 */
function betterForm(texture: AnyTexture): ['Format' | 'CompFormat', readonly ue1.Mip[]] {
  const compressed = texture instanceof ue1.Texture ? texture.compressedMips : []
  const isLarger = (compressed[0]?.width ?? 0) > (texture.mips[0]?.width ?? 0)
  return isLarger ? ['CompFormat', compressed] : ['Format', texture.mips]
}

function formatOf(texture: AnyTexture, property: string, engine: number): [format: PixelFormat, note?: string] {
  const number = numberOf(texture.properties.get(property))
  if (engine === 2 && number === DUKE_FORMAT)
    return ['l8', `its format ${number} is not known; shown as shades of grey`]
  const format = (engine === 1 ? UE1_FORMATS : UE2_FORMATS)[number]
  if (format === undefined)
    throw new MediaError('unsupported', `its pixels have the format ${number}, which ukit does not know`)
  return [format]
}

async function paletteOf({ object }: ReadObject, { reader }: ExportContext): Promise<PaletteColors | undefined> {
  const reference = object.properties.get('Palette')
  if (reference instanceof ImportObject)
    throw new MediaError('elsewhere', `the palette that its pixels index is in another package: ${reference.path}`)
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
