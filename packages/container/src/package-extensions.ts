/** What a file with some extension usually contains: code, a map, or one kind of content. */
export type PackageFileKind =
  | 'map'
  | 'code'
  | 'texture'
  | 'sound'
  | 'music'
  | 'mesh'
  | 'animation'
  | 'content'
  | 'save'
  | 'download'

/**
 * *Extensions of package files*, by what they usually contain, in lower case. Any package may contain
 * anything; an extension only decides in which order files of one name are looked up, and what is taken from
 * a folder.
 *
 * From the Unreal Wiki's catalogue of package extensions, the list in Unreal-Library, the `Paths` and
 * `MapExt` of the games' ini files, and the lists of files that games ship.
 */
export const PACKAGE_EXTENSIONS: Readonly<Record<PackageFileKind, readonly string[]>> = {
  code: ['u', 'd2u', 't3u', 'xxx', 'sfm', 'dnf'],
  content: ['upk', 'pcc', 'gear', 'gpk', 'uppc', 'up3', 'uvx', 'ka'],
  texture: ['utx'],
  sound: ['uax'],
  music: ['umx'],
  mesh: ['usx', 'usm', 'upx', 'ugx'],
  animation: ['ukx'],
  map: [
    // The engines' own, oldest first.
    ...['unr', 'ut2', 'un2', 'ut3', 'umap', 'udk'],
    // Single games of Unreal Engine 1.
    ...['dx', 'run', 'sac', 'wot', 'nrf', 'dsm', 'dz', 'umf', 'xcm', 'scl'],
    // Of Unreal Engine 2.
    ...['rom', 'aao', 'dvs', 'rsm', 's4m', 'fuk', 'tlm', 'sfr', 'ctm', 'dfx'],
    // Of Unreal Engine 3.
    ...['kfm', 'roe', 'fire', 'me1', 'rmpc', 'rm3', 'gmp'],
  ],
  save: ['usa', 'ums', 'rsa', 'dxs', 'sav'],
  download: ['uxx'],
}

const KINDS: ReadonlyMap<string, PackageFileKind> = new Map(
  kinds().flatMap((kind) => PACKAGE_EXTENSIONS[kind].map((extension) => [extension, kind] as const)),
)

/**
 * What a file with an extension (without its dot) usually contains; `undefined` when packages do not have it.
 */
export function packageFileKind(extension: string): PackageFileKind | undefined {
  return KINDS.get(extension.toLowerCase())
}

function kinds(): PackageFileKind[] {
  return ['code', 'content', 'texture', 'sound', 'music', 'mesh', 'animation', 'map', 'save', 'download']
}
