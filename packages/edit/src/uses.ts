import { Archive } from '@ukit/container'
import { type OpaquePart, opaqueReason } from './body.js'
import type { PackageEdit } from './document.js'
import { EditExport, EditImport, EditName, type EditObject } from './entries.js'
import { indicesIn } from './opaque-indices.js'

/** That one object of a document needs another, and by which field. */
export interface Use {
  /** The object that refers. */
  readonly from: EditObject
  /** `class`, `outer`, or the path of a field inside the object: `Skins[2].value`. */
  readonly field: string
  /** What it refers to. */
  readonly to: EditObject
}

/** Who uses what in a document, by tables and by what is in bodies. */
export interface Uses {
  /** Each reference, those of `from` in the order of its fields. */
  readonly uses: readonly Use[]
  /** Names that are used somewhere. */
  readonly names: ReadonlySet<EditName>
  /** Objects with bytes that are not understood: what they use is not known. */
  readonly opaque: readonly EditExport[]
  /** What those bytes could name, if they are indices. */
  readonly uncertain: ReadonlySet<EditName | EditObject>
}

/**
 * *Who uses what*: decodes every object once; one at a time is in memory.
 *
 * @param wanted decides which uses are listed; all by default.
 */
export async function usesOf(edit: PackageEdit, wanted: (to: EditObject) => boolean = () => true): Promise<Uses> {
  const uses: Use[] = []
  const names = new Set<EditName>()
  const opaque: EditExport[] = []
  const use = (from: EditObject, field: string, to: EditObject | null) => {
    if (to !== null && wanted(to)) uses.push({ from, field, to })
  }
  const name = (entry: unknown) => {
    if (entry instanceof EditName) names.add(entry)
  }
  for (const entry of edit.imports) {
    for (const used of [entry.storedName, entry.storedClassName, entry.storedClassPackage]) name(used.entry)
    use(entry, 'outer', entry.outer)
  }
  for (const entry of edit.exports) {
    name(entry.storedName.entry)
    use(entry, 'outer', entry.outer)
    use(entry, 'class', entry.class)
    use(entry, 'super', entry.super)
    use(entry, 'archetype', entry.archetype)
    for (const component of entry.componentMap) {
      name(component.name.entry)
      use(entry, 'componentMap', component.component)
    }
    if (entry.body.kind === 'stored' && entry.body.size === 0) continue
    const { object, opaqueBytes, error } = await edit.read(entry)
    if (opaqueBytes > 0 || error !== undefined) opaque.push(entry)
    const ar = Archive.references(
      {
        name: (used) => name(used.entry),
        object(to, field) {
          if (to instanceof EditExport || to instanceof EditImport) use(entry, field, to)
        },
      },
      edit.package.context,
      edit.subjectOf(entry),
    )
    object.serialize(ar)
  }
  return { uses, names, opaque, uncertain: await mayBeUsed(edit, opaque) }
}

async function mayBeUsed(edit: PackageEdit, opaque: readonly EditExport[]): Promise<Set<EditName | EditObject>> {
  const found = new Set<EditName | EditObject>()
  for (const entry of opaque) {
    for (const part of await opaqueParts(edit, entry)) {
      for (const index of indicesIn(edit.package.context, part.bytes)) {
        const name = edit.nameAt(index, 0)?.entry
        if (name instanceof EditName) found.add(name)
        const object = index === 0 ? undefined : edit.objectAt(index)
        if (object !== undefined) found.add(object)
      }
    }
  }
  return found
}

/** Why an object is not understood to its last byte, and what would help, as part of a message. */
export async function whyOpaque(edit: PackageEdit, entry: EditExport): Promise<string> {
  const [part] = await opaqueParts(edit, entry)
  return part === undefined ? 'not all of its bytes are understood' : opaqueReason(edit.codecOf(entry), part)
}

/** The parts of an object that no named field explains. */
async function opaqueParts(edit: PackageEdit, entry: EditExport): Promise<readonly OpaquePart[]> {
  const { body } = entry
  if (body.kind === 'changed') return body.opaque
  const bytes = await body.source.slice(body.start, body.start + body.size)
  return edit.codecOf(entry).opaqueParts(bytes, body.base)
}
