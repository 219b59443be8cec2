import { type ExportObject, type ObjectReader, readBulkData } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue3 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { finite } from '../../mesh/model/vectors.js'
import { type PictureOptions, pictureOf, type TexturePicture } from '../../picture/picture.js'
import type { LightOnMesh, LightPage } from '../level.js'
import type { Pause } from '../level-walk.js'

/** Kinds of light maps; those of a game's own are not known. */
const { None, Vertices, Textures } = ue3.LightMapType

/** Pixels of all pages together: larger ones are taken at half of their size, or a quarter. */
const MOST_PIXELS = 1 << 25
/** Pages that are taken for real. */
const MOST_PAGES = 4096

/** Light is multiplied in linear values, which pictures have the 2.2th root of. */
const GAMMA = 2.2

/**
 * *The light of a level of UE3*: pictures, of which each of many surfaces has a part, and colours on
 * vertices.
 *
 * Of the three pictures of a light map the last one has the light from all directions in one (media facts,
 * 6.1).
 */
export class LightMaps {
  readonly #textures = new Map<ExportObject, { readonly page: number; readonly reader: ObjectReader }>()
  readonly #options: PictureOptions
  /** What could not be shown, and how often. */
  readonly #skipped = new Map<string, number>()

  constructor(options: PictureOptions) {
    this.#options = options
  }

  /** Where the light on a surface is; `undefined` when it has none in a picture. */
  async inPicture(reader: ObjectReader, map: ue3.LightMap): Promise<Omit<LightOnMesh, 'uvSet'> | undefined> {
    if (map.type === None || map.type === Vertices) return undefined
    if (map.type !== Textures) return this.#skip('light maps of a kind of its game, which is not known')
    const sample = map.textures.at(-1)
    if (sample?.texture === null || sample?.texture === undefined) return undefined
    const texture = await reader.follow(sample.texture)
    if (texture === undefined) return this.#skip('light maps whose pictures were not found')
    const page = await this.#pageOf(reader, texture)
    if (page === undefined) return this.#skip('light maps beyond what a level can have')
    const [u = 1, v = 1, x = 0, y = 0] = map.coordinates
    const factor = (i: number) => Math.max(0, finite(sample.scale[i] ?? 1)) ** (1 / GAMMA)
    return {
      page,
      scale: [finite(u), finite(v)],
      offset: [finite(x), finite(y)],
      brightness: [factor(0), factor(1), factor(2)],
    }
  }

  /**
   * The light on the vertices of a mesh as linear colours, red, green, blue and alpha (255) each; `undefined`
   * when it is not on vertices.
   */
  async onVertices(reader: ObjectReader, map: ue3.LightMap): Promise<Uint8Array | undefined> {
    if (map.type !== Vertices) return undefined
    try {
      const { bigEndian } = reader.package.context
      const { codecs } = this.#options
      const samples = await readBulkData(map.simpleSamples, { bigEndian, ...(codecs === undefined ? {} : { codecs }) })
      // The factors of the one colour come after those of the directions.
      return linearColors(samples, map.scales.subarray(-3), bigEndian)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      return this.#skip('light maps on vertices that cannot be read')
    }
  }

  /** The pictures, for all light maps that were asked for. */
  async pages(pause: Pause): Promise<LightPage[]> {
    const pictures: (TexturePicture | undefined)[] = []
    for (const [texture, { reader }] of this.#textures) pictures.push(await this.#pictureOf(reader, texture))
    let pixels = 0
    for (const picture of pictures) pixels += (picture?.width ?? 0) * (picture?.height ?? 0)
    const level = Math.max(0, Math.ceil(Math.log2(pixels / MOST_PIXELS) / 2))
    if (level > 0) this.#skip(`times half of the size of light maps, which are ${pixels} pixels`, level)
    const pages: LightPage[] = []
    for (const [i, picture] of pictures.entries()) {
      pages.push(await this.#pageFrom(picture, level))
      await pause(i + 1, pictures.length)
    }
    return pages
  }

  /** What could not be shown. */
  notes(): string[] {
    return [...this.#skipped].map(([what, count]) => `${what}: ${count}`)
  }

  #skip(what: string, count = 1): undefined {
    this.#skipped.set(what, (this.#skipped.get(what) ?? 0) + count)
    return undefined
  }

  async #pageOf(reader: ObjectReader, texture: ExportObject): Promise<number | undefined> {
    const known = this.#textures.get(texture)
    if (known !== undefined) return known.page
    const page = this.#textures.size
    if (page >= MOST_PAGES) return undefined
    const owner = texture.package === reader.package ? reader : await reader.forPackage(texture.package)
    this.#textures.set(texture, { page, reader: owner })
    return page
  }

  async #pictureOf(reader: ObjectReader, texture: ExportObject): Promise<TexturePicture | undefined> {
    try {
      return await pictureOf(reader, texture, this.#options)
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof PackageError)) throw error
      return this.#skip(`pictures of light that cannot be read: ${error.message}`)
    }
  }

  async #pageFrom(picture: TexturePicture | undefined, level: number): Promise<LightPage> {
    if (picture === undefined) return NO_LIGHT
    const mip = Math.min(level, picture.mips.length - 1)
    const { width, height } = picture.mips[mip] ?? picture
    try {
      const rgba = await picture.pixels(mip)
      return { width, height, rgba, brightness: 1, rectangles: new Uint32Array(0) }
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof PackageError)) throw error
      this.#skip(`pictures of light that cannot be read: ${error.message}`)
      return NO_LIGHT
    }
  }
}

/** Half, for light that is not known. */
const NO_LIGHT: LightPage = {
  width: 1,
  height: 1,
  rgba: Uint8Array.of(186, 186, 186, 255),
  brightness: 1,
  rectangles: new Uint32Array(0),
}

/** Samples of four bytes, as linear colours. */
function linearColors(samples: Uint8Array, scales: Float32Array, bigEndian: boolean): Uint8Array {
  // A colour is stored as one number, blue in its lowest byte.
  const order = bigEndian ? ([1, 2, 3] as const) : ([2, 1, 0] as const)
  const table = (i: number) => tableOf(Math.max(0, finite(scales[i] ?? 1)))
  const [red, green, blue] = [table(0), table(1), table(2)]
  const colors = new Uint8Array(samples.length & ~3).fill(255)
  for (let i = 0; i + 3 < samples.length; i += 4) {
    colors[i] = red[samples[i + order[0]] ?? 0] ?? 0
    colors[i + 1] = green[samples[i + order[1]] ?? 0] ?? 0
    colors[i + 2] = blue[samples[i + order[2]] ?? 0] ?? 0
  }
  return colors
}

function tableOf(scale: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * Math.min(1, (value / 255) ** GAMMA * scale)))
}
