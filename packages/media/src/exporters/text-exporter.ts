import type { CodecSet } from '@ukit/codecs'
import { fromWindows1252 } from '@ukit/files/internal'
import { type PackedText, script } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { classOfText } from './class-text.js'
import type { Exporter } from './exporter.js'

/** *Script text as `.uc`, other texts as `.txt`*, with their own line ends, in UTF-8. */
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
    const of = classOfText(exported)
    if (of === undefined) return [{ extension: 'txt', bytes }]
    return [{ extension: 'uc', bytes, ...(of === exported.outer ? { forOuter: true } : {}) }]
  },
}

/**
 * Text as Unicode: 8-bit units are Windows-1252, which every editor of the time wrote; 16-bit units are
 * UTF-16.
 */
function unicode({ text, wide }: { readonly text: string; readonly wide: boolean }): string {
  return wide ? text : fromWindows1252(text)
}

/** Maximum number of bytes that a zlib stream unpacks from one byte. */
const MOST_FROM_A_BYTE = 1100

async function unpack({ bytes: packed, size }: PackedText, codecs: CodecSet): Promise<string> {
  if (size < 0 || size > packed.length * MOST_FROM_A_BYTE)
    throw new MediaError('broken', `expected a text that fits ${packed.length} packed bytes, found one of ${size}`)
  const zlib = await codecs.zlib()
  const bytes = zlib.decompress(packed, size)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return unicode({ text: text.replace(/\0$/, ''), wide: false })
}
