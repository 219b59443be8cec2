import { type PackageFileKind, PackageFlag, packageFileKind } from '@ukit/container'
import type { PackageTables } from '../index-file/package-tables.js'
import { extensionOf } from '../paths.js'

/** What a package is for. */
export type PackageKind = 'map' | 'code' | 'texture' | 'sound' | 'music' | 'mesh' | 'animation' | 'content'

/** Saved games and downloads are content: their extensions do not say what is in them. */
const KINDS: Readonly<Record<PackageFileKind, PackageKind>> = {
  map: 'map',
  code: 'code',
  texture: 'texture',
  sound: 'sound',
  music: 'music',
  mesh: 'mesh',
  animation: 'animation',
  content: 'content',
  save: 'content',
  download: 'content',
}

/** First version of UE3: before it, the two flags mean nothing. */
const UE3 = 178

/** *What a package is for*: by its extension, in UE3 by its flags where the extension says nothing. */
export function kindOfPackage({
  fileName,
  version,
  flags,
}: Pick<PackageTables, 'fileName' | 'version' | 'flags'>): PackageKind {
  const kind = KINDS[packageFileKind(extensionOf(fileName)) ?? 'content']
  if (version < UE3 || kind === 'map') return kind
  if ((flags & PackageFlag.ContainsMap) !== 0) return 'map'
  return kind === 'content' && (flags & PackageFlag.ContainsScript) !== 0 ? 'code' : kind
}

/** Tells whether a file is a map by its name alone. */
export function isMapFile(fileName: string): boolean {
  return packageFileKind(extensionOf(fileName)) === 'map'
}
