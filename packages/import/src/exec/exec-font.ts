import type { ImportTrueTypeOptions } from '../importers/font/import-font.js'
import type { ExecValues } from './directives.js'

/** The engine's numbers for the formats of font pages; RGBA8 is the usual one. */
const FORMATS: Readonly<Record<number, ImportTrueTypeOptions['format']>> = { 3: 'bc1', 7: 'bc2', 8: 'bc3' }

/** The weight, on the scale of Windows, from which a font counts as bold. */
const BOLD = 600

/** *What a line of `NEW TRUETYPEFONTFACTORY` asks for, as options of the importer.* */
export function trueTypeOptions(values: ExecValues<'NEW TRUETYPEFONTFACTORY'>): ImportTrueTypeOptions {
  return {
    height: values.HEIGHT,
    characters: values.CHARS,
    ranges: values.UNICODERANGE === undefined ? undefined : rangesOf(values.UNICODERANGE),
    // As in the engine: only if the line asks for it.
    antialias: values.ANTIALIAS ?? false,
    bold: values.STYLE === undefined ? undefined : values.STYLE >= BOLD,
    italic: values.ITALIC,
    underline: values.UNDERLINE,
    gamma: values.GAMMA,
    kerning: values.KERNING,
    pageWidth: values.USIZE,
    pageHeight: values.VSIZE,
    charactersPerPage: values.CHARACTERSPERPAGE,
    spaceX: values.XPAD ?? values.PADDING,
    spaceY: values.YPAD ?? values.PADDING,
    shadowX: values.DROPSHADOWX,
    shadowY: values.DROPSHADOWY,
    extendLeft: values.EXTENDBOXLEFT,
    extendTop: values.EXTENDBOXTOP,
    extendRight: values.EXTENDBOXRIGHT,
    extendBottom: values.EXTENDBOXBOTTOM,
    format: values.COMPRESSION === undefined ? undefined : FORMATS[values.COMPRESSION],
  }
}

/** Ranges of codes in hex: `20-7E,A0-FF`; a single code is a range of one. */
function rangesOf(text: string): (readonly [number, number])[] {
  return [...text.matchAll(/([0-9a-f]{1,6})(?:-([0-9a-f]{1,6}))?/gi)].map(([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ])
}

/**
 * Files that a font of this name may be in, relative to the folder of the package: there is no folder for
 * fonts that all systems share.
 */
export function fontFiles(name: string): string[] {
  return ['', 'Fonts/'].flatMap((folder) => ['ttf', 'otf'].map((extension) => `${folder}${name}.${extension}`))
}
