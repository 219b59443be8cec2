import type { ObjectReader, ReadObject } from '@ukit/core'
import { paintIndices, pictureOf, proceduralOf, simulatorOf, type TextureForm, type TexturePicture } from '@ukit/media'
import { cacheOf } from '@ukit/media/internal'
import { ue1, ue2, ue3 } from '@ukit/objects'
import type { PictureAsked, PictureData } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** A texture, decoded. */
export async function pictureAt(
  packages: OpenedPackages,
  { mip = 0, form, ...at }: PictureAsked,
  { handOver }: Work,
): Promise<PictureData> {
  const { reader, read } = await readAt(packages, at)
  const data = await pictureData(reader, read, packages, { mip, form, hasIndices: true })
  handOver(data.rgba.buffer)
  return data
}

/** A texture's level as plain data. */
export async function pictureData(
  reader: ObjectReader,
  read: ReadObject,
  packages: OpenedPackages,
  {
    mip = 0,
    form,
    hasIndices = false,
  }: {
    readonly mip?: number | undefined
    readonly form?: TextureForm | undefined
    /** Numbers of colours come along, for a texture with a palette. */
    readonly hasIndices?: boolean
  } = {},
): Promise<PictureData> {
  const picture = await pictureOf(reader, read, { openFile: (name) => packages.file(name), form })
  const level = picture.mips[mip] ?? picture
  const { object } = read
  return {
    rgba: clamped(await picture.pixels(mip)),
    width: level.width,
    height: level.height,
    full: picture.full,
    format: picture.format,
    mips: picture.mips.map(({ width, height }) => ({ width, height })),
    palette: await paletteOf(reader, read),
    note: picture.note,
    indices: hasIndices && picture.format === 'p8' ? Uint8Array.from(await picture.bytes(mip)) : undefined,
    forms: picture.forms,
    missing: object instanceof ue3.Texture2D ? missingLevels(object, picture) : undefined,
    isAnimated: isReference(object.properties.get('AnimNext')),
  }
}

/** Levels of a texture of UE3 whose pixels are not at hand. */
function missingLevels(texture: ue3.Texture2D, picture: TexturePicture): string | undefined {
  const here = new Set(picture.mips.map(({ level }) => level))
  const missing = texture.mips.filter(({ data }, level) => data.place === 'separate-file' && !here.has(level))
  if (missing.length === 0) return undefined
  const sizes = missing.map(({ width, height }) => `${width} × ${height}`).join(', ')
  return `${sizes}: in ${cacheOf(texture)}, which is not open`
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Bytes as canvases want them, in memory of their own. */
function clamped(bytes: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const own = new Uint8ClampedArray(bytes.length)
  own.set(bytes)
  return own
}

async function paletteOf(reader: ObjectReader, { object }: ReadObject): Promise<Uint8Array | undefined> {
  if (!(object instanceof ue1.Texture || object instanceof ue2.Texture)) return undefined
  const found = await reader.follow(object.properties.get('Palette'))
  if (found === undefined) return undefined
  const owner = found.package === reader.package ? reader : await reader.forPackage(found.package)
  const { object: palette } = await owner.read(found)
  return palette instanceof ue1.Palette ? Uint8Array.from(palette.colors) : undefined
}

/** A small picture for lists: the smallest level that is large enough, made smaller. */
export async function thumbnailOf(
  packages: OpenedPackages,
  { size, ...at }: ObjectAt & { readonly size: number },
  { handOver, signal }: Work,
): Promise<ImageBitmap | undefined> {
  const { reader, read } = await readAt(packages, at)
  signal.throwIfAborted()
  const picture = (await stillOf(reader, read, packages, size)) ?? (await paintedOf(reader, read))
  if (picture === undefined) return undefined
  signal.throwIfAborted()
  const { width, height, rgba } = picture
  const scale = Math.min(1, size / Math.max(width, height))
  const bitmap = await createImageBitmap(new ImageData(rgba, width, height), {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'medium',
  })
  handOver(bitmap)
  return bitmap
}

interface SmallPicture {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
}

async function stillOf(
  reader: ObjectReader,
  read: ReadObject,
  packages: OpenedPackages,
  size: number,
): Promise<SmallPicture | undefined> {
  const picture = await pictureOf(reader, read, { openFile: (name) => packages.file(name) }).catch(() => undefined)
  if (picture === undefined) return undefined
  let mip = 0
  while (Math.max(picture.mips[mip + 1]?.width ?? 0, picture.mips[mip + 1]?.height ?? 0) >= size) mip++
  const { width, height } = picture.mips[mip] ?? picture
  const pixels = await picture.pixels(mip).catch(() => undefined)
  return pixels === undefined || pixels.length === 0 ? undefined : { width, height, rgba: clamped(pixels) }
}

/** Frames after which a painted texture looks like itself. */
const WARM = 48

async function paintedOf(reader: ObjectReader, read: ReadObject): Promise<SmallPicture | undefined> {
  const painted = await proceduralOf(reader, read).catch(() => undefined)
  if (painted === undefined) return undefined
  const simulator = simulatorOf(painted)
  for (let i = 0; i < WARM; i++) simulator.step(1 / painted.frameRate)
  const { width, height, pixels } = simulator
  const rgba = new Uint8ClampedArray(width * height * 4)
  paintIndices(pixels, painted.palette, rgba)
  return { width, height, rgba }
}
