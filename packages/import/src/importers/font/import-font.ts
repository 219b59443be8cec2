import type { Picture } from '@ukit/codecs/images'
import { Version } from '@ukit/container'
import { EditExport, type PackageEdit } from '@ukit/edit'
import { fontCharacters } from '@ukit/media/internal'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { fontOfTrueType, type TrueTypeOptions } from '../../models/font-of-truetype.js'
import { fontOfPicture } from '../../models/font-picture.js'
import type { Imported } from '../importer.js'
import type { ImportTextureOptions } from '../texture/texture-options.js'
import { lineHeight } from './font-changes.js'
import { putFont } from './put-font.js'

/**
 * *Imports a picture with a frame around each character as a font*, as `#exec FONT IMPORT` does; see
 * `fontOfPicture`.
 *
 * @param path of the font, `Group.Name`. An existing font is replaced, with its pages.
 * @throws {MediaError} `broken` when there are no frames; `unsupported` before version 68, in UE3 before 491,
 *   and in games with their own font formats. {PackageError} `refused` when a side of the picture is not a
 *   power of two, or the path is not free for a font. The document is then unchanged.
 */
export async function importFont(edit: PackageEdit, path: string, picture: Picture): Promise<Imported> {
  const page = (number: number) => `Texture${number}`
  const look = edit.package.context.engine === 3 ? UNCOMPRESSED : { masked: true }
  return putFont(edit, path, fontOfPicture(picture), { mips: false, ...look }, page)
}

/** Settings of UE3 pages: compressing blocks of 4 pixels would blur small letters. */
const UNCOMPRESSED = { format: 'bgra8', properties: { 'CompressionNone:bool': true } } as const

/** How to import a TrueType font. */
export interface ImportTrueTypeOptions extends TrueTypeOptions {
  /** How the pixels of the pages are stored, as in `importTexture`. */
  readonly format?: ImportTextureOptions['format'] | undefined
}

/**
 * *Imports a TrueType font* at one size, as `#exec NEW TRUETYPEFONTFACTORY` does: as pictures of its
 * characters. Pages are shades of grey in UE1, and white with alpha in UE2 and UE3. The font's hints for
 * small sizes are ignored.
 *
 * @param path of the font, `Group.Name`. An existing font is replaced, with its pages; it keeps its height
 *   unless the options give one.
 * @throws {MediaError} as `fontOfTrueType`, and `unsupported` as `importFont`; {PackageError} `refused` when
 *   the path is not free for a font. The document is then unchanged.
 */
export async function importTrueType(
  edit: PackageEdit,
  path: string,
  bytes: Uint8Array,
  { format, ...options }: ImportTrueTypeOptions = {},
): Promise<Imported> {
  const { context } = edit.package
  const isUE1 = context.engine === 1
  const even = isUE1 || !context.since(Version.FontCharacters)
  const height = options.height ?? (await heightOf(edit, path))
  const font = fontOfTrueType(bytes, { ...options, height }, { paletted: isUE1, even })
  const look =
    context.engine === 3
      ? { mips: false, ...UNCOMPRESSED }
      : isUE1
        ? { mips: false, masked: true }
        : { masked: !font.hasShades, alpha: font.hasShades }
  return putFont(edit, path, font, { ...look, format }, (page) => pageName(path, page))
}

/** The height of the lines of a font that is replaced; `undefined` for a new one. */
async function heightOf(edit: PackageEdit, path: string): Promise<number | undefined> {
  const known = edit.lookUp(path)
  if (!(known instanceof EditExport)) return undefined
  const { object } = await edit.read(known)
  const isFont = object instanceof ue1.Font || object instanceof ue2.Font || object instanceof ue3.Font
  const height = isFont ? lineHeight(fontCharacters(object)) : 0
  return height > 0 && height <= MOST_HEIGHT ? height : undefined
}

/** The maximum of `TrueTypeOptions.height`. */
const MOST_HEIGHT = 1024

/** `Small_PageA`, as the factory names them. */
function pageName(path: string, page: number): string {
  const letters = page < 26 ? String.fromCharCode(65 + page) : `${page}`
  return `${path.slice(path.lastIndexOf('.') + 1)}_Page${letters}`
}
