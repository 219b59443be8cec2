import { ExportObject, type ObjectReader } from '@ukit/core'
import { Class, TextBuffer } from '@ukit/objects/script'
import type { ClassSymbol, World } from '../symbols/symbol.js'

/**
 * *The source of a class, as its package carries it*; `undefined` when it does not. SWAT 4 keeps the text
 * after its preprocessor, which is what its compiler saw.
 */
export async function classText(symbol: ClassSymbol, world: World, reader: ObjectReader): Promise<string | undefined> {
  const object = world.objectOf(symbol)
  if (!(object instanceof Class)) return undefined
  const { added } = object
  const processed = added !== undefined && 'processedText' in added ? added.processedText : null
  for (const reference of [processed, object.scriptText]) {
    if (!(reference instanceof ExportObject)) continue
    const { object: buffer } = await reader.read(reference)
    if (buffer instanceof TextBuffer && !buffer.isEmpty && buffer.packedText === undefined) return buffer.text.text
  }
  return undefined
}
