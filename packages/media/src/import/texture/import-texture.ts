import type { PackageEdit } from '@ukit/edit'
import type { Imported } from '../importer.js'
import type { ImportTextureOptions, TextureSource } from './texture-options.js'
import { importClassicTexture } from './texture-ue1-ue2.js'
import { importTexture2D } from './texture-ue3.js'

/**
 * *A picture as a texture of a package*: a new one, or instead of one that is there, which keeps its name,
 * group, flags, format, whether it has smaller levels, and all properties that the picture does not decide.
 *
 * In UE3 all levels are stored in the package, not compressed, also those that were in a texture file cache
 * before.
 *
 * Sides have to be powers of two in UE1 and UE2, in UE3 for smaller levels; see
 * `ImportTextureOptions.resize`. There a picture with a palette is taken over index for index. Properties are
 * those that the editor sets, except InternalTime, which says how long its computer had been running.
 *
 * ```ts
 * const edit = await PackageEdit.open(pkg)
 * await importTexture(edit, 'Walls.Brick', await readPictureFile(bytes))
 * const changed = await buildPackage(edit)
 * ```
 *
 * @param path of the texture in the package, `Group.Name`; groups are made where there are none.
 * @throws {PackageError} `refused` when the object at the path is not a texture, or the engine does not take
 *   the picture's size or the format; `unsupported` when what is there cannot be written again. The document
 *   is unchanged then.
 */
export async function importTexture(
  edit: PackageEdit,
  path: string,
  source: TextureSource,
  options: ImportTextureOptions = {},
): Promise<Imported> {
  const { engine } = edit.package.context
  return engine === 3
    ? importTexture2D(edit, path, source, options)
    : importClassicTexture(edit, engine, path, source, options)
}
