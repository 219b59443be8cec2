import { emptyPackage, type NewPackage } from '../package/create-empty.js'
import type { ReadOptions } from '../package/object-reader.js'
import { PackageEdit } from './document.js'

/**
 * *A new package as a document*: nothing is in it but the name `None`.
 *
 * ```ts
 * const edit = await createPackage({ name: 'Hello', version: 69, guid })
 * addObject(edit, 'Walls.Palette0', 'Engine.Palette', palette)
 * const wall = addObject(edit, 'Walls.Brick', 'Engine.Texture', texture, { flags: 0xf0004 })
 * await setProperty(edit, wall, 'Palette:object', "Palette'Walls.Palette0'")
 * await saveFile('Hello.utx', savePackage(await buildPackage(edit)))
 * ```
 *
 * The same calls with the same GUID give the same bytes. Names, imports and exports stand in the order in which they were added; bodies in the order of exports; tables
 * where the engine puts them; one generation that counts what there is.
 *
 * @throws {PackageError} as `emptyPackage`.
 */
export async function createPackage(what: NewPackage, options: ReadOptions = {}): Promise<PackageEdit> {
  return PackageEdit.open(await emptyPackage(what), options)
}
