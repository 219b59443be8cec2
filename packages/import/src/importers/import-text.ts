import { UString } from '@ukit/container'
import { addObject, EditExport, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { toWindows1252 } from '@ukit/files/internal'
import { script } from '@ukit/objects'
import type { Imported } from './importer.js'

/**
 * *Imports a text as a TextBuffer*, with its line ends unchanged. The text of a class is refused: it would no
 * longer match the compiled code beside it.
 *
 * @throws {PackageError} `refused` when the path belongs to another object.
 */
export async function importText(edit: PackageEdit, path: string, text: string): Promise<Imported> {
  const known = edit.lookUp(path)
  const content = Object.assign(new script.TextBuffer(), {
    // 8-bit characters if Windows-1252 has all of them, as the engine writes strings.
    text: UString.from(toWindows1252(text) ?? text),
  })
  if (known === undefined) {
    const { path: made } = addObject(edit, path, 'Core.TextBuffer', content)
    return { path: made, className: 'TextBuffer', objects: [made], notes: [] }
  }
  const isText = known instanceof EditExport && edit.ancestryOf(known.class).includes('TextBuffer')
  if (!isText) throw new PackageError('refused', `expected a TextBuffer, found a ${known.className}`, { object: path })
  if (known.outer?.className === 'Class' || known.name.toLowerCase() === 'scripttext')
    throw new PackageError('refused', 'it is the source of a class, which has to be compiled', { object: path })
  await edit.change(known, (object) => {
    if (!(object instanceof script.TextBuffer)) throw new TypeError(`${known.path} was read as another class`)
    object.text = content.text
  })
  return { path: known.path, className: known.className, objects: [known.path], notes: [] }
}
