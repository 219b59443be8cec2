import { encodeDds, type Picture } from '@ukit/codecs/images'
import { ExportObject, type ReadObject } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { CUBE_FACES, cubeFaces, toEquirectangular } from '../picture/cubemap.js'
import { isTexture, pictureOf, type TexturePicture } from '../picture/picture.js'
import type { ExportContext, Exporter, MediaFile } from './exporter.js'
import { pictureFile } from './picture-file.js'
import { ddsLevels } from './texture-files.js'

/**
 * *Cube maps as six faces* (`Name.posx.png` …) *and as one picture of all directions* (`Name.equirect.png`);
 * as DDS they are one file with the stored blocks.
 */
export const cubemapExporter: Exporter = {
  classes: ['cubemap', 'texturecube'],
  takes: ({ object, export: exported }) =>
    (object instanceof ue3.Texture || isTexture(object)) && /^(?:cubemap|texturecube)$/i.test(exported.className),
  async export(read, context) {
    const faces = await facesOf(read, context)
    const { format = 'png' } = context.options
    if (format === 'dds') {
      const textures = await Promise.all(faces.map(ddsLevels))
      const [first] = textures
      const isOne = textures.every((face) => face.format === first?.format && face.width === first.width)
      if (first === undefined || !isOne) throw new MediaError('broken', 'its faces differ in size or format')
      const bytes = encodeDds({ ...first, faces: textures.flatMap((face) => face.faces) })
      return [{ extension: 'dds', bytes }]
    }
    const size = faces[0]?.width ?? 0
    const isSquare = faces.every(({ width, height }) => width === size && height === size)
    const file = (picture: Picture, suffix: string): MediaFile => {
      const { bytes, note } = pictureFile(picture, format, context.deflate)
      return { extension: format, bytes, suffix, ...(note === undefined ? {} : { note }) }
    }
    const pixels = await Promise.all(faces.map((face) => face.pixels()))
    const files = pixels.map((data, i) => {
      const { width = 0, height = 0 } = faces[i] ?? {}
      return file({ format: 'rgba', width, height, data }, `.${CUBE_FACES[i]}`)
    })
    return isSquare ? [...files, file(toEquirectangular(pixels, size), '.equirect')] : files
  },
}

/** @throws {MediaError} when a face is missing, or is in a package that is missing. */
async function facesOf({ object }: ReadObject, context: ExportContext): Promise<TexturePicture[]> {
  const references = cubeFaces(object.properties)
  if (references.every((reference) => reference === undefined || reference === null))
    throw new MediaError('no-data', 'a cube map without faces')
  const faces: TexturePicture[] = []
  for (const [i, reference] of references.entries()) {
    const face = await context.reader.follow(reference)
    if (!(face instanceof ExportObject)) {
      const name = CUBE_FACES[i]
      throw reference === undefined || reference === null
        ? new MediaError('no-data', `its face ${name} is not set`)
        : new MediaError('elsewhere', `its face ${name} is in another package: ${String(reference)}`)
    }
    const holder = await context.reader.forPackage(face.package)
    faces.push(await pictureOf(holder, face, context).catch((error: unknown) => blame(error, face)))
  }
  return faces
}

/** Adds to the error which face it was. */
function blame(error: unknown, face: ExportObject): never {
  if (error instanceof MediaError) throw new MediaError(error.reason, `its face ${face.path}: ${error.message}`)
  throw error
}
