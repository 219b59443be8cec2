/**
 * Extensions of packages, in lower case: what is taken from a folder without a look into the file, so that a damaged one is reported and not
 * passed over. A file with any other extension is taken when its first bytes are a package's.
 */
const PACKAGE_EXTENSIONS: ReadonlySet<string> = new Set([
  // Unreal Engine 1 and 2: code, textures, sounds, music, maps, meshes, animations, prefabs, videos, a download cache.
  ...['u', 'utx', 'uax', 'umx', 'unr', 'ut2', 'un2', 'usx', 'ukx', 'upx', 'uvx', 'uxx'],
  // Unreal Engine 3: packages and maps.
  ...['upk', 'udk', 'umap', 'ut3'],
  // Single games: Mass Effect, Unreal Engine 3 on consoles, Gears of War, Duke Nukem Forever.
  ...['pcc', 'sfm', 'xxx', 'gear', 'dnf', 'dfx'],
])

/** Installers and compressed downloads: `info` says what they are. */
const OTHER_EXTENSIONS: ReadonlySet<string> = new Set(['umod', 'ut2mod', 'ut4mod', 'rmod', 'uz', 'uz2', 'uz3'])

/** What the name says of a file that was found in a folder or container. */
export function likeness(name: string): 'package' | 'other' | 'unknown' {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return PACKAGE_EXTENSIONS.has(extension) ? 'package' : OTHER_EXTENSIONS.has(extension) ? 'other' : 'unknown'
}
