import { PackageFlag } from '@ukit/container'
import type { PackageTables } from '../index-file/package-tables.js'
import { extensionOf } from '../paths.js'

/** What a package is for. */
export type PackageKind = 'map' | 'code' | 'texture' | 'sound' | 'music' | 'mesh' | 'animation' | 'content'

const BY_EXTENSION: Readonly<Record<PackageKind, readonly string[]>> = {
  // The wiki's catalogue of package extensions; UE3's `.udk` is a level, `.upk` anything.
  map: [
    'unr',
    'ut2',
    'un2',
    'umap',
    'ut3',
    'udk',
    'dx',
    'run',
    'sac',
    'dsm',
    'wot',
    'dz',
    'rom',
    'aao',
    'tlm',
    'fire',
    'me1',
  ],
  code: ['u', 'xxx', 'sfm'],
  texture: ['utx'],
  sound: ['uax'],
  music: ['umx', 'ogg'],
  mesh: ['usx'],
  animation: ['ukx'],
  content: ['upk', 'upx', 'uvx', 'ka'],
}

const KINDS = new Map(
  Object.entries(BY_EXTENSION).flatMap(([kind, extensions]) =>
    extensions.map((extension) => [extension, kind as PackageKind] as const),
  ),
)

/** First version of UE3: before it, the two flags mean nothing. */
const UE3 = 178

/** *What a package is for*: by its extension, in UE3 by its flags where the extension says nothing. */
export function kindOfPackage({
  fileName,
  version,
  flags,
}: Pick<PackageTables, 'fileName' | 'version' | 'flags'>): PackageKind {
  const kind = KINDS.get(extensionOf(fileName)) ?? 'content'
  if (version < UE3 || kind === 'map') return kind
  if ((flags & PackageFlag.ContainsMap) !== 0) return 'map'
  return kind === 'content' && (flags & PackageFlag.ContainsScript) !== 0 ? 'code' : kind
}

/** Whether a file is a map by its name alone. */
export function isMapFile(fileName: string): boolean {
  return KINDS.get(extensionOf(fileName)) === 'map'
}
