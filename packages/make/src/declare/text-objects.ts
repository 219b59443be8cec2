import { UString } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { TextBuffer } from '@ukit/objects/script'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'

/** Makes an object that holds a text of a class. */
export function declareText(
  draft: PackageDraft,
  name: string,
  text: string,
  owner: EditExport,
  flags: number = ScriptFlag.text,
): EditExport {
  const { entry, object } = draft.add(null, 'TextBuffer', name, owner, flags)
  if (object instanceof TextBuffer) object.text = UString.from(text)
  return entry
}
