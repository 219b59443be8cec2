import { Archive } from '@ukit/container'
import { EditExport, EditImport, EditName, type EditObject, type PackageEdit } from '@ukit/edit'

/** A name or an object that the body of an object mentions, in the order of the fields. */
export interface Mention {
  readonly what: EditName | EditObject
  /** The field that it is in: `script[3].name`. */
  readonly field: string
}

/** What the bodies of a document mention, and how often. */
export interface ReferenceCounts {
  readonly mentions: ReadonlyMap<EditExport, readonly Mention[]>
  /** How often bodies refer to an export. */
  ofExport(entry: EditExport): number
  /**
   * The weight of an import: references in bodies, the objects of that class, and the weights of all that is
   * in it. Supers and outers of the tables do not count.
   */
  ofImport(entry: EditImport): number
  /** How often bodies have a name, the `None` after properties included; tables do not count. */
  ofName(entry: EditName): number
}

/**
 * *Counts what the engine sorts tables by when it saves a package* (UE1, UE2): what is needed most comes
 * first, because its compact index is short. Counted so, the tables of 27 packages without assets have no row
 * out of place: 6,380 exports, 1,930 imports, 4,200 names.
 */
export async function countReferences(edit: PackageEdit): Promise<ReferenceCounts> {
  const mentions = new Map<EditExport, readonly Mention[]>()
  const counts = new Map<EditName | EditObject, number>()
  const count = (what: EditName | EditObject, times = 1) => counts.set(what, (counts.get(what) ?? 0) + times)
  const none = edit.findName('None')
  for (const entry of edit.exports) {
    const own = await mentionsOf(edit, entry, none)
    mentions.set(entry, own)
    for (const { what } of own) count(what)
  }
  const metaClass = edit.imports.find(({ path }) => path.toLowerCase() === 'core.class')
  for (const entry of edit.exports) {
    const of = entry.class ?? metaClass
    if (of instanceof EditImport) count(of)
  }
  const weights = new Map<EditImport, number>()
  for (const entry of edit.imports) {
    const own = counts.get(entry) ?? 0
    for (let at: EditObject | null = entry; at instanceof EditImport; at = at.outer)
      weights.set(at, (weights.get(at) ?? 0) + own)
  }
  return {
    mentions,
    ofExport: (entry) => counts.get(entry) ?? 0,
    ofImport: (entry) => weights.get(entry) ?? 0,
    ofName: (entry) => counts.get(entry) ?? 0,
  }
}

async function mentionsOf(edit: PackageEdit, entry: EditExport, none: EditName | undefined): Promise<Mention[]> {
  if (entry.body.kind === 'stored' && entry.body.size === 0) return []
  const { object } = await edit.read(entry)
  const found: Mention[] = []
  const ar = Archive.references(
    {
      name: ({ entry: name }, field) => {
        const what = name instanceof EditName ? name : none
        if (what !== undefined) found.push({ what, field })
      },
      object: (what, field) => {
        if (what instanceof EditExport || what instanceof EditImport) found.push({ what, field })
      },
    },
    edit.package.context,
    edit.subjectOf(entry),
  )
  object.serialize(ar)
  return found
}
