import { Version } from '@ukit/container'
import { EditExport, type PackageEdit, removeObject, setProperties } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { MediaError } from '@ukit/media'
import { elementsOf, fontCharacters } from '@ukit/media/internal'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import type { FontGlyph, FontValue } from '../../models/font-value.js'
import type { Imported } from '../importer.js'
import { checkNewPath } from '../new-object.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import { refused } from '../refused.js'
import { importTexture } from '../texture/import-texture.js'
import type { ImportTextureOptions } from '../texture/texture-options.js'
import { fontChanges } from './font-changes.js'

type Font = ue1.Font | ue2.Font | ue3.Font
type PagedFont = ue1.Font | ue2.Font

/**
 * Row flags of pages: those of a font without Public and Standalone, as nothing else refers to pages (4 of
 * 4).
 */
const PAGE_FLAGS = 0x70000

/**
 * *Puts a font with its pages into a document*. Pages are textures inside the font. When a font is replaced,
 * the new pages replace its old ones in order, and surplus old pages are removed.
 *
 * @param pageName names a new page by its number.
 * @throws {PackageError} `refused` as `importTexture`, {MediaError} as `importTarget`; before anything is
 *   changed.
 */
export async function putFont(
  edit: PackageEdit,
  path: string,
  value: FontValue,
  options: ImportTextureOptions,
  pageName: (page: number) => string,
): Promise<Imported> {
  const target = await importTarget<Font>(edit, path, 'Font', [ue1.Font, ue2.Font, ue3.Font])
  checkForm(edit, target.object, path, value)
  if (target.replaced === undefined) checkNewPath(edit, path, target.className)
  const known = texturesOf(target.object)
  const font = target.replaced ?? (await putObject(edit, target, RESOURCE_FLAGS, () => undefined))
  const changes = target.replaced === undefined ? [] : fontChanges(fontCharacters(target.object), value)
  const notes = [...value.notes, ...changes]
  const objects: string[] = [font.path]
  const textures: EditExport[] = []
  try {
    for (const [page, picture] of value.pages.entries()) {
      const place = known[page]?.path ?? freePath(edit, font.path, pageName, page)
      const made = await importTexture(edit, place, picture, { shrink: true, onSurfaces: false, ...options })
      const texture = edit.export(made.path)
      // In UE3 other objects may refer to a font's pages too.
      if (known[page] === undefined && !(target.object instanceof ue3.Font)) texture.flags = PAGE_FLAGS
      textures.push(texture)
      objects.push(...made.objects)
      notes.push(...made.notes)
    }
  } catch (error) {
    if (target.replaced === undefined) await removeObject(edit, font)
    throw error
  }
  await edit.change(font, (object) => {
    const hasCharacters = edit.package.context.since(Version.FontCharacters)
    if (object instanceof ue3.Font) fillProperties(edit, font, object, value, textures)
    else if (object instanceof ue2.Font && hasCharacters) fillCharacters(object, value, textures)
    else if (object instanceof ue1.Font || object instanceof ue2.Font) fillPages(object, value, textures)
    else throw new TypeError(`${font.path} was read as another class`)
  })
  for (const texture of known.slice(textures.length)) notes.push(...(await removePage(edit, font, texture)))
  return { path: font.path, className: font.className, objects, notes }
}

/** Removes a page that a font no longer has, and its palette if that is inside the font. */
async function removePage(edit: PackageEdit, font: EditExport, texture: EditExport): Promise<string[]> {
  const palette = (await edit.read(texture)).object.properties.get('Palette')
  const isOwn = palette instanceof EditExport && palette.outer === font
  for (const object of isOwn ? [texture, palette] : [texture]) {
    try {
      await removeObject(edit, object)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      // A palette that other pages share stays.
      if (object === texture) return [`${texture.path} is no longer a page, but something else refers to it`]
    }
  }
  return []
}

function checkForm(edit: PackageEdit, font: Font, path: string, { pages, remap, perPage }: FontValue): void {
  const { context } = edit.package
  if (font instanceof ue1.Font && (font.isTexture || !context.since(Version.FontPagesOnly)))
    throw new MediaError(
      'unsupported',
      'fonts of packages before version 68 are textures themselves, which ukit cannot make',
    )
  if (font instanceof ue1.Font && remap !== undefined && !context.since(Version.FontRemap)) {
    const characters = `${plural(perPage * pages.length, 'character')}, in the order of their codes`
    throw new MediaError('unsupported', `fonts of this version have at most ${characters}`)
  }
  if (font instanceof ue3.Font && !context.since(Version.BulkArrays))
    throw new MediaError('unsupported', 'fonts of the first builds of UE3 have a form that ukit does not write')
  for (const { width, height } of pages)
    if (!isPowerOfTwo(width) || !isPowerOfTwo(height))
      throw refused(path, `expected pages with sides that are powers of two, found ${width} × ${height} pixels`)
}

function isPowerOfTwo(side: number): boolean {
  return (side & (side - 1)) === 0
}

/** The textures of a font that are in this document. */
function texturesOf(font: Font): EditExport[] {
  const pages =
    font instanceof ue3.Font
      ? elementsOf(font.properties.get('Textures'))
      : [...font.pages.map(({ texture }) => texture), ...(font instanceof ue2.Font ? font.textures : [])]
  return pages.filter((texture): texture is EditExport => texture instanceof EditExport)
}

function freePath(edit: PackageEdit, font: string, pageName: (page: number) => string, page: number): string {
  for (let number = page; ; number++) {
    const path = `${font}.${pageName(number)}`
    if (edit.find(path) === undefined) return path
  }
}

/** UE1, and UE2 before `Version.FontCharacters`: a list of rectangles for each texture. */
function fillPages(
  font: PagedFont,
  { glyphs, perPage, remap, kerning }: FontValue,
  textures: readonly EditExport[],
): void {
  font.pages = textures.map((texture, page) => {
    const own = Array.from({ length: perPage }, (_, i) => glyphs[page * perPage + i])
    return Object.assign(new ue1.FontPage(), { texture, characters: Int32Array.from(own.flatMap(rectangle)) })
  })
  font.charactersPerPage = perPage
  if (font instanceof ue2.Font) font.kerning = kerning
  fillRemap(font, remap)
}

function rectangle(glyph: FontGlyph | undefined): number[] {
  return glyph === undefined ? [0, 0, 0, 0] : [glyph.x, glyph.y, glyph.width, glyph.height]
}

/** 17 bytes per character: its rectangle, and the number of its texture. */
function fillCharacters(font: ue2.Font, { glyphs, remap, kerning }: FontValue, textures: readonly EditExport[]): void {
  const view = new DataView(new ArrayBuffer(glyphs.length * 17))
  for (const [i, glyph] of glyphs.entries()) {
    for (const [k, number] of rectangle(glyph).entries()) view.setInt32(i * 17 + k * 4, number, true)
    view.setUint8(i * 17 + 16, glyph?.page ?? 0)
  }
  font.characters = new Uint8Array(view.buffer)
  font.textures = [...textures]
  font.kerning = kerning
  fillRemap(font, remap)
}

function fillRemap(font: PagedFont, remap: FontValue['remap']): void {
  font.remap = Uint16Array.from((remap ?? []).flat())
  font.isRemapped = remap === undefined ? 0 : 1
}

/**
 * UE3: characters are properties, in the class's order. Ascent and similar properties stay unchanged, because
 * their units are unknown.
 */
function fillProperties(
  edit: PackageEdit,
  entry: EditExport,
  font: ue3.Font,
  { glyphs, remap, kerning }: FontValue,
  textures: readonly EditExport[],
): void {
  const characters = glyphs.map((glyph) => {
    const [StartU = 0, StartV = 0, USize = 0, VSize = 0] = rectangle(glyph)
    return { StartU, StartV, USize, VSize, TextureIndex: glyph?.page ?? 0, VerticalOffset: 0 }
  })
  setProperties(edit, entry, font.properties, {
    'Characters:array(struct(FontCharacter))': characters,
    'Textures:array(object)': [...textures],
    'IsRemapped:int': remap === undefined ? undefined : 1,
    'Kerning:int': kerning === 0 ? undefined : kerning,
  })
  font.characterRemap = Uint16Array.from((remap ?? []).flat())
}
