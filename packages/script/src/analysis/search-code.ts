import type { ObjectReader } from '@ukit/core'
import { ExportObject } from '@ukit/core'
import { Class, TextBuffer } from '@ukit/objects/script'
import { packageScriptLines, packageScriptText } from '../listing/package-listing.js'
import { packageScripts } from '../listing/package-scripts.js'

/** A line that matches. */
export interface CodeMatch {
  /** Path of the class, for source; of the function or state, for bytecode. */
  readonly object: string
  /** In source, the line from 1; in bytecode, the position of the statement. */
  readonly line: number
  readonly text: string
  readonly isSource: boolean
}

/** *Lines of the source of a package's classes that match*; of classes without source, statements of their listing. */
export async function* searchCode(
  reader: ObjectReader,
  pattern: RegExp,
  options: { readonly bytecode?: boolean } = {},
): AsyncGenerator<CodeMatch> {
  const withText = new Set<ExportObject | null>()
  if (options.bytecode !== true) {
    for await (const { object, export: exported } of reader.objects(Class)) {
      const buffer = object.scriptText
      if (!(buffer instanceof ExportObject)) continue
      const { object: text } = await reader.read(buffer)
      if (!(text instanceof TextBuffer) || text.isEmpty) continue
      withText.add(exported)
      for (const [index, line] of text.text.text.split(/\r\n|\r|\n/).entries())
        if (pattern.test(line)) yield { object: exported.path, line: index + 1, text: line.trim(), isSource: true }
    }
  }
  for await (const script of packageScripts(reader)) {
    if (script.tokens.length === 0 || withText.has(classOf(script.export))) continue
    // One look at the whole text is quicker than one at each line.
    if (!new RegExp(pattern.source, `${pattern.flags.replace('m', '')}m`).test(packageScriptText(script, reader)))
      continue
    for (const { offset, text } of packageScriptLines(script, reader))
      if (pattern.test(text)) yield { object: script.export.path, line: offset, text, isSource: false }
  }
}

/** The class that an object is in. */
function classOf(exported: ExportObject): ExportObject | null {
  let at: ExportObject['outer'] = exported
  for (let depth = 0; at instanceof ExportObject && depth < 64; depth++) {
    if (at.class === null) return at
    at = at.outer
  }
  return null
}
