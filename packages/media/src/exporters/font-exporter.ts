import { ExportObject, type ReadObject } from '@ukit/core'
import { fromWindows1252 } from '@ukit/files/internal'
import { jsonText, plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { type FontMap, fontMapOf } from '../picture/font.js'
import { isTexture, pictureOf } from '../picture/picture.js'
import type { ExportContext, Exporter, MediaFile } from './exporter.js'
import type { MediaOptions } from './media-options.js'
import { textureFiles } from './texture-files.js'

/** A texture of a font: its file, as the other files name it, and its size in pixels. */
interface Page {
  readonly file: string
  readonly width: number
  readonly height: number
}

/**
 * *Fonts as a map of their characters*, in JSON and as BMFont (`.fnt`), which most engines of today can read.
 * The pictures are the font's textures, which are extracted as textures.
 */
export const fontExporter: Exporter = {
  classes: ['font', 'multifont'],
  // Fonts of the earliest packages are textures, which other objects may refer to as well.
  isShared: true,
  takes: (read) => fontMapOf(read) !== undefined,
  async export(read, context) {
    const map = fontMapOf(read)
    if (map === undefined) throw new MediaError('no-form', 'not a font')
    if (read.error !== undefined) throw new MediaError('broken', read.error.message)
    if (map.characters.length === 0) throw new MediaError('no-data', 'a font without characters')
    const own = isTexture(read.object) ? await ownPictures(read, context) : []
    const pages = await pagesOf(map, context)
    const text = (content: string): Uint8Array => new TextEncoder().encode(content)
    const files: MediaFile[] = [
      { extension: 'json', bytes: text(jsonText(jsonOf(map, read, pages), 2)) },
      { extension: 'fnt', bytes: text(bmFont(map, read, pages)) },
    ]
    return [...own, ...files]
  },
}

/** The files of a font that is a texture itself: the requested format, and PNG, which the map refers to. */
async function ownPictures(read: ReadObject, context: ExportContext): Promise<MediaFile[]> {
  const texture = await pictureOf(context.reader, read, context)
  const asked = await textureFiles(texture, context)
  if ((context.options.format ?? 'png') === 'png') return asked
  const options: MediaOptions = { ...context.options, format: 'png' }
  return [...asked, ...(await textureFiles(texture, { ...context, mips: false, options }))]
}

/** @throws {MediaError} `elsewhere` when a texture is in a package that is missing. */
async function pagesOf(map: FontMap, context: ExportContext): Promise<Page[]> {
  const pages: Page[] = []
  for (const reference of map.textures) {
    const texture = await context.reader.follow(reference)
    if (!(texture instanceof ExportObject))
      throw new MediaError('elsewhere', `its picture is in another package: ${String(reference)}`)
    const { width, height } = await pictureOf(await context.reader.forPackage(texture.package), texture, context)
    const file = await context.fileOf(texture)
    pages.push({ file: file ?? `${texture.name}.png`, width, height })
  }
  return pages
}

function jsonOf({ characters, kerning }: FontMap, { export: exported }: ReadObject, pages: readonly Page[]): unknown {
  return {
    name: exported.name,
    lineHeight: lineHeight(characters),
    kerning,
    pages,
    characters: characters.map(({ code, ...rest }) => ({ code, character: textOf(code), ...rest })),
  }
}

/** The character as text, for human readers; empty for control characters. */
function textOf(code: number): string {
  if (code < 32 || code === 127) return ''
  return code < 256 ? fromWindows1252(String.fromCharCode(code)) : String.fromCharCode(code)
}

function lineHeight(characters: FontMap['characters']): number {
  return characters.reduce((most, { height, drop }) => Math.max(most, height + drop), 0)
}

/** The text form of AngelCode's BMFont, version 3. */
function bmFont({ characters, kerning }: FontMap, { export: exported }: ReadObject, pages: readonly Page[]): string {
  const height = lineHeight(characters)
  const quoted = (text: string) => `"${text.replace(/["\r\n]/g, '_')}"`
  const { width: scaleW = 0, height: scaleH = 0 } = pages[0] ?? {}
  const lines = [
    `info face=${quoted(exported.name)} size=${height} bold=0 italic=0 charset="" unicode=1 stretchH=100 smooth=0 aa=1 padding=0,0,0,0 spacing=${kerning},0`,
    `common lineHeight=${height} base=${height} scaleW=${scaleW} ` +
      `scaleH=${plural(scaleH, 'page')}=${pages.length} packed=0`,
    ...pages.map(({ file }, id) => `page id=${id} file=${quoted(file)}`),
    `chars count=${characters.length}`,
    ...characters.map(
      ({ code, x, y, width, height: tall, drop, page }) =>
        `char id=${code} x=${x} y=${y} width=${width} height=${tall} xoffset=0 yoffset=${drop} ` +
        `xadvance=${width + kerning} page=${page} chnl=15`,
    ),
  ]
  return `${lines.join('\n')}\n`
}
