import { MediaError } from '../media-error.js'
import { isTexture, pictureOf } from '../picture/picture.js'
import { animationFile } from './animation-file.js'
import type { Exporter } from './exporter.js'
import { textureFiles } from './texture-files.js'

/**
 * *Textures of UE1 and UE2 as pictures*: palettes stay palettes, compressed textures are decoded, and
 * `--mips` gives every level. The first texture of an animated chain gives the animation too.
 */
export const textureExporter: Exporter = {
  classes: ['texture'],
  isShared: true,
  takes: ({ object }) => isTexture(object),
  async export(read, context) {
    if (!isTexture(read.object)) throw new MediaError('no-form', 'not a texture')
    const texture = await pictureOf(context.reader, read, context)
    const animation = await animationFile(read, context)
    return [...(await textureFiles(texture, context)), ...(animation === undefined ? [] : [animation])]
  },
}
