import { type DdsFormat, type DdsTexture, encodeDds, isDdsFormat, toRgba } from '@ukit/codecs/images'
import { MediaError } from '../media-error.js'
import type { TexturePicture } from '../picture/picture.js'
import { EMPTY_ALPHA, isInvisible, withoutEmptyAlpha } from '../picture/pixel-format.js'
import type { ExportContext, MediaFile } from './exporter.js'
import { pictureFile } from './picture-file.js'

/**
 * *The files of a texture*: its largest level, or with `mips` one file for each, in the requested format. A
 * DDS file has all levels in one, with the bytes of the texture.
 *
 * @param notesOf the notes on the file of one level.
 */
export async function textureFiles(
  texture: TexturePicture,
  context: ExportContext,
  notesOf: (level: number) => readonly string[] = () => [],
): Promise<MediaFile[]> {
  const { format = 'png' } = context.options
  const reduced = reducedPicture(texture)
  const own = texture.note === undefined ? [] : [texture.note]
  if (format === 'dds') {
    const levels = await ddsLevels(texture)
    const bytes = encodeDds(levels)
    return [withNotes({ extension: 'dds', bytes, ...reduced }, [...own, ...notesOf(texture.mips[0]?.level ?? 0)])]
  }
  const files: MediaFile[] = []
  for (const [i, { level }] of texture.mips.entries()) {
    if (i > 0 && !context.mips) break
    const decoded = await texture.picture(i)
    const { bytes, note } = pictureFile(withoutEmptyAlpha(decoded), format, context.deflate)
    const notes = [...own, ...notesOf(level), ...(isInvisible(decoded) ? [EMPTY_ALPHA] : [])]
    const suffix = context.mips && level > 0 ? { suffix: `.mip${level}` } : {}
    files.push(
      withNotes(
        { extension: format, bytes, ...suffix, ...(i === 0 ? reduced : {}) },
        note === undefined ? notes : [...notes, note],
      ),
    )
  }
  return files
}

/** That the largest level of a texture whose pixels are available is smaller than the texture. */
function reducedPicture({ width, height, full }: TexturePicture): Pick<MediaFile, 'reduced'> {
  return full.width > width || full.height > height ? { reduced: { width, height, of: full } } : {}
}

function withNotes(file: MediaFile, notes: readonly string[]): MediaFile {
  return notes.length === 0 ? file : { ...file, note: notes.join('; ') }
}

/**
 * One face of a DDS file: the levels as long as each is half as large as the one before. Formats that DDS
 * does not have become 8 bits each of blue, green, red and alpha.
 *
 * @throws {MediaError} `broken` for a texture that has no pixels.
 */
export async function ddsLevels(texture: TexturePicture): Promise<DdsTexture> {
  const { width, height, format, mips } = texture
  if (width < 1 || height < 1) throw new MediaError('broken', `a texture of ${width} × ${height} has no pixels`)
  const kept: DdsFormat | undefined = isDdsFormat(format) ? format : undefined
  const levels: Uint8Array[] = []
  for (const [i, mip] of mips.entries()) {
    if (mip.width !== Math.max(1, width >> i) || mip.height !== Math.max(1, height >> i)) break
    levels.push(kept === undefined ? swapped(toRgba(await texture.picture(i))) : await texture.bytes(i))
  }
  if (levels.length === 0) throw new MediaError('broken', `none of its levels has ${width} × ${height} pixels`)
  return { format: kept ?? 'bgra8', width, height, faces: [levels] }
}

function swapped(rgba: Uint8Array): Uint8Array {
  const out = rgba.slice()
  for (let at = 0; at < out.length; at += 4) {
    out[at] = rgba[at + 2] as number
    out[at + 2] = rgba[at] as number
  }
  return out
}
