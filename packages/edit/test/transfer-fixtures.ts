import { Guid } from '@ukit/container'
import { type NewPackage, ObjectReader, openPackage, type Package } from '@ukit/core'
import { addObject, buildPackage, checkBodies, createPackage, importAt, PackageEdit, setProperty } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { describeObject, type Json, verifyPackage } from '@ukit/inspect'
import { UnrealObject } from '@ukit/objects'
import { expect } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'

export const GUID = new Guid(1, 2, 3, 4)
export type Versions = Omit<NewPackage, 'name' | 'guid'>

/** Written, and opened again from the bytes alone. */
export async function saved(edit: PackageEdit, name = edit.package.name): Promise<Package> {
  const built = await buildPackage(edit)
  await checkBodies(built.image)
  return openPackage(memorySource(await bytesOf(built.image)), { fileName: `${name}.u` })
}

export const again = async (edit: PackageEdit) => PackageEdit.open(await saved(edit))

export const empty = (edit: PackageEdit) => {
  const object = new UnrealObject()
  object.properties.end = edit.addName('None')
  return object
}

/** Flags of an object that other packages must not refer to. */
export const PRIVATE = 0x0007_0000

/**
 * `Group.Wall` needs the private `Group.Grey`, the public `Other` and `Botpack.Gold`; `Second` needs
 * `Group.Grey` too.
 */
export async function source(versions: Versions, name = 'Source'): Promise<PackageEdit> {
  const edit = await createPackage({ name, guid: GUID, ...versions })
  addObject(edit, 'Group.Grey', 'Mod.Shade', empty(edit), { flags: PRIVATE })
  const grey = edit.export('Group.Grey')
  await setProperty(edit, grey, 'Level:int', '7')
  addObject(edit, 'Other', 'Mod.Thing', empty(edit))
  importAt(edit, 'Botpack.Skins.Gold', 'Mod.Thing')
  for (const path of ['Group.Wall', 'Second']) {
    const entry = addObject(edit, path, 'Mod.Thing', empty(edit))
    await setProperty(edit, entry, 'Shade:object', "Shade'Group.Grey'")
  }
  const wall = edit.export('Group.Wall')
  await setProperty(edit, wall, 'Beside:object', "Thing'Other'")
  await setProperty(edit, wall, 'Gold:object', "Thing'Botpack.Skins.Gold'")
  await setProperty(edit, wall, 'Event:name', 'Opened')
  return again(edit)
}

/** `Map` with an object of its own, and one that imports `Source.Group.Wall` and `Source.Second`. */
export async function map(versions: Versions, name = 'Map'): Promise<PackageEdit> {
  const edit = await createPackage({ name, guid: GUID, ...versions })
  addObject(edit, 'Own', 'Mod.Thing', empty(edit))
  const user = addObject(edit, 'User', 'Mod.Actor', empty(edit), { flags: PRIVATE })
  importAt(edit, 'Source.Group.Wall', 'Mod.Thing')
  importAt(edit, 'Source.Second', 'Mod.Thing')
  await setProperty(edit, user, 'Skin:object', "Thing'Source.Group.Wall'")
  await setProperty(edit, user, 'Extra:object', "Thing'Source.Second'")
  return again(edit)
}

/** The content of an object as text: references by class and path. */
export async function properties(pkg: Package, path: string): Promise<Json> {
  const read = await (await ObjectReader.open(pkg)).get(path)
  if (read === undefined) throw new Error(`no ${path}`)
  expect(read).toMatchObject({ opaqueBytes: 0, error: undefined })
  return describeObject(read).properties
}

export const refusal = (kind = 'refused') => expect.objectContaining({ name: 'PackageError', kind })
export const sound = async (pkg: Package) => expect((await verifyPackage(pkg)).problems).toEqual([])
