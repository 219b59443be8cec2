import { encodeBlocks, type Picture, toRgba } from '@ukit/codecs/images'
import { Feature } from '@ukit/container'
import { EditExport, type PackageEdit, type SettableValue, setProperties } from '@ukit/edit'
import { decodePixels } from '@ukit/media'
import { fontTextures, isGradedAlpha, isWrittenFormat, type TextureLevel } from '@ukit/media/internal'
import { ue1, ue2 } from '@ukit/objects'
import { isBlockFormat, type PixelFormat, pixelFormatNumber, pixelFormatOf } from '@ukit/objects/common'
import type { Imported } from '../importer.js'
import { checkNewPath, groupOf } from '../new-object.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import { refused } from '../refused.js'
import { checkShrinking } from './check-shrinking.js'
import type { OldPixels } from './keep-unchanged.js'
import { opaqueAlpha, Palettes } from './palettes.js'
import { MASKED_FLAG, surfaceProperties } from './surface-flags.js'
import { IMPORT_TEXTURE_DEFAULTS, type ImportTextureOptions, type TextureSource } from './texture-options.js'
import { type TexturePixels, texturePixels } from './texture-pixels.js'

/** Larger than any game draws. */
const MOST_SIDE = 8192

type Texture = ue1.Texture | ue2.Texture
type Values = Record<string, SettableValue | undefined>

/** Imports a texture of UE1 or UE2; see `importTexture`. */
export async function importClassicTexture(
  edit: PackageEdit,
  engine: 1 | 2,
  path: string,
  source: TextureSource,
  options: ImportTextureOptions,
): Promise<Imported> {
  return (await planClassicTexture(edit, engine, path, source, options))()
}

/**
 * *Plans the import of a texture of UE1 or UE2 without changing the document*. Every reason to refuse a
 * picture is found here.
 *
 * @returns a function that imports it; `next` is the next texture of a chain, which may have been made in the
 *   meantime.
 */
export async function planClassicTexture(
  edit: PackageEdit,
  engine: 1 | 2,
  path: string,
  source: TextureSource,
  options: ImportTextureOptions,
): Promise<(next?: EditExport) => Promise<Imported>> {
  const target = await importTarget<Texture>(edit, path, 'Texture', [ue1.Texture, ue2.Texture])
  const texture = target.replaced === undefined ? undefined : target.object
  if (texture !== undefined) checkPixels(texture, path)
  const before = texture?.properties
  const oldPalette = before?.get('Palette')
  // A texture of UE1 may have compressed levels alone, which then are its levels.
  const compressedFormat = options.format === undefined ? onlyCompressed(texture) : undefined
  const ownFormat = texture === undefined ? undefined : formatOf(engine, texture)
  const pixels = texturePixels(source, {
    path,
    format: options.format ?? compressedFormat ?? ownFormat ?? defaultFormat(engine),
    mips: options.mips ?? (texture === undefined ? IMPORT_TEXTURE_DEFAULTS.mips : levelsOf(texture).length > 1),
    masked: isMasked(options, before?.get('bMasked') === true),
    paletteAlpha:
      options.alpha ?? (before?.get('bAlphaTexture') === true || (await isGradedPage(edit, target.replaced, texture))),
    dither: options.dither ?? IMPORT_TEXTURE_DEFAULTS.dither,
    resize: options.resize,
    powersOfTwo: true,
    fillPalette: options.fillPalette ?? IMPORT_TEXTURE_DEFAULTS.fillPalette,
    mostSide: MOST_SIDE,
    opaque: opaqueAlpha(edit),
    knownColors: await Palettes.of(edit).colorsOf(oldPalette),
    old:
      texture === undefined
        ? undefined
        : compressedFormat === undefined
          ? oldPixels(engine, texture)
          : { format: compressedFormat, levels: levelsOf(texture) },
    leastBlock: 1,
  })
  if (texture !== undefined) checkSize(path, texture, pixels, options)
  const format = pixelFormatNumber(engine, compressedFormat === undefined ? pixels.format : (ownFormat ?? 'p8'))
  if (format === undefined) throw refused(path, `textures of this engine do not have the format ${pixels.format}`)
  const isCompressed = compressedFormat !== undefined
  const compressed =
    !isCompressed && texture instanceof ue1.Texture && texture.mips.length > 0
      ? compressedForm(texture, pixels)
      : undefined
  const notes = [...pixels.notes, ...notesOf(texture, pixels, options, engine), ...(compressed?.notes ?? [])]
  if (target.replaced === undefined) checkNewPath(edit, path, target.className)
  // Throws when the existing object cannot be written again.
  else await edit.change(target.replaced, () => undefined)

  // Everything is decided: from here on the document changes.
  return async (next = options.next) => {
    const palettes = Palettes.of(edit)
    const group = groupOf(target.replaced?.path ?? path)
    const palette =
      pixels.colors === undefined
        ? undefined
        : await palettes.withColors(pixels.colors, {
            entry: target.replaced,
            group,
            palette: oldPalette,
            hasAlpha: pixels.hasAlpha,
          })
    const values: Values = {
      ...(engine === 1 ? valuesOfUE1 : valuesOfUE2)(pixels, format, palette, { ...options, next }, texture),
      // Without a palette of its own, it keeps the one that it has.
      ...(isCompressed && oldPalette instanceof EditExport ? { 'Palette:object': oldPalette } : {}),
      ...(compressed === undefined ? {} : compressed.values),
      ...options.properties,
    }
    const made = await putObject(edit, target, RESOURCE_FLAGS, (object) => {
      object.mips = isCompressed ? [] : mipsOf(edit, pixels.levels, object.mips)
      if (object instanceof ue1.Texture)
        object.compressedMips = mipsOf(edit, isCompressed ? pixels.levels : (compressed?.levels ?? []), [])
      setProperties(edit, target.replaced ?? { className: 'Texture' }, object.properties, values)
    })
    if (palette !== undefined) palettes.keep(made, palette)
    const objects = [made.path, ...(palette === undefined ? [] : [palette.path])]
    return { path: made.path, className: made.className, objects, notes }
  }
}

/** @throws {PackageError} `refused` for a texture without pixels. */
function checkPixels(texture: Texture, path: string): void {
  const { mips } = texture
  if (onlyCompressed(texture) === undefined && mips.length > 0 && mips.every(({ data }) => data.length === 0))
    throw refused(path, 'the game paints this texture while it runs: a picture cannot replace it')
}

/** @throws {PackageError} `refused` for a picture that would shrink the texture; see `checkShrinking`. */
function checkSize(path: string, texture: Texture, pixels: TexturePixels, options: ImportTextureOptions): void {
  const mips = levelsOf(texture)
  const isSame = pixels.levels.every(({ data }, i) => data === mips[i]?.data)
  const [full] = mips
  if (full === undefined || isSame) return
  const available = mips.find(({ data }) => data.length > 0)
  checkShrinking(path, pixels, { full, available, where: 'not in it' }, options)
}

/** The format of a texture of UE1 whose compressed levels are the only ones with pixels. */
function onlyCompressed(texture: Texture | undefined): PixelFormat | undefined {
  if (!(texture instanceof ue1.Texture) || texture.mips.some(({ data }) => data.length > 0)) return undefined
  if (texture.compressedMips.every(({ data }) => data.length === 0)) return undefined
  return pixelFormatOf(1, texture.properties.get('CompFormat'))
}

/** The levels of a texture: those that are not compressed, if it has any with pixels. */
function levelsOf(texture: Texture): readonly ue1.Mip[] {
  return texture instanceof ue1.Texture && onlyCompressed(texture) !== undefined ? texture.compressedMips : texture.mips
}

function formatOf(engine: 1 | 2, texture: Texture): PixelFormat | undefined {
  return pixelFormatOf(engine, texture.properties.get('Format'))
}

function oldPixels(engine: 1 | 2, texture: Texture): OldPixels | undefined {
  const format = formatOf(engine, texture)
  return format === undefined ? undefined : { format, levels: texture.mips }
}

/** The editor of UE1 makes everything P8, that of UE2 only pictures with a palette. */
function defaultFormat(engine: 1 | 2): (picture: Picture) => PixelFormat {
  return ({ format }) => (engine === 1 || format === 'indexed' ? 'p8' : format === 'gray16' ? 'g16' : 'bgra8')
}

function isMasked({ masked, surfaceFlags }: ImportTextureOptions, wasMasked: boolean): boolean | undefined {
  if (masked !== undefined) return masked
  if (surfaceFlags !== undefined && (surfaceFlags & MASKED_FLAG) !== 0) return true
  return wasMasked ? true : undefined
}

function notesOf(
  texture: Texture | undefined,
  { width, height }: TexturePixels,
  { surfaceFlags = 0, onSurfaces = IMPORT_TEXTURE_DEFAULTS.onSurfaces }: ImportTextureOptions,
  engine: 1 | 2,
): string[] {
  const notes: string[] = []
  const [old] = texture === undefined ? [] : levelsOf(texture)
  if (onSurfaces && old !== undefined && (old.width !== width || old.height !== height))
    notes.push(
      `it was ${old.width} × ${old.height} pixels, and is ${width} × ${height} now: surfaces show it in another size`,
    )
  const { unknown } = surfaceProperties(surfaceFlags, engine)
  if (unknown !== 0) notes.push(`flags without a property were left out: 0x${unknown.toString(16)}`)
  return notes
}

/** In the order in which UE1 writes them: the class's own, then those of Bitmap. */
function valuesOfUE1(
  pixels: TexturePixels,
  format: number,
  palette: EditExport | undefined,
  options: ImportTextureOptions,
  before: Texture | undefined,
): Values {
  return {
    ...given('DetailTexture:object', options.detail),
    ...flagValues(options, 1),
    ...maskedValue(pixels, before),
    ...animationValues(options),
    ...sizeValues(pixels, format, palette, before),
    ...colorValues(pixels, before),
  }
}

/** In the order in which UE2 writes them: those of Texture, then those of BitmapMaterial. */
function valuesOfUE2(
  pixels: TexturePixels,
  format: number,
  palette: EditExport | undefined,
  options: ImportTextureOptions,
  before: Texture | undefined,
): Values {
  const { 'Palette:object': ownPalette, ...sizes } = sizeValues(pixels, format, palette, before)
  return {
    'Palette:object': ownPalette,
    ...given('Detail:object', options.detail),
    ...colorValues(pixels, before),
    ...alphaValues(pixels, options, before),
    ...flagValues(options, 2),
    ...animationValues(options),
    ...sizes,
    ...given('UClampMode:byte', options.clampU === undefined ? undefined : Number(options.clampU)),
    ...given('VClampMode:byte', options.clampV === undefined ? undefined : Number(options.clampV)),
  }
}

/** Whether a texture is a page of a font whose palette's alpha counts without `bAlphaTexture`. */
async function isGradedPage(
  edit: PackageEdit,
  page: EditExport | undefined,
  texture: Texture | undefined,
): Promise<boolean> {
  if (page === undefined || !(texture instanceof ue2.Texture)) return false
  const colors = await Palettes.of(edit).colorsOf(texture.properties.get('Palette'))
  const [largest] = texture.mips
  if (colors === undefined || largest === undefined || !isGradedAlpha(colors, largest.data)) return false
  for (const font of edit.exports) {
    if (font.className === 'Font' && fontTextures((await edit.read(font)).object).includes(page)) return true
  }
  return false
}

/**
 * How an existing UE2 texture uses alpha stays unchanged, since materials may depend on it. Only the meaning
 * of 8-bit pixels follows the picture.
 */
function alphaValues(pixels: TexturePixels, options: ImportTextureOptions, before: Texture | undefined): Values {
  const { alpha, masked } = options
  const isNew = before === undefined
  const isHeld = before?.properties.get('bAlphaTexture') === true
  const counts = alpha ?? (isNew ? pixels.hasAlpha && !pixels.masked : isHeld)
  return {
    ...(isNew || masked !== undefined || pixels.format === 'p8' ? maskedValue(pixels, before) : {}),
    ...(counts || isHeld ? { 'bAlphaTexture:bool': counts ? true : undefined } : {}),
  }
}

function given(path: string, value: SettableValue | undefined): Values {
  return value === undefined ? {} : { [path]: value }
}

function flagValues({ surfaceFlags = 0 }: ImportTextureOptions, engine: 1 | 2): Values {
  return Object.fromEntries(surfaceProperties(surfaceFlags, engine).names.map((name) => [`${name}:bool`, true]))
}

function maskedValue({ masked }: TexturePixels, before: Texture | undefined): Values {
  if (masked) return { 'bMasked:bool': true }
  return before?.properties.get('bMasked') === true ? { 'bMasked:bool': undefined } : {}
}

function animationValues({ lodSet, normalLod, next, minFrameRate, maxFrameRate }: ImportTextureOptions): Values {
  return {
    ...given('LODSet:byte', lodSet),
    ...given('NormalLOD:int', normalLod),
    ...given('AnimNext:object', next),
    ...given('MinFrameRate:float', minFrameRate),
    ...given('MaxFrameRate:float', maxFrameRate),
  }
}

/** The number 0 is left out, as it is the default. */
function sizeValues(
  { width, height }: TexturePixels,
  format: number,
  palette: EditExport | undefined,
  before: Texture | undefined,
): Values {
  const [old] = before === undefined ? [] : levelsOf(before)
  const isSame = old?.width === width && old.height === height
  return {
    'Format:byte': format === 0 ? undefined : format,
    'Palette:object': palette,
    'UBits:byte': Math.log2(width) || undefined,
    'VBits:byte': Math.log2(height) || undefined,
    'USize:int': width,
    'VSize:int': height,
    // The part of it that is drawn: all, unless someone set less.
    ...(isSame ? {} : { 'UClamp:int': width, 'VClamp:int': height }),
  }
}

/**
 * The single colour that the software renderer and editors show instead of a texture. Textures of UE2 have it
 * only with a palette (22 of 25, and 31 of 93 others, of an older picture); a texture that is replaced only
 * if it already had it.
 */
function colorValues({ mean, most, format, levels }: TexturePixels, before: Texture | undefined): Values {
  const has = (name: string) => before?.properties.get(name) !== undefined
  const isWanted = before === undefined ? format === 'p8' : has('MipZero') || has('MaxColor')
  if (!isWanted || (before !== undefined && levels.every(({ data }, i) => data === before.mips[i]?.data))) return {}
  const color = ([R = 0, G = 0, B = 0, A = 0]: readonly number[]) => ({ R, G, B, A })
  const average = [...mean().slice(0, 3).map(Math.floor), 0]
  const brightest = most()
  return {
    'MipZero:struct(Color)': average.join() === DEFAULT_MIP_ZERO ? undefined : color(average),
    'MaxColor:struct(Color)': brightest.every((value) => value === 255) ? undefined : color(brightest),
  }
}

/** The default value of MipZero. */
const DEFAULT_MIP_ZERO = '64,128,64,0'

/** Levels as the engine stores them. The header that levels have in some games is kept. */
function mipsOf(edit: PackageEdit, levels: readonly TextureLevel[], before: readonly ue1.Mip[]): ue1.Mip[] {
  const isHeaded = edit.package.context.since(Feature.MipHeader)
  return levels.map(({ data, width, height }, i) => {
    const mip = isHeaded ? new ue2.HeadedMip() : new ue1.Mip()
    const old = before[i]
    if (mip instanceof ue2.HeadedMip && old instanceof ue2.HeadedMip) mip.header = old.header
    return Object.assign(mip, {
      data,
      width,
      height,
      widthBits: Math.log2(width),
      heightBits: Math.log2(height),
    })
  })
}

interface CompressedForm {
  readonly levels: readonly TextureLevel[]
  readonly values: Values
  readonly notes: readonly string[]
}

/**
 * The second, compressed form of a texture that has one, as it would still show the old picture: made again
 * in its format, or left out.
 */
function compressedForm(texture: ue1.Texture, pixels: TexturePixels): CompressedForm | undefined {
  if (texture.compressedMips.length === 0) return undefined
  if (pixels.levels.every(({ data }, i) => data === texture.mips[i]?.data))
    return { levels: texture.compressedMips, values: {}, notes: [] }
  const format = pixelFormatOf(1, texture.properties.get('CompFormat'))
  if (format !== undefined && isWrittenFormat(format) && isBlockFormat(format)) {
    const levels = pixels.levels
      .filter(({ width, height }) => width >= 4 && height >= 4)
      .map(({ data, width, height }): TextureLevel => {
        const rgba = rgbaOf(pixels, data, width, height)
        return { width, height, data: encodeBlocks(format, rgba, width, height) }
      })
    if (levels.length > 0) return { levels, values: {}, notes: [] }
  }
  return {
    levels: [],
    values: { 'bHasComp:bool': undefined, 'CompFormat:byte': undefined },
    notes: ['its compressed form was left out: that of the old picture does not fit, and the format cannot be written'],
  }
}

function rgbaOf({ format, colors, masked }: TexturePixels, data: Uint8Array, width: number, height: number) {
  const palette = colors === undefined ? undefined : { colors, masked, hasAlpha: false }
  return toRgba(decodePixels(format, data, width, height, palette))
}
