import type { Guid } from '@ukit/container'
import type { Package, ReadOptions } from '@ukit/core'
import { emptyPackage, type NewPackage } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { PackageEdit } from './document.js'
import { checkName } from './names.js'

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
 * The same calls with the same GUID give the same bytes. Names, imports and exports are in the order in which
 * they were added; bodies in the order of exports; tables where the engine puts them; one generation that
 * counts what there is.
 *
 * @throws {PackageError} as `emptyPackage`; `refused` for a name that other packages could not import from.
 */
export async function createPackage(what: NewPackage, options: ReadOptions = {}): Promise<PackageEdit> {
  checkNewName(what.name)
  return PackageEdit.open(await emptyPackage(what), options)
}

/**
 * AllowDownload, ClientOptional, ServerSideOnly, and Cooked (UE3): the purpose of a package. All others
 * describe its contents.
 */
const KEPT_FLAGS = 0xf

/**
 * *A new package without objects, with the version, game and purpose of another*, for objects from that one.
 * @throws {PackageError} as `createPackage`.
 */
export async function emptyLike(like: Package, name: string, guid: Guid): Promise<PackageEdit> {
  const { summary, context, game, version, licensee } = like
  const { engineVersion } = summary
  const flags = (summary.flags & KEPT_FLAGS) >>> 0
  const { bigEndian } = context
  const edit = await createPackage({ name, version, licensee, game: game.id, guid, flags, bigEndian, engineVersion })
  // Killing Floor has another tag for all but maps.
  if (game.tags?.includes(summary.tag)) edit.summary.tag = summary.tag
  edit.summary.folder = summary.folder
  edit.summary.cookerVersion = summary.cookerVersion
  edit.summary.extra = { ...summary.extra }
  return edit
}

/** @throws {PackageError} `refused` for a name that no import can have. */
function checkNewName(name: string): void {
  checkName(name)
  if (name.toLowerCase() === 'none')
    throw new PackageError('refused', 'no package can be called None: that name means "nothing"')
}
