import { ExportObject } from '@ukit/core'
import { script } from '@ukit/core/objects'
import { type Exporter, MediaError } from './exporter.js'

/** *Script text as `.uc`, other texts as `.txt`*, with the line ends that they have; in UTF-8. */
export const textExporter: Exporter = {
  takes: ({ object }) => object instanceof script.TextBuffer,
  async export({ export: exported, object }, context) {
    if (!(object instanceof script.TextBuffer)) throw new MediaError('not a text')
    const text = object.packed === undefined ? object.text.text : await unpack(object, context.codecs)
    if (text === '') throw new MediaError('it is empty: the source was stripped')
    // A class's text belongs to the class, whose name the file takes.
    const { outer } = exported
    const isSource =
      outer instanceof ExportObject && outer.className === 'Class' && exported.name.toLowerCase() === 'scripttext'
    const bytes = new TextEncoder().encode(text)
    return [isSource ? { extension: 'uc', bytes, forOuter: true } : { extension: 'txt', bytes }]
  },
}

/** Undying keeps texts as zlib streams of 8-bit characters. */
async function unpack(object: script.TextBuffer, codecs: Parameters<Exporter['export']>[1]['codecs']): Promise<string> {
  const zlib = await codecs.zlib()
  const bytes = zlib.decompress(object.packed ?? new Uint8Array(0), object.plainSize)
  return Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .replace(/\0$/, '')
}
