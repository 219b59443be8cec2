import type { ObjectReader, ReadObject } from '@ukit/core'
import { pictureOf } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import type { PictureData } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** A texture, decoded. */
export async function pictureAt(
  packages: OpenedPackages,
  { mip = 0, ...at }: ObjectAt & { readonly mip?: number },
  { handOver }: Work,
): Promise<PictureData> {
  const { reader, read } = await readAt(packages, at)
  const data = await pictureData(reader, read, packages, mip)
  handOver(data.rgba.buffer)
  return data
}

/** A texture's level as plain data. */
export async function pictureData(
  reader: ObjectReader,
  read: ReadObject,
  packages: OpenedPackages,
  mip = 0,
): Promise<PictureData> {
  const picture = await pictureOf(reader, read, { openFile: (name) => packages.file(name) })
  const level = picture.mips[mip] ?? picture
  return {
    rgba: clamped(await picture.pixels(mip)),
    width: level.width,
    height: level.height,
    full: picture.full,
    format: picture.format,
    mips: picture.mips.map(({ width, height }) => ({ width, height })),
    palette: await paletteOf(reader, read),
    note: picture.note,
  }
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
  const picture = await pictureOf(reader, read, { openFile: (name) => packages.file(name) }).catch(() => undefined)
  if (picture === undefined) return undefined
  let mip = 0
  while (Math.max(picture.mips[mip + 1]?.width ?? 0, picture.mips[mip + 1]?.height ?? 0) >= size) mip++
  const level = picture.mips[mip] ?? picture
  const pixels = await picture.pixels(mip).catch(() => undefined)
  if (pixels === undefined || pixels.length === 0) return undefined
  signal.throwIfAborted()
  const scale = Math.min(1, size / Math.max(level.width, level.height))
  const bitmap = await createImageBitmap(new ImageData(clamped(pixels), level.width, level.height), {
    resizeWidth: Math.max(1, Math.round(level.width * scale)),
    resizeHeight: Math.max(1, Math.round(level.height * scale)),
    resizeQuality: 'medium',
  })
  handOver(bitmap)
  return bitmap
}
