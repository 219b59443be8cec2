import { type CodecSet, portableCodecs } from '@ukit/codecs'
import {
  type Animation,
  type DdsTexture,
  isPng,
  type Picture,
  readApng,
  readBmp,
  readDds,
  readPcx,
  readPng,
  readTga,
} from '@ukit/codecs/images'
import { MediaError } from '@ukit/media'
import { isJpeg, readJpeg } from './jpeg-file.js'

/** How to read picture files. */
export interface PictureFileOptions {
  /** Codecs that unpack PNG files; the portable ones by default. */
  readonly codecs?: CodecSet | undefined
}

/** Whether a file is a picture: by its content; BMP, PCX and TGA by the name's extension. */
export function isPictureFile(name: string, bytes: Uint8Array): boolean {
  return isPng(bytes) || isJpeg(bytes) || startsWith(bytes, 'DDS ') || /\.(?:bmp|pcx|tga)$/i.test(name)
}

/**
 * *Reads a picture file*: PNG, JPEG, BMP, PCX, TGA, or a DDS file, whose levels stay unchanged. The format is
 * recognised by the content; TGA, which has no magic number, is what remains.
 *
 * @throws {ImageError} when it cannot be read.
 * @throws {MediaError} `no-form` when it is not a picture of these kinds.
 */
export async function readPictureFile(
  bytes: Uint8Array,
  { codecs = portableCodecs }: PictureFileOptions = {},
): Promise<Picture | DdsTexture> {
  if (isPng(bytes)) {
    const zlib = await codecs.zlib()
    return readPng(bytes, (data, size) => zlib.decompress(data, size))
  }
  if (isJpeg(bytes)) return readJpeg(bytes)
  if (startsWith(bytes, 'BM')) return readBmp(bytes)
  if (startsWith(bytes, 'DDS ')) return readDds(bytes)
  // Its first byte is 10, the second its version, and the third says whether it is compressed.
  if (bytes[0] === 10 && (bytes[1] ?? 255) <= 5 && (bytes[2] ?? 255) <= 1) return readPcx(bytes)
  if (bytes.length > 2 && !mayBeTga(bytes)) {
    const begin = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const message = `expected a picture as PNG, JPEG, DDS, BMP, PCX or TGA, found data that begin ${begin}`
    throw new MediaError('no-form', message)
  }
  return readTga(bytes)
}

/**
 * The second byte says whether there is a palette, the third the kind of pixels: 1 to 3, plus 8 if
 * compressed.
 */
function mayBeTga(bytes: Uint8Array): boolean {
  const kind = (bytes[2] as number) & ~8
  return (bytes[1] as number) <= 1 && kind >= 1 && kind <= 3
}

/**
 * *Reads the pictures of an animated PNG file*; `undefined` for any other file, including a PNG with a single
 * picture.
 *
 * @throws {ImageError} when it cannot be read.
 */
export async function readPictureFrames(
  bytes: Uint8Array,
  { codecs = portableCodecs }: PictureFileOptions = {},
): Promise<Animation | undefined> {
  if (!isPng(bytes)) return undefined
  const zlib = await codecs.zlib()
  const animation = readApng(bytes, (data, size) => zlib.decompress(data, size))
  return animation !== undefined && animation.frames.length > 1 ? animation : undefined
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((letter, i) => bytes[i] === letter.charCodeAt(0))
}

/**
 * A picture whose pixels can be accessed one by one.
 *
 * @throws {MediaError} `unsupported` for a DDS file, whose pixels are in blocks.
 */
export function plainPicture(picture: Picture | DdsTexture): Picture {
  if (!('faces' in picture)) return picture
  throw new MediaError('unsupported', 'expected a picture as PNG, BMP, PCX, TGA or JPEG, found a DDS file')
}
