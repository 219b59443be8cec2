import { type Deflate, encodePng, type Picture } from '@ukit/codecs/images'
import type { ExportObject, ObjectReader } from '@ukit/core'
import { MediaError } from '../media-error.js'
import { ContactSheet } from '../picture/contact-sheet.js'
import { type PictureOptions, pictureOf } from '../picture/picture.js'

/** The smallest level of at least this size is shown, which is quicker than the largest. */
const ENOUGH = 128

/** *The contact sheets of one package*, filled while its textures are extracted. */
export class Sheets {
  readonly #sheet = new ContactSheet()
  readonly #files: Uint8Array[] = []
  readonly #deflate: Deflate

  constructor(deflate: Deflate) {
    this.#deflate = deflate
  }

  /** Adds a texture; one without pixels is left out. */
  async add(reader: ObjectReader, texture: ExportObject, options: PictureOptions): Promise<void> {
    try {
      const picture = await pictureOf(reader, texture, options)
      // Levels are in order of size, the largest first.
      const large = picture.mips.filter(({ width, height }) => Math.max(width, height) >= ENOUGH).length
      const index = Math.max(0, large - 1)
      const { width = 0, height = 0 } = picture.mips[index] ?? {}
      const about = `${picture.width}×${picture.height} ${picture.format}`
      this.#keep(this.#sheet.add(texture.name, about, width, height, await picture.pixels(index)))
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
    }
  }

  /** PNG files of all sheets. */
  finish(): readonly Uint8Array[] {
    this.#keep(this.#sheet.finish())
    return this.#files
  }

  #keep(sheet: Picture | undefined): void {
    if (sheet !== undefined) this.#files.push(encodePng(sheet, this.#deflate))
  }
}
