import { portableCodecs } from '@ukit/codecs'
import { encodePng, type Picture, toRgba } from '@ukit/codecs/images'
import { Feature, PackageFlag } from '@ukit/container'
import { readBulkData } from '@ukit/core'
import { type PackageEdit, type SettableValue, setProperties } from '@ukit/edit'
import { cacheOf, fullSize, type TextureLevel } from '@ukit/media/internal'
import { common, ue3 } from '@ukit/objects'
import { isBlockFormat, type PixelFormat, pixelFormatName, pixelFormatOf } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'
import type { Imported } from '../importer.js'
import { checkNewPath } from '../new-object.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import { refused } from '../refused.js'
import { checkShrinking } from './check-shrinking.js'
import type { OldPixels } from './keep-unchanged.js'
import { alphaIn } from './paletted-picture.js'
import { IMPORT_TEXTURE_DEFAULTS, type ImportTextureOptions, type TextureSource } from './texture-options.js'
import { type TexturePixels, texturePixels } from './texture-pixels.js'

/** The limit of Direct3D 9 hardware. */
const MOST_SIDE = 8192

/** The version since which textures store the size of their source (absent in 512, in all of 684). */
const ORIGINAL_SIZE_SINCE = 684

type Values = Record<string, SettableValue | undefined>

/** Imports a Texture2D of UE3; see `importTexture`. */
export async function importTexture2D(
  edit: PackageEdit,
  path: string,
  source: TextureSource,
  options: ImportTextureOptions,
): Promise<Imported> {
  const { context } = edit.package
  if (context.bigEndian)
    throw refused(path, 'textures of consoles are laid out in tiles, which can be read, but not written')
  const target = await importTarget(edit, path, 'Texture2D', [ue3.Texture2D])
  const texture = target.replaced === undefined ? undefined : target.object
  const kind = options.compressionSettings ?? nameIn(texture, 'CompressionSettings')
  const wanted = options.format ?? (options.compressionSettings === undefined ? formatOf(texture) : undefined)
  const notes: string[] = []
  const isWhole = hasPowersOfTwo(source, options)
  if (!isWhole) notes.push('its sides are not powers of two: it has no smaller levels')
  const old = texture === undefined ? undefined : await oldPixels(texture)
  const pixels = texturePixels(source, {
    path,
    format: wanted ?? formatFor(kind, texture),
    mips: isWhole && (options.mips ?? (texture === undefined ? IMPORT_TEXTURE_DEFAULTS.mips : hasMips(texture))),
    masked: options.masked,
    paletteAlpha: false,
    dither: false,
    resize: options.resize,
    powersOfTwo: false,
    fillPalette: false,
    mostSide: MOST_SIDE,
    opaque: 255,
    knownColors: undefined,
    old,
    leastBlock: BLOCK,
  })
  const name = pixelFormatName(pixels.format)
  if (name === undefined) throw refused(path, `textures of UE3 do not have the format ${pixels.format}`)
  if (isBlockFormat(pixels.format) && (pixels.width % BLOCK !== 0 || pixels.height % BLOCK !== 0) && !isWhole)
    throw refused(
      path,
      `expected sides that are multiples of 4, as ${name} needs them, found ${pixels.width} × ` +
        `${plural(pixels.height, 'pixel')}; ` +
        'resize the picture, or import it with the option resize',
    )
  // The picture is what was extracted: larger levels that are in another file stay there.
  const isSame =
    old !== undefined && old.levels.length > 0 && old.levels.every(({ data }, i) => data === pixels.levels[i]?.data)
  if (texture !== undefined && !isSame) {
    const full = fullSize(texture)
    const isOutside = texture.mips.some(({ data }) => data.place === 'separate-file')
    const where = isOutside ? `in ${cacheOf(texture)}` : 'in no file'
    checkShrinking(path, pixels, { full, available: old?.levels[0], where }, options)
  }
  if (texture !== undefined && !isSame) notes.push(...notesOf(texture, pixels))
  const isCooked = (edit.summary.flags & PackageFlag.Cooked) !== 0
  const art = isCooked || context.since(Feature.NoSourceArt) ? undefined : await sourceArtOf(source)
  if (target.replaced === undefined) checkNewPath(edit, path, target.className)
  const values: Values = {
    ...(isSame ? {} : sizeValues(pixels, texture, edit.package.version)),
    ...kindValues(options),
    ...(formatOf(texture) === pixels.format ? {} : { 'Format:byte(EPixelFormat)': name }),
    ...options.properties,
  }
  const made = await putObject(edit, target, RESOURCE_FLAGS, (object) => {
    if (!isSame) fill(object, pixels.levels, art)
    setProperties(edit, target.replaced ?? { className: 'Texture2D' }, object.properties, ordered(values))
  })
  return { path: made.path, className: made.className, objects: [made.path], notes: [...notes, ...pixels.notes] }
}

/** Side of a block in pixels, the minimum side of a level. */
const BLOCK = 4

function formatOf(texture: ue3.Texture2D | undefined): PixelFormat | undefined {
  return texture === undefined ? undefined : pixelFormatOf(3, texture.properties.get('Format'))
}

function nameIn(texture: ue3.Texture2D | undefined, property: string): string | undefined {
  return texture?.properties.get(property)?.toString()
}

function hasMips({ mips }: ue3.Texture2D): boolean {
  return mips.length > 1
}

function hasPowersOfTwo(source: TextureSource, { resize }: ImportTextureOptions): boolean {
  if (typeof resize === 'string') return true
  const { width, height } = resize ?? source
  return (width & (width - 1)) === 0 && (height & (height - 1)) === 0
}

/** The format that the editor uses for a kind of content. */
function formatFor(kind: string | undefined, texture: ue3.Texture2D | undefined): (picture: Picture) => PixelFormat {
  const known = KINDS[(kind ?? '').toLowerCase()]
  const isPlain = texture?.properties.get('CompressionNone') === true
  return (picture) => {
    if (known !== undefined) return known
    if (isPlain) return 'bgra8'
    if (picture.format === 'gray16') return 'g16'
    const { hasHoles, isSoft } = alphaIn(toRgba(picture))
    return hasHoles || isSoft ? 'bc3' : 'bc1'
  }
}

/** As in the available packages; normals in DXT1 and DXT5 store X and Y in red and green. */
const KINDS: Readonly<Record<string, PixelFormat>> = {
  tc_normalmap: 'bc1',
  tc_normalmapalpha: 'bc3',
  tc_normalmapuncompressed: 'v8u8',
  tc_normalmapbc5: 'bc5',
  tc_normalmaphq: 'bc5',
  tc_grayscale: 'l8',
  tc_displacementmap: 'l8',
}

/** The levels that are in the package. */
async function oldPixels(texture: ue3.Texture2D): Promise<OldPixels | undefined> {
  const format = formatOf(texture)
  if (format === undefined) return undefined
  const levels: TextureLevel[] = []
  for (const { data, width, height } of texture.mips) {
    if (data.place === 'inline' && data.payload.length > 0)
      levels.push({ width, height, data: await readBulkData(data) })
  }
  return { format, levels }
}

function notesOf(texture: ue3.Texture2D, { width, height }: TexturePixels): string[] {
  const notes: string[] = []
  const [oldWidth, oldHeight] = [texture.properties.get('SizeX'), texture.properties.get('SizeY')]
  if (oldWidth !== width || oldHeight !== height)
    notes.push(`it was ${String(oldWidth)} × ${String(oldHeight)} pixels, and is ${width} × ${height} now`)
  const cache = nameIn(texture, 'TextureFileCacheName')
  if (texture.mips.some(({ data }) => data.place === 'separate-file'))
    notes.push(
      `its levels were in ${cache === undefined ? 'a texture file cache' : `${cache}.tfc`}, and are in the package now`,
    )
  if (texture.mips.some(({ data }) => data.place === 'inline' && data.compression !== undefined))
    notes.push('its levels were compressed in the package, and are not now')
  return notes
}

/** All levels are in the package, so the properties that locate levels elsewhere are removed. */
function sizeValues(
  { width, height, levels }: TexturePixels,
  before: ue3.Texture2D | undefined,
  version: number,
): Values {
  const has = (name: string) => before?.properties.get(name) !== undefined
  const original = before === undefined ? version >= ORIGINAL_SIZE_SINCE : has('OriginalSizeX') || has('OriginalSizeY')
  return {
    'SizeX:int': width,
    'SizeY:int': height,
    ...(original ? { 'OriginalSizeX:int': width, 'OriginalSizeY:int': height } : {}),
    ...(has('TextureFileCacheName') ? { 'TextureFileCacheName:name': undefined } : {}),
    ...(has('TFCFileGuid') ? { 'TFCFileGuid:struct(Guid)': undefined } : {}),
    ...(has('FirstResourceMemMip') ? { 'FirstResourceMemMip:int': undefined } : {}),
    'MipTailBaseIdx:int': levels.length - 1 || undefined,
  }
}

/**
 * Normals, and everything else that is not a colour, are not sRGB; the three components of a normal start at
 * −1.
 */
function kindValues({ clampU, clampV, srgb: wanted, compressionSettings: kind }: ImportTextureOptions): Values {
  const isNormal = kind !== undefined && /normalmap/i.test(kind)
  const isNumbers = isNormal || (kind !== undefined && /grayscale|displacement/i.test(kind))
  const srgb = wanted ?? (isNumbers ? false : undefined)
  const address = (clamps: boolean) => (clamps ? 'TA_Clamp' : undefined)
  return {
    ...(clampU === undefined ? {} : { 'AddressX:byte(TextureAddress)': address(clampU) }),
    ...(clampV === undefined ? {} : { 'AddressY:byte(TextureAddress)': address(clampV) }),
    ...(srgb === undefined ? {} : { 'SRGB:bool': srgb ? undefined : false }),
    ...(isNormal ? { 'UnpackMin:float': -1, 'UnpackMin[1]:float': -1, 'UnpackMin[2]:float': -1 } : {}),
    ...(kind === undefined
      ? {}
      : { 'CompressionSettings:byte(TextureCompressionSettings)': kind === 'TC_Default' ? undefined : kind }),
  }
}

/** Format follows the sizes, as in real files. */
function ordered(values: Values): Values {
  const format = Object.entries(values).filter(([name]) => name.startsWith('Format:'))
  const isSize = (name: string) => /^(?:Original)?Size/.test(name)
  const rest = Object.entries(values).filter(([name]) => !name.startsWith('Format:'))
  return Object.fromEntries([
    ...rest.filter(([name]) => isSize(name)),
    ...format,
    ...rest.filter(([name]) => !isSize(name)),
  ])
}

/** The picture in the form that the editor keeps in order to compress it again. */
async function sourceArtOf(source: TextureSource): Promise<Uint8Array | undefined> {
  if ('faces' in source) return undefined
  const zlib = await portableCodecs.zlib()
  return encodePng(source, (bytes) => zlib.compress?.(bytes, 1) ?? bytes)
}

/** Data of the older picture, or for other devices, are removed. */
function fill(texture: ue3.Texture2D, levels: readonly TextureLevel[], art: Uint8Array | undefined): void {
  // A bit of later builds that is unrelated to where a payload is.
  const kept = (texture.mips[0]?.data.flags ?? 0) & LATER_FLAG
  texture.mips = levels.map(({ data, width, height }) =>
    Object.assign(new ue3.Texture2DMip(), { data: bulk(data, kept), width, height }),
  )
  const hadArt = texture.sourceArt.payload.length > 0
  if (art !== undefined || hadArt) texture.sourceArt = bulk(art ?? new Uint8Array(0), 0)
  texture.cachedPvrtcMips = []
  texture.cachedAtitcMips = []
  texture.cachedEtcMips = []
  texture.cachedFlashMips = new common.BulkData()
  texture.cachedFlashMipsMaxResolution = 0
  if (texture.hasSystemMemoryData !== 0) texture.systemMemoryData = levels[0]?.data ?? texture.systemMemoryData
}

const LATER_FLAG = 0x1_0000

function bulk(payload: Uint8Array, flags: number): common.BulkData {
  return Object.assign(new common.BulkData(), {
    flags,
    count: payload.length,
    sizeOnDisk: payload.length,
    payload,
  })
}
