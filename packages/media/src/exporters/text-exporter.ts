import type { CodecSet } from '@ukit/codecs'
import { ExportObject, type PackageObject } from '@ukit/core'
import { type PackedText, script } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { Exporter } from './exporter.js'

/** *Script text as `.uc`, other texts as `.txt`*, with the line ends that they have; in UTF-8. */
export const textExporter: Exporter = {
  classes: ['textbuffer'],
  takes: ({ object }) => object instanceof script.TextBuffer,
  async export({ export: exported, object, error }, context) {
    if (!(object instanceof script.TextBuffer)) throw new MediaError('no-form', 'not a text')
    if (error !== undefined) throw new MediaError('broken', error.message)
    const packed = object.packedText
    const text = packed === undefined ? unicode(object.text) : await unpack(packed, context.codecs)
    if (text === '') throw new MediaError('no-data', 'it is empty: the source was stripped')
    const bytes = new TextEncoder().encode(text)
    // A class's text belongs to the class, whose name the file takes.
    if (isClass(exported.outer) && exported.name.toLowerCase() === 'scripttext')
      return [{ extension: 'uc', bytes, forOuter: true }]
    return [{ extension: hasClassBeside(exported) ? 'uc' : 'txt', bytes }]
  },
}

/** Some games have the text beside the class, under the class's name (SWAT 4). */
function hasClassBeside(text: ExportObject): boolean {
  const name = text.name.toLowerCase()
  return text.package.children(text.outer).some((object) => isClass(object) && object.name.toLowerCase() === name)
}

function isClass(object: PackageObject | null): boolean {
  return object instanceof ExportObject && object.entry.class === 0
}

/**
 * What Windows-1252 has at 0x80 to 0x9F, where Latin-1 has controls; the five that it leaves open stay
 * controls.
 */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178'

/**
 * Text as people read it: 8-bit units are Windows-1252, which every editor of the time wrote; 16-bit units
 * are UTF-16.
 */
function unicode({ text, wide }: { readonly text: string; readonly wide: boolean }): string {
  return wide ? text : text.replace(/[\x80-\x9f]/g, (unit) => WINDOWS_1252[unit.charCodeAt(0) - 0x80] ?? unit)
}

/** No stream of zlib grows more than this. */
const MOST_FROM_A_BYTE = 1100

async function unpack({ bytes: packed, size }: PackedText, codecs: CodecSet): Promise<string> {
  if (size < 0 || size > packed.length * MOST_FROM_A_BYTE)
    throw new MediaError('broken', `expected a text that ${packed.length} packed bytes can hold, found one of ${size}`)
  const zlib = await codecs.zlib()
  const bytes = zlib.decompress(packed, size)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return unicode({ text: text.replace(/\0$/, ''), wide: false })
}
