import { Name, type ObjectSource, type Serializable, UString } from '@ukit/container'
import { Class } from '@ukit/objects/script'
import type { PackageDraft } from '../draft/draft.js'
import type { ClassDraft } from './class-draft.js'
import { declareText } from './text-objects.js'

/**
 * *Fills the texts that a game's record keeps for a class in addition to the engine's* (SWAT 4); what a
 * record does not have is passed over.
 */
export function fillGameTexts(draft: PackageDraft, owner: ClassDraft): void {
  const { object, entry, source, defaultsText } = owner
  fill(object.added, 'processedText', () => declareText(draft, 'ProcessedText', source.text, entry))
  const record = object.addedToClass
  fill(record, 'defaultsText', () => UString.from(defaultsText))
  fill(record, 'filePath', () => UString.from(sourcePath(draft.edit.name, owner.file)))
}

/** Fills the lists of a class that a game's record keeps (SWAT 4); those of its super are filled by then. */
export function fillGameLists(draft: PackageDraft, owner: ClassDraft): void {
  const record = owner.object.addedToClass
  if (record !== undefined && 'objects' in record) Object.assign(record, imports(draft, owner))
  fill(record, 'implements', () => owner.symbol.interfaces.map((one) => draft.reference(one)))
}

/** Sets a field of a game's record, if there is one. */
function fill(record: Serializable | undefined, field: string, value: () => unknown): void {
  if (record !== undefined && field in record) Object.assign(record, { [field]: value() })
}

/** The path by which the compiler knows a file: from the folder of the game's programs (602 of 602). */
function sourcePath(packageName: string, file: string): string {
  const parts = file.split(/[\\/]/)
  const at = parts.findIndex((part) => part.toLowerCase() === 'classes')
  return ['..', packageName, 'Classes', ...parts.slice(at + 1)].join('\\')
}

/** Classes and enums that `import` names. A class has those of its super first. */
function imports(draft: PackageDraft, { symbol, source }: ClassDraft): { names: Name[]; objects: ObjectSource[] } {
  const names: Name[] = []
  const objects: ObjectSource[] = []
  if (symbol.super !== null) {
    const own = draft.objectOf(symbol.super)
    const above = own ?? draft.world.objectOf(symbol.super)
    const record: object = (above instanceof Class ? above.addedToClass : undefined) ?? {}
    for (const name of 'names' in record && Array.isArray(record.names) ? record.names : [])
      if (name instanceof Name) names.push(draft.name(name.toString()))
    for (const object of 'objects' in record && Array.isArray(record.objects) ? record.objects : []) {
      const reference = own === undefined ? draft.optional(draft.world.symbolOf(object)) : object
      if (reference !== null) objects.push(reference)
    }
  }
  for (const node of source.file.declarations) {
    if (node.kind !== 'Import') continue
    if (node.what.toLowerCase() === 'class') names.push(draft.name(`Class ${node.name}`))
    else {
      const owner = draft.world.class(node.from ?? '', symbol.packageName)
      const found = owner?.enums.get(node.name.toLowerCase())
      if (found !== undefined) objects.push(draft.reference(found))
    }
  }
  return { names, objects }
}
