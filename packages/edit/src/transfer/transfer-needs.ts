import type { Name } from '@ukit/container'
import { Archive } from '@ukit/container'
import { PackageError } from '@ukit/files'
import type { PackageEdit } from '../document.js'
import { EditExport, EditImport, EditName, type EditObject } from '../entries.js'
import { whyOpaque } from '../uses.js'

/** What an object cannot be written without. */
export interface Needs {
  /** Names in its body and in its row. */
  readonly names: readonly Name[]
  /** Objects that its body and its row refer to, its outer not among them. */
  readonly objects: readonly EditObject[]
}

/**
 * *What an object needs*, by its row and by every field of its body.
 *
 * @throws {PackageError} `unsupported` when it is not understood to its last byte: it cannot be told then.
 */
export async function needsOf(edit: PackageEdit, entry: EditExport): Promise<Needs> {
  const names = new Map<EditName, Map<number, Name>>()
  const objects = new Set<EditObject>()
  const useName = (name: Name) => {
    if (!(name.entry instanceof EditName)) return
    const numbers = names.get(name.entry) ?? new Map<number, Name>()
    names.set(name.entry, numbers.set(name.number, name))
  }
  const useObject = (object: unknown) => {
    if (object instanceof EditExport || object instanceof EditImport) objects.add(object)
  }
  for (const object of [entry.class, entry.super, entry.archetype]) useObject(object)
  for (const { name, component } of entry.componentMap) {
    useName(name)
    useObject(component)
  }
  if (entry.body.kind !== 'stored' || entry.body.size > 0) {
    const { object, opaqueBytes, error } = await edit.read(entry)
    if (opaqueBytes > 0 || error !== undefined) throw await opaqueError(edit, entry, error)
    object.serialize(
      Archive.references({ name: useName, object: useObject }, edit.package.context, edit.subjectOf(entry)),
    )
  }
  return { names: [...names.values()].flatMap((numbers) => [...numbers.values()]), objects: [...objects] }
}

async function opaqueError(
  edit: PackageEdit,
  entry: EditExport,
  cause: PackageError | undefined,
): Promise<PackageError> {
  const why = cause?.message ?? (await whyOpaque(edit, entry))
  const message = `it cannot be moved to another package, where names and references have other numbers: ${why}`
  return new PackageError('unsupported', message, { object: entry.path, cause })
}
