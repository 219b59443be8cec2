import type { Picture } from '@ukit/codecs/images'
import type { PackageEdit } from '@ukit/edit'
import { fontOfPicture } from '../models/font-picture.js'
import type { Imported } from './importer.js'
import { putFont } from './put-font.js'

/**
 * *Imports a picture with a frame around each character as a font*, as `#exec FONT IMPORT` does: see
 * `fontOfPicture`.
 *
 * @param path of the font, `Group.Name`. A font that has the path is replaced, with its pages.
 * @throws {MediaError} `broken` when there are no frames; `unsupported` before version 68, in UE3, and in games with
 *   fonts of their own. {PackageError} `refused` when a side of the picture is not a power of two, or the path is not
 *   free for a font. The document is as it was then.
 */
export async function importFont(edit: PackageEdit, path: string, picture: Picture): Promise<Imported> {
  const page = (number: number) => `Texture${number}`
  return putFont(edit, path, fontOfPicture(picture), { mips: false, masked: true }, page)
}
