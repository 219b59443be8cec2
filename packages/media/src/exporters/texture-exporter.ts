import { encodePng } from '@ukit/codecs/images'
import { MediaError } from '../media-error.js'
import { isTexture, pictureOf } from '../picture/picture.js'
import { EMPTY_ALPHA, isInvisible, withoutEmptyAlpha } from '../picture/pixel-format.js'
import type { Exporter, MediaFile } from './exporter.js'

/**
 * *Textures of UE1 and UE2 as PNG*: palettes stay palettes, compressed ones are decoded, `--mips` gives every
 * level.
 */
export const textureExporter: Exporter = {
  classes: ['texture', 'font'],
  isShared: true,
  takes: ({ object }) => isTexture(object),
  async export(read, context) {
    if (!isTexture(read.object)) throw new MediaError('no-form', 'not a texture')
    const texture = await pictureOf(context.reader, read, { codecs: context.codecs })
    const files: MediaFile[] = []
    for (const [i, { level }] of texture.mips.entries()) {
      if (i > 0 && !context.mips) break
      const decoded = await texture.picture(i)
      const picture = withoutEmptyAlpha(decoded)
      const note = texture.note ?? (isInvisible(decoded) ? EMPTY_ALPHA : undefined)
      files.push({
        extension: 'png',
        bytes: encodePng(picture, context.deflate),
        ...(context.mips && level > 0 ? { suffix: `.mip${level}` } : {}),
        ...(note === undefined ? {} : { note }),
      })
    }
    return files
  },
}
