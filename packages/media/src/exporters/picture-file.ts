import { type Deflate, encodeBmp, encodePcx, encodePng, encodeTga, type Picture, toRgba } from '@ukit/codecs/images'

/** File formats of pictures, the default first. */
export const PICTURE_FORMATS = ['png', 'dds', 'tga', 'bmp', 'pcx'] as const

/** A file format of pictures. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** A picture's file, and what it could not keep. */
export interface PictureFile {
  readonly bytes: Uint8Array
  readonly note: string | undefined
}

/**
 * *A picture as a file.* PNG and Targa keep its alpha; BMP does too, except for a hole in a palette; PCX has
 * no alpha.
 */
export function pictureFile(picture: Picture, format: Exclude<PictureFormat, 'dds'>, deflate: Deflate): PictureFile {
  switch (format) {
    case 'png':
      return { bytes: encodePng(picture, deflate), note: undefined }
    case 'tga':
      return { bytes: encodeTga(picture), note: undefined }
    case 'bmp':
      return hasGradedAlpha(picture)
        ? { bytes: encodeBmp(withAlpha(picture)), note: undefined }
        : { bytes: encodeBmp(picture), note: picture.format === 'indexed' ? lostAlpha(picture) : undefined }
    case 'pcx':
      return { bytes: encodePcx(picture), note: lostAlpha(picture) }
  }
}

function withAlpha(picture: Picture): Picture {
  const { width, height } = picture
  return { format: 'rgba', width, height, data: toRgba(picture) }
}

/** Whether a palette has alpha beyond a hole at index 0, as in fonts with soft edges. */
function hasGradedAlpha(picture: Picture): boolean {
  return picture.format === 'indexed' && picture.alpha?.some((alpha, i) => i > 0 && alpha !== 255) === true
}

function lostAlpha(picture: Picture): string | undefined {
  if (picture.format === 'indexed') {
    if (picture.alpha === undefined) return undefined
    return hasGradedAlpha(picture)
      ? 'the alpha of its palette is not in the file'
      : 'colour 0 is a hole, which the file cannot express'
  }
  const hasAlpha = picture.format === 'rgba' || picture.format === 'rgba16'
  return hasAlpha ? 'its alpha is not in the file: the format has none' : undefined
}
