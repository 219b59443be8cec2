import type { CodecSet } from '@ukit/codecs'
import type { ExportObject, ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { fromWindows1252 } from '@ukit/files/internal'
import { type PackedText, script } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { classOfText } from './class-text.js'
import type { Exporter, MediaFile } from './exporter.js'

/**
 * *Script text as `.uc`, other texts as `.txt`*, with their own line ends, in UTF-8. The source of a class
 * gets the class's default properties, which compilers do not keep in the text, so that it compiles again.
 */
export const textExporter: Exporter = {
  classes: ['textbuffer'],
  takes: ({ object }) => object instanceof script.TextBuffer,
  async export({ export: exported, object, error }, context) {
    if (!(object instanceof script.TextBuffer)) throw new MediaError('no-form', 'not a text')
    if (error !== undefined) throw new MediaError('broken', error.message)
    const packed = object.packedText
    const text = packed === undefined ? object.text : await unpack(packed, context.codecs)
    if (text.text === '') throw new MediaError('no-data', 'it is empty: the source was stripped')
    // A class's text belongs to the class, whose name the file takes.
    const of = classOfText(exported)
    if (of === undefined) return [{ extension: 'txt', bytes: new TextEncoder().encode(unicode(text)) }]
    return [{ ...(await classFile(text, of, context.reader)), ...(of === exported.outer ? { forOuter: true } : {}) }]
  },
}

async function classFile({ text, wide }: Text, of: ExportObject, reader: ObjectReader): Promise<MediaFile> {
  // Sounds and pictures are extracted more often: the decompiler is only loaded for a class.
  const { withDefaults } = await import('@ukit/script/decompile')
  let whole = text
  let note: string | undefined
  try {
    whole = await withDefaults(reader, of, text)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    note = `without its default properties, which cannot be read: ${error.message}`
  }
  const bytes = new TextEncoder().encode(unicode({ text: whole, wide }))
  return { extension: 'uc', bytes, ...(note === undefined ? {} : { note }) }
}

/** A text as it is stored: 8-bit units, or 16-bit ones. */
interface Text {
  readonly text: string
  readonly wide: boolean
}

/**
 * Text as Unicode: 8-bit units are Windows-1252, which every editor of the time wrote; 16-bit units are
 * UTF-16.
 */
function unicode({ text, wide }: Text): string {
  return wide ? text : fromWindows1252(text)
}

/** Maximum number of bytes that a zlib stream unpacks from one byte. */
const MOST_FROM_A_BYTE = 1100

async function unpack({ bytes: packed, size }: PackedText, codecs: CodecSet): Promise<Text> {
  if (size < 0 || size > packed.length * MOST_FROM_A_BYTE)
    throw new MediaError('broken', `expected a text that fits ${packed.length} packed bytes, found one of ${size}`)
  const zlib = await codecs.zlib()
  const bytes = zlib.decompress(packed, size)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return { text: text.replace(/\0$/, ''), wide: false }
}
