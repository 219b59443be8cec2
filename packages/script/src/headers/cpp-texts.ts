import type { ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { sourceText, type TextCodec } from '../decompile/source-text.js'
import { parseSource } from '../parser/parse.js'
import type { Declaration } from '../syntax/nodes.js'

/**
 * *C++ in the texts of a package's classes* (UE2, UE3): what is between the braces of `cpptext`, by the
 * class's name, and of `structcpptext`, by `class.struct`, both in lower case. Packages without texts have
 * none.
 */
export async function cppTexts(reader: ObjectReader, codec?: TextCodec): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const exported of reader.package.exports) {
    if (exported.entry.class !== 0 || exported.entry.size <= 0 || exported.isNull) continue
    const found = await textOf(() => sourceText(reader, exported, codec))
    if (found === undefined || !/cpptext/i.test(found)) continue
    const name = exported.name.toLowerCase()
    const { declarations } = parseSource(found).file
    addTo(texts, name, declarations)
    for (const node of declarations)
      if (node.kind === 'Struct') addTo(texts, `${name}.${node.name.toLowerCase()}`, node.members)
  }
  return texts
}

function addTo(texts: Map<string, string>, key: string, declarations: readonly Declaration[]): void {
  for (const node of declarations) {
    if (node.kind !== 'CppText') continue
    const text = node.text.replace(/\r\n?/g, '\n').replace(/^\s*\n|(?<!\s)\s+$/g, '')
    if (text !== '') texts.set(key, [texts.get(key), text].filter((part) => part !== undefined).join('\n'))
  }
}

/** A class that does not decode has no text. */
async function textOf(read: () => Promise<{ readonly text: string } | undefined>): Promise<string | undefined> {
  try {
    return (await read())?.text
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return undefined
  }
}
