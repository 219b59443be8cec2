import type { Guid } from '../guid.js'
import { emptyPackage } from '../package/create-empty.js'
import type { Package } from '../package/package.js'
import { PackageEdit } from './document.js'

/** AllowDownload, ClientOptional, ServerSideOnly, and Cooked (UE3): what a package is for. All others tell what is in it. */
const KEPT_FLAGS = 0xf

/** *A new package without objects, of the version, game and use of another*: what objects of that one are taken to. */
export async function emptyLike(like: Package, name: string, guid: Guid): Promise<PackageEdit> {
  const { summary, context, game, version, licensee } = like
  const { engineVersion } = summary
  const flags = (summary.flags & KEPT_FLAGS) >>> 0
  const { bigEndian } = context
  const pkg = await emptyPackage({ name, version, licensee, game: game.id, guid, flags, bigEndian, engineVersion })
  const edit = await PackageEdit.open(pkg)
  edit.summary.folder = summary.folder
  edit.summary.cookerVersion = summary.cookerVersion
  return edit
}
