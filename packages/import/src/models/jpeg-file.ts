import { ImageError, type Picture } from '@ukit/codecs/images'
import { plural } from '@ukit/text/internal'

/** Whether a file starts like a JPEG file. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** More pixels than any texture has, and the memory that the decoder may use for them. */
const MOST_MEGAPIXELS = 36
const MOST_MEGABYTES = 640

/** Every block of 8 × 8 pixels takes at least one bit. */
const PIXELS_PER_BYTE = 8 * 64

/**
 * *Reads a JPEG file as a picture*, baseline or progressive, in colour or grey. The camera's orientation is
 * ignored.
 *
 * @throws {ImageError} when it is damaged, has colours for printing (CMYK) or more than 8 bits per channel.
 */
export async function readJpeg(bytes: Uint8Array): Promise<Picture> {
  const { width, height, channels } = frameOf(bytes)
  if (width < 1 || height < 1) throw new ImageError('jpeg', 'corrupt', 0, `${width} × ${height} pixels`)
  if (width * height > bytes.length * PIXELS_PER_BYTE)
    throw new ImageError(
      'jpeg',
      'corrupt',
      0,
      `${width} × ${height} pixels do not fit into ${plural(bytes.length, 'byte')}`,
    )
  // Only loaded for JPEG files.
  const { decode } = (await import('jpeg-js')).default
  const data = decoded(() =>
    decode(bytes, {
      useTArray: true,
      formatAsRGBA: channels === 3,
      tolerantDecoding: false,
      maxResolutionInMP: MOST_MEGAPIXELS,
      maxMemoryUsageInMB: MOST_MEGABYTES,
    }),
  )
  if (channels === 3) return { format: 'rgba', width, height, data }
  return { format: 'gray', width, height, data }
}

function decoded(decode: () => { readonly data: Uint8Array }): Uint8Array {
  try {
    return new Uint8Array(decode().data)
  } catch (cause) {
    throw jpegError(cause)
  }
}

function jpegError(cause: unknown): ImageError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ImageError('jpeg', 'corrupt', 0, `its pixels cannot be read: ${reason}`, { cause })
}

/** Size and channels of the picture, from the frame header (ITU-T T.81, B.2.2). */
function frameOf(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly channels: 1 | 3 } {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) throw new ImageError('jpeg', 'corrupt', at, `expected a marker, found ${bytes[at]}`)
    const marker = bytes[at + 1] as number
    const word = (offset: number): number => ((bytes[at + offset] ?? 0) << 8) | (bytes[at + offset + 1] ?? 0)
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    if (FRAMES.has(marker)) {
      const channels = bytes[at + 9]
      if (bytes[at + 4] !== 8)
        throw new ImageError(
          'jpeg',
          'unsupported',
          at + 4,
          `${plural(bytes[at + 4] ?? 0, 'bit')} per channel, but only 8 can be read`,
        )
      if (channels === 4)
        throw new ImageError('jpeg', 'unsupported', at + 9, 'colours for printing (CMYK): save it as RGB')
      if (channels !== 1 && channels !== 3)
        throw new ImageError(
          'jpeg',
          'unsupported',
          at + 9,
          `${plural(channels ?? 0, 'channel')}, but only 1 or 3 can be read`,
        )
      return { height: word(5), width: word(7), channels }
    }
    if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      throw new ImageError('jpeg', 'unsupported', at, 'a lossless JPEG, or one with arithmetic coding')
    at += 2 + word(2)
  }
  throw new ImageError('jpeg', 'truncated', bytes.length, 'it ends before its picture begins')
}

/** Baseline, extended, progressive. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
