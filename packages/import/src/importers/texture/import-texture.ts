import type { PackageEdit } from '@ukit/edit'
import type { Imported } from '../importer.js'
import type { ImportTextureOptions, TextureSource } from './texture-options.js'
import { importClassicTexture } from './texture-ue1-ue2.js'
import { importTexture2D } from './texture-ue3.js'

/**
 * *Imports a picture as a texture*: a new one, or instead of an existing one, which keeps its name, group,
 * flags, format, whether it has smaller levels, and all properties that the picture does not decide.
 *
 * In UE3 all levels are stored uncompressed in the package, even those that were in a texture file cache
 * before.
 *
 * Sides have to be powers of two in UE1 and UE2, and for smaller levels in UE3; see
 * `ImportTextureOptions.resize`. In UE1 and UE2 a picture with a palette is stored index for index.
 * Properties are those that the editor sets, except InternalTime, the uptime of the editor's computer.
 *
 * ```ts
 * const edit = await PackageEdit.open(pkg)
 * await importTexture(edit, 'Walls.Brick', await readPictureFile(bytes))
 * const changed = await buildPackage(edit)
 * ```
 *
 * @param path of the texture in the package, `Group.Name`. Missing groups are added.
 * @throws {PackageError} `refused` when the object at the path is not a texture, or the engine does not take
 *   the picture's size or the format; `unsupported` when the existing object cannot be written again. The
 *   document is then unchanged.
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
