import type { Picture } from '@ukit/codecs/images'
import { encodePng } from '@ukit/codecs/images'
import { nodeCodecs } from '@ukit/core/node'

/** A picture as a PNG file. */
export async function pngOf(picture: Picture): Promise<Uint8Array> {
  const zlib = await nodeCodecs.zlib()
  const compress = (bytes: Uint8Array) => zlib.compress?.(bytes) ?? bytes
  return encodePng(picture, Object.assign(compress, { crc32: zlib.crc32 }))
}
