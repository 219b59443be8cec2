import { UString } from '@ukit/container'
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
    if (!(object instanceof TextBuffer) || (object.text.length === 0 && object.packed === undefined)) continue
    await edit.change(entry, (text) => {
      if (!(text instanceof TextBuffer)) return
      text.text = UString.EMPTY
      text.packed = text.packed === undefined ? undefined : new Uint8Array(0)
      text.plainSize = 0
      text.position = 0
      text.top = 0
    })
    stripped.push(entry.path)
  }
  return stripped
}
