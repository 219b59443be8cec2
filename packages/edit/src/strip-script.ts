import { TextBuffer } from '@ukit/objects/script'
import type { PackageEdit } from './document.js'
import { EditExport } from './entries.js'

/**
 * *Empties the source text of classes*: what a `ScriptText` of a class held, and nothing else. The buffers
 * stay, so that no reference breaks.
 *
 * @returns the paths of the buffers, those that were empty left out.
 */
export async function stripScript(edit: PackageEdit): Promise<string[]> {
  const stripped: string[] = []
  for (const entry of edit.exports) {
    if (entry.className.toLowerCase() !== 'textbuffer') continue
    // A text that is in a class; others are texts of their own.
    if (!(entry.outer instanceof EditExport) || entry.outer.class !== null) continue
    const { object } = await edit.read(entry)
    if (!(object instanceof TextBuffer) || object.isEmpty) continue
    await edit.change(entry, (text) => {
      if (text instanceof TextBuffer) text.clear()
    })
    stripped.push(entry.path)
  }
  return stripped
}
