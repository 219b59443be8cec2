import { listOf, numberOf, parsed, recordOf, textOf } from '../src/page/json-values.js'
import type { PageItem } from '../src/page/page-data.js'
import { element } from './dom.js'
import { loadText } from './scripts.js'
import type { Stage } from './stage.js'

/** A character of a font's map. */
interface Glyph {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly drop: number
  readonly page: number
}

/** A sample that has most letters. */
const SAMPLE = 'The quick brown fox\njumps over the lazy dog\n0123456789 .,:;!?'

/** *A font*: a text that can be changed, in its letters, and its pictures. */
export function fontStage(item: PageItem, at: readonly [string, number]): Stage {
  const canvas = element('canvas', { class: 'sample', role: 'img', 'aria-label': `A sample of ${item.name}` })
  const input = element('textarea', { rows: 3, 'aria-label': 'Text of the sample', spellcheck: 'false' })
  input.value = SAMPLE
  const pictures = element('div', { class: 'pages' })
  const frame = element('div', { class: 'font' }, input, element('div', { class: 'scroll' }, canvas), pictures)
  loadText(at).then(
    (text) => show(text),
    (error: unknown) => frame.append(element('p', { text: String(error) })),
  )
  const folder = item.files[0]?.path.split('/').slice(0, -1) ?? []

  function show(text: string): void {
    const font = recordOf(parsed(text))
    const glyphs = glyphsOf(font)
    const pages = listOf(font['pages']).map((page) => {
      const image = element('img', {
        src: linkTo(folder, textOf(recordOf(page)['file']) ?? ''),
        alt: 'Picture of the font',
      })
      image.addEventListener('load', draw)
      return image
    })
    pictures.append(...pages)
    input.addEventListener('input', draw)
    const lineHeight = Math.max(1, numberOf(font['lineHeight']) ?? 16)
    const kerning = numberOf(font['kerning']) ?? 0

    function draw(): void {
      const lines = input.value.split('\n')
      const widths = lines.map((line) => [...line].reduce((sum, char) => sum + advance(char), 0))
      canvas.width = Math.min(8192, Math.max(1, ...widths) + 8)
      canvas.height = Math.min(8192, lines.length * lineHeight + 8)
      const context = canvas.getContext('2d')
      for (const [i, line] of lines.entries()) {
        let x = 4
        for (const char of line) {
          const glyph = glyphs.get(char)
          const page = glyph === undefined ? undefined : pages[glyph.page]
          if (
            glyph !== undefined &&
            page?.complete === true &&
            page.naturalWidth > 0 &&
            glyph.width > 0 &&
            glyph.height > 0
          ) {
            const { x: left, y: top, width, height, drop } = glyph
            context?.drawImage(page, left, top, width, height, x, 4 + i * lineHeight + drop, width, height)
          }
          x += advance(char)
        }
      }
    }

    function advance(char: string): number {
      return (glyphs.get(char)?.width ?? lineHeight / 3) + kerning
    }
  }
  return { element: frame, tools: [], close: () => undefined }
}

function glyphsOf(font: Readonly<Record<string, unknown>>): Map<string, Glyph> {
  const glyphs = new Map<string, Glyph>()
  for (const entry of listOf(font['characters']).map(recordOf)) {
    const number = (name: string) => numberOf(entry[name]) ?? 0
    const character = textOf(entry['character'])
    if (character === undefined || character === '') continue
    const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')]
    glyphs.set(character, { x, y, width, height, drop: number('drop'), page: number('page') })
  }
  return glyphs
}

/** A link to a path relative to the folder of the font. */
function linkTo(folder: readonly string[], path: string): string {
  const parts = [...folder]
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.map(encodeURIComponent).join('/')
}
