import type { ExpandOptions } from './input.js'

/**
 * Extensions of packages, in lower case. Files with these are taken from a folder without looking at their
 * bytes, so that a damaged one is reported and not skipped. A file with any other extension is taken if it
 * starts like a package.
 */
const PACKAGE_EXTENSIONS: ReadonlySet<string> = new Set([
  // Unreal Engine 1 and 2: code, textures, sounds, music, maps, meshes, animations, prefabs, videos, a
  // download cache.
  ...['u', 'utx', 'uax', 'umx', 'unr', 'ut2', 'un2', 'usx', 'ukx', 'upx', 'uvx', 'uxx'],
  // Unreal Engine 3: packages and maps.
  ...['upk', 'udk', 'umap', 'ut3'],
  // Single games and platforms: Mass Effect, Unreal Engine 3 on consoles, Gears of War, Duke Nukem Forever.
  ...['pcc', 'sfm', 'xxx', 'gear', 'dnf', 'dfx'],
])

/** Extensions of installers, which `info` describes. */
const INSTALLER_EXTENSIONS: ReadonlySet<string> = new Set(['umod', 'ut2mod', 'ut4mod', 'rmod'])

/** Whether a file's name is that of an archive or installer, which may contain packages. */
export function isArchiveName(name: string): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return extension === 'zip' || INSTALLER_EXTENSIONS.has(extension)
}

/** Extensions of compressed downloads. */
const DOWNLOAD_EXTENSIONS: ReadonlySet<string> = new Set(['uz', 'uz2', 'uz3'])

/** The kind of a file in a folder or container, by its name. */
function kindByName(name: string): 'package' | 'installer' | 'download' | 'unknown' {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (PACKAGE_EXTENSIONS.has(extension)) return 'package'
  if (INSTALLER_EXTENSIONS.has(extension)) return 'installer'
  return DOWNLOAD_EXTENSIONS.has(extension) ? 'download' : 'unknown'
}

/** Whether a file in a folder or container is taken by its name alone. */
export function isTaken(name: string, { others = false, downloads = false }: ExpandOptions): boolean {
  const kind = kindByName(name)
  return downloads ? kind === 'download' : kind === 'package' || (others && kind !== 'unknown')
}
