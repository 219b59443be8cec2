import { UString } from '@ukit/container'
import { ExportObject, type ObjectReader } from '@ukit/core'
import { Class, TextBuffer } from '@ukit/objects/script'

/** Unpacks the texts of games that pack them. */
export interface TextCodec {
  /** The bytes that a stream of zlib has; `size` of them. */
  decompress(bytes: Uint8Array, size: number): Uint8Array
}

/** *The source that a package carries of a class.* */
export interface SourceText {
  /** From the first line to `defaultproperties`, without that; lines end as they are stored. */
  readonly text: string
  /** What SWAT 4 keeps of the default properties; empty in other games. */
  readonly defaults: string
}

/** No stream of zlib grows more than this. */
const MOST_FROM_A_BYTE = 1100

/**
 * The text of a class; `undefined` when it was stripped.
 *
 * @param codec of zlib, for Undying.
 * @param isProcessed as the compiler got it, after SWAT 4's preprocessor.
 */
export async function sourceText(
  reader: ObjectReader,
  exported: ExportObject,
  codec?: TextCodec,
  isProcessed = false,
): Promise<SourceText | undefined> {
  const { object } = await reader.read(exported)
  if (!(object instanceof Class)) return undefined
  const { added, addedToClass } = object
  const processed: unknown = added !== undefined && 'processedText' in added ? added.processedText : null
  const texts = [object.scriptText, processed]
  for (const source of isProcessed ? texts.reverse() : texts) {
    const found = source instanceof ExportObject ? await textOf(reader, source, codec) : ''
    if (found === '') continue
    const defaults: unknown =
      addedToClass !== undefined && 'defaultsText' in addedToClass ? addedToClass.defaultsText : ''
    return { text: found, defaults: defaults instanceof UString ? defaults.text : '' }
  }
  return undefined
}

/**
 * *The text of a class as it was written*: with default properties that a game keeps beside it where its
 * compiler left empty lines for them, one fewer than they had; at the end, if there are not that many
 * together (SWAT 4).
 */
export function withKeptDefaults({ text, defaults }: SourceText): string {
  if (defaults === '') return text
  const block = ['defaultproperties', ...`${defaults}}`.split(/\r?\n/)]
  const lines = text.split('\r\n')
  const needed = block.length - 1
  // What follows the last line end is not a line.
  let end = lines.length - 1
  for (let empty = 0, at = end - 1; at >= 0 && empty < needed; at--) {
    empty = lines[at] === '' ? empty + 1 : 0
    if (empty === needed) end = at
  }
  const isFound = end < lines.length - 1
  return [...lines.slice(0, end), ...block, ...lines.slice(isFound ? end + needed : end)].join('\r\n')
}

async function textOf(reader: ObjectReader, exported: ExportObject, codec?: TextCodec): Promise<string> {
  const { object } = await reader.read(exported)
  if (!(object instanceof TextBuffer)) return ''
  const packed = object.packedText
  if (packed === undefined) return object.text.text
  if (codec === undefined || packed.size < 0 || packed.size > packed.bytes.length * MOST_FROM_A_BYTE) return ''
  let text = ''
  for (const byte of codec.decompress(packed.bytes, packed.size)) text += String.fromCharCode(byte)
  return text.replace(/\0$/, '')
}
