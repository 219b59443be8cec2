import { type CodecSet, portableCodecs } from '@ukit/codecs'
import { type Picture, toRgba } from '@ukit/codecs/images'
import { Version } from '@ukit/container'
import { ExportObject, type ObjectReader, type Package, type ReadObject, readBulkData } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import { common, type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { type PixelFormat, pixelFormatOf } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { consoleOf, fromConsole } from './console.js'
import { isCubemap } from './cubemap.js'
import { CUT_LIGHT, isFloatFormat } from './float-pixels.js'
import { isFontPage, isGradedAlpha } from './font-pages.js'
import { decodePixels, type PaletteColors, pixelsOf, withoutEmptyAlpha } from './pixel-format.js'

/** *One level of a texture whose pixels are in the package.* */
export interface PictureLevel {
  /** Its number in the texture, 0 for the largest. */
  readonly level: number
  /** In pixels. */
  readonly width: number
  /** In pixels. */
  readonly height: number
}

/**
 * *A texture as a picture*, of any engine and in any pixel format.
 *
 * It is live: its methods read from the package. For another thread take what they give, which is plain data.
 */
export interface TexturePicture {
  /** Size in pixels of the largest level whose pixels are in the package. */
  readonly width: number
  readonly height: number
  /** Size in pixels of the whole texture, which is larger if its larger levels are not available. */
  readonly full: { readonly width: number; readonly height: number }
  /** How the pixels are stored. */
  readonly format: PixelFormat
  /**
   * The levels whose pixels are in the package, largest first; in UE3 larger ones may be in a texture file
   * cache.
   */
  readonly mips: readonly PictureLevel[]
  /** Forms in which the texture has its pixels, the better one first; only textures of UE1 have two. */
  readonly forms: readonly TextureForm[]
  /** What anyone who looks at it should know, such as a format that is only guessed. */
  readonly note: string | undefined
  /**
   * Pixels of one of `mips`, decoded: 4 bytes each, red, green, blue, alpha (not premultiplied), row by row
   * from the top left.
   *
   * @throws {MediaError} `broken` when there are fewer bytes than the pixels need or fewer colours in the
   *   palette than they use, `elsewhere` for a palette that is not available, `unsupported` for a console
   *   whose order is not known.
   */
  pixels(mip?: number): Promise<Uint8Array>
  /**
   * Bytes of one of `mips` as they are stored, in the order of a PC, exactly as many as its size needs: what
   * a DDS file contains.
   *
   * @throws {MediaError} as `pixels` does.
   */
  bytes(mip?: number): Promise<Uint8Array>
  /** The same in the form that keeps most of what is stored: a palette stays a palette, grey stays grey. */
  picture(mip?: number): Promise<Picture>
}

/** The two forms of a texture's pixels: its own, with a palette, and the compressed one beside it (UE1). */
export type TextureForm = 'own' | 'compressed'

/** Options for making pictures. */
export interface PictureOptions {
  /** The form that is read, of two; the better one by default, and if there is only one. */
  readonly form?: TextureForm | undefined
  /** Codecs that decompress payloads of UE3; the portable ones by default. */
  readonly codecs?: CodecSet | undefined
  /**
   * Opens a file beside the packages, such as `Textures.tfc`, for levels that are in it; see `ExportContext`.
   */
  readonly openFile?: ((name: string) => Promise<ByteSource | undefined>) | undefined
}

/**
 * *Any texture as a picture*: UE1, UE2 and UE3, palettes from other packages included.
 *
 * ```ts
 * for await (const read of reader.objects('Texture')) {
 *   const { width, height, format } = await pictureOf(reader, read)
 * }
 * ```
 *
 * @throws {MediaError} `no-form` when the object is not a texture, `no-data` when it has no pixels (the game
 *   paints it, or it is a cube map), `elsewhere` when the pixels are in another file, `broken` when it does
 *   not decode, `unsupported` for a format that ukit does not know.
 */
export async function pictureOf(
  reader: ObjectReader,
  object: ExportObject | ReadObject,
  options: PictureOptions = {},
): Promise<TexturePicture> {
  const read = object instanceof ExportObject ? await reader.read(object) : object
  if (read.object instanceof ue3.Texture2D) return picture2D(reader, read.object, options)
  if (isTexture(read.object)) return paletted(reader, read, read.object, options.form)
  if (read.error !== undefined) throw new MediaError('broken', read.error.message)
  throw new MediaError('no-form', `${read.export.className} is not a texture that ukit can draw`)
}

/** A texture of UE1 or UE2; fonts of the earliest packages are textures themselves. */
export type AnyTexture = ue1.Texture | ue2.Texture | ue1.Font

/** Whether an object is a texture of UE1 or UE2. */
export function isTexture(object: UnrealObject): object is AnyTexture {
  return (
    object instanceof ue1.Texture || object instanceof ue2.Texture || (object instanceof ue1.Font && object.isTexture)
  )
}

/** Whether `pictureOf` takes an object. */
export function isPicture(object: UnrealObject): boolean {
  return object instanceof ue3.Texture2D || isTexture(object)
}

function paletted(reader: ObjectReader, read: ReadObject, texture: AnyTexture, form?: TextureForm): TexturePicture {
  const forms = formsOf(texture)
  const chosen = form !== undefined && forms.includes(form) ? form : (forms[0] ?? 'own')
  const [property, mips] =
    chosen === 'compressed' ? (['CompFormat', compressedOf(texture)] as const) : (['Format', texture.mips] as const)
  const levels = mips.flatMap(({ data, width, height }, level) =>
    data.length > 0 ? [{ level, width, height, data }] : [],
  )
  if (levels.length === 0) throw whyNoLevels(reader, read, texture)
  if (isCubemap(reader, read.export)) throw new MediaError('no-data', 'a cube map: its faces are textures of their own')
  const [format, note] = formatOf(texture.properties.get(property), reader.package)
  return pictureFrom(format, levels, note, async ({ data }) => data, {
    full: { width: mips[0]?.width ?? 0, height: mips[0]?.height ?? 0 },
    palette: () => paletteOf(reader, texture, read.export),
    forms,
  })
}

/**
 * The size of a texture of UE3: that of its largest level, with or without pixels, or that of its properties,
 * as some files list only the levels that they contain.
 */
export function fullSize({ mips: [largest], properties }: ue3.Texture2D): {
  readonly width: number
  readonly height: number
} {
  const [width, height] = [properties.get('SizeX'), properties.get('SizeY')]
  const listed = { width: largest?.width ?? 0, height: largest?.height ?? 0 }
  if (typeof width !== 'number' || typeof height !== 'number') return listed
  return width <= listed.width || height <= listed.height ? listed : { width, height }
}

/**
 * Classes whose textures the engine paints while the game runs, by name: superclasses are unknown if their
 * package is missing.
 */
const PAINTED = /^(?:fractal|fire|water|wave|wet|ice|scripted|scrollingmessage)texture$/i

/** Why a texture of UE1 or UE2 has no level with pixels. */
function whyNoLevels(
  reader: ObjectReader,
  { export: exported, rest }: ReadObject,
  { properties }: AnyTexture,
): MediaError {
  if (rest.length > 0)
    return new MediaError(
      'broken',
      `expected levels with pixels, found none, and ${plural(rest.length, 'byte')} after them`,
    )
  const isPainted = reader.ancestryOf(exported.class).some((name) => PAINTED.test(name))
  if (isPainted) return new MediaError('no-data', 'it has no pixels: the game paints it at run time')
  const [width, height] = [properties.get('USize'), properties.get('VSize')]
  if (typeof width !== 'number' || typeof height !== 'number' || width * height < 1)
    return new MediaError('no-data', 'it has no pixels, and no size')
  const { name } = reader.package
  return new MediaError(
    'elsewhere',
    `its ${width} × ${height} pixels were stripped, as from the packages of dedicated servers: ` +
      `the game's own ${name} has them`,
  )
}

/**
 * The forms that a texture has, the better one first (UE1): the compressed levels show the same picture,
 * often
 * larger and in full colour.
 */
function formsOf(texture: AnyTexture): readonly TextureForm[] {
  const compressed = compressedOf(texture)
  const has = (mips: readonly ue1.Mip[]) => mips.some(({ data }) => data.length > 0)
  if (!has(compressed)) return ['own']
  const isLarger = (compressed[0]?.width ?? 0) > (texture.mips[0]?.width ?? 0)
  if (isLarger) return has(texture.mips) ? ['compressed', 'own'] : ['compressed']
  return ['own', 'compressed']
}

function compressedOf(texture: AnyTexture): readonly ue1.Mip[] {
  return texture instanceof ue1.Texture ? texture.compressedMips : []
}

function formatOf(value: unknown, { context, game }: Package): [format: PixelFormat, note?: string] {
  if (typeof value === 'number' && game.greyFormats?.includes(value) === true)
    return ['l8', `its format ${value} is not known; shown as shades of grey`]
  const format = pixelFormatOf(context.engine, value)
  if (format === undefined)
    throw new MediaError('unsupported', `its pixels have the format ${value}, which ukit does not know`)
  return [format]
}

async function paletteOf(
  reader: ObjectReader,
  { properties, mips }: AnyTexture,
  texture: ExportObject,
): Promise<PaletteColors | undefined> {
  const reference = properties.get('Palette')
  const found = await reader.follow(reference)
  if (found === undefined) {
    if (reference === undefined || reference === null) return undefined
    throw new MediaError('elsewhere', `the palette that its pixels index is in another package: ${pathOf(reference)}`)
  }
  const holder = found.package === reader.package ? reader : await reader.forPackage(found.package)
  const palette = (await holder.read(found)).object
  if (!(palette instanceof ue1.Palette)) return undefined
  const { colors } = palette
  const isGraded = reader.package.context.engine === 2 && isGradedAlpha(colors, mips[0]?.data ?? NO_PIXELS)
  return {
    colors,
    masked: properties.get('bMasked') === true,
    hasAlpha:
      holder.package.context.since(Version.PaletteAlpha) &&
      // The engine blends what it draws of a font in any case.
      (properties.get('bAlphaTexture') === true || (isGraded && (await isFontPage(reader, texture)))),
  }
}

const NO_PIXELS = new Uint8Array(0)

function pathOf(reference: unknown): string {
  return typeof reference === 'object' && reference !== null && 'path' in reference ? String(reference.path) : '?'
}

async function picture2D(
  reader: ObjectReader,
  texture: ue3.Texture2D,
  { codecs = portableCodecs, openFile }: PictureOptions,
): Promise<TexturePicture> {
  const isOutside = texture.mips.some(({ data }) => data.place === 'separate-file')
  const cacheName = texture.properties.get('TextureFileCacheName')?.toString()
  const cache = isOutside && cacheName !== undefined ? await openFile?.(`${cacheName}.tfc`) : undefined
  const levels = texture.mips.flatMap(({ data, width, height }, level) => {
    const isHere =
      data.place === 'inline' ? data.payload.length > 0 : data.place === 'separate-file' && cache !== undefined
    return isHere ? [{ level, width, height, data }] : []
  })
  if (levels.length === 0) throw whyNoPixels(texture)
  const value = texture.properties.get('Format')
  const format = pixelFormatOf(3, value)
  if (format === undefined) {
    const name = value?.toString() ?? 'PF_Unknown'
    throw new MediaError('unsupported', `its pixels have the format ${name}, which ukit does not know`)
  }
  const { bigEndian } = reader.package.context
  const console = bigEndian ? consoleOf(reader.package, texture, format) : undefined
  return pictureFrom(
    format,
    levels,
    undefined,
    async ({ data, width, height }) => {
      const held =
        cache !== undefined && data.place === 'separate-file' ? await fromCache(data, cache, `${cacheName}.tfc`) : data
      const stored = await readBulkData(held, { codecs, bigEndian })
      return bigEndian ? fromConsole(console, format, stored, width, height) : stored
    },
    { full: fullSize(texture) },
  )
}

/**
 * A block whose payload is in a texture file cache, as if it were in the package.
 *
 * @throws {MediaError} `broken` when the cache is too short, because it is from another version of the game.
 */
async function fromCache(data: common.BulkData, cache: ByteSource, name: string): Promise<common.BulkData> {
  const { externalOffset: start, sizeOnDisk: size, count, flags } = data
  if (start < 0 || size < 0 || start + size > cache.byteLength)
    throw new MediaError(
      'broken',
      `expected ${plural(size, 'byte')} at ${start} of ${name}, found a file of ${cache.byteLength}: not the ` +
        `package's own?`,
    )
  const payload = await cache.slice(start, start + size)
  return Object.assign(new common.BulkData(), {
    flags: flags & ~common.BulkFlag.SeparateFile,
    count,
    sizeOnDisk: size,
    payload,
  })
}

/** Why a texture of UE3 has no level in its package. */
function whyNoPixels(texture: ue3.Texture2D): MediaError {
  if (texture.mips.some(({ data }: { data: common.BulkData }) => data.place === 'separate-file'))
    return new MediaError('elsewhere', `its pixels are in another file, ${cacheOf(texture)}`)
  return new MediaError('no-data', texture.mips.length === 0 ? 'it has no levels' : 'its levels contain no pixels')
}

/** The file that contains the levels that are not in the package. */
export function cacheOf(texture: ue3.Texture2D): string {
  const name = texture.properties.get('TextureFileCacheName')?.toString()
  return name === undefined ? 'a texture file cache (.tfc)' : `the texture file cache ${name}.tfc`
}

function pictureFrom<T extends PictureLevel>(
  format: PixelFormat,
  mips: readonly T[],
  note: string | undefined,
  load: (mip: T) => Promise<Uint8Array>,
  {
    full,
    palette,
    forms = ['own'],
  }: {
    readonly full: { readonly width: number; readonly height: number }
    readonly forms?: readonly TextureForm[]
    readonly palette?: () => Promise<PaletteColors | undefined>
  },
): TexturePicture {
  const { width = 0, height = 0 } = mips[0] ?? {}
  const levelOf = (index: number): T => {
    const mip = mips[index]
    if (mip === undefined)
      throw new RangeError(`expected one of ${plural(mips.length, 'level')}, found number ${index}`)
    return mip
  }
  const picture = async (index = 0) => {
    const mip = levelOf(index)
    const colors = format === 'p8' ? await palette?.() : undefined
    return decodePixels(format, await load(mip), mip.width, mip.height, colors)
  }
  return {
    width,
    height,
    full,
    format,
    mips: mips.map(({ level, width: across, height: down }) => ({ level, width: across, height: down })),
    forms,
    note: note ?? (isFloatFormat(format) ? CUT_LIGHT : undefined),
    picture,
    bytes: async (index = 0) => {
      const mip = levelOf(index)
      return pixelsOf(format, await load(mip), mip.width, mip.height)
    },
    pixels: async (index) => toRgba(withoutEmptyAlpha(await picture(index))),
  }
}
