import { detectGame, type Package, packageNames } from '@ukit/core'
import { engineOf } from '../flags/flags.js'
import { KNOWN_GAMES } from '../settings/known-games.js'

/** What a package mostly holds, by which its file's extension and folder are chosen. */
export type PackageContent = 'map' | 'code' | 'textures' | 'sounds' | 'music' | 'meshes' | 'animations' | 'other'

/**
 * Classes that make a package one of content; what is in none of the lists (palettes, models, groups) says
 * nothing.
 */
const CLASSES: readonly (readonly [PackageContent, RegExp])[] = [
  ['music', /^music$/i],
  ['animations', /^(?:skeletalmesh|meshanimation|lodmesh|vertmesh|mesh|animation|animset)$/i],
  ['meshes', /^staticmesh$/i],
  ['sounds', /^(?:sound|soundgroup|proceduralsound|soundcue|soundnodewave|soundwave)$/i],
  [
    'textures',
    /^(?:\w*texture|texture2d|palette|font|shader|combiner|finalblend|tex(?:rotator|panner|scaler|oscillator|envmap|modifier)\w*|cubemap|\w*material\w*|colormodifier|opacitymodifier)$/i,
  ],
]

/**
 * *What a package mostly holds.* A level makes it a map, whatever else is in it; a class makes it code;
 * otherwise the kind of object that takes most bytes decides.
 */
export function contentOf(pkg: Package): PackageContent {
  const bytes = new Map<PackageContent, number>()
  let code = false
  for (const object of pkg.exports) {
    const { className } = object
    if (className === 'Level' || className === 'World') return 'map'
    if (className === 'Class' && !object.isNull) code = true
    const kind = CLASSES.find(([, pattern]) => pattern.test(className))?.[0]
    if (kind !== undefined) bytes.set(kind, (bytes.get(kind) ?? 0) + Math.max(1, object.entry.size))
  }
  if (code) return 'code'
  let most: PackageContent = 'other'
  for (const [kind] of CLASSES) if ((bytes.get(kind) ?? 0) > (bytes.get(most) ?? 0)) most = kind
  return most
}

/** Extensions of UE1 and UE2; UE3 has one for all content. */
const EXTENSIONS: Readonly<Record<Exclude<PackageContent, 'map'>, string>> = {
  code: 'u',
  textures: 'utx',
  sounds: 'uax',
  music: 'umx',
  meshes: 'usx',
  animations: 'ukx',
  other: 'u',
}

/** The levels of UE3 are `.ut3` in the first games; versions from here on are UDK's and later, `.udk`. */
const FIRST_UDK = 600

/** What levels are called in games that have no extension of their own. */
function usualMapExtension(version: number): string {
  const engine = engineOf(version)
  if (engine === 3) return version < FIRST_UDK ? 'ut3' : 'udk'
  return engine === 1 ? 'unr' : 'ut2'
}

/**
 * The usual extension of such a package, without its dot. `mapExtension` is what is known of the game's maps,
 * from its ini or from the map itself.
 */
export function extensionFor(content: PackageContent, pkg: Package, mapExtension?: string): string {
  const { version, licensee, tag } = pkg.summary
  if (content !== 'map') return engineOf(version) === 3 && content !== 'code' ? 'upk' : EXTENSIONS[content]
  if (mapExtension !== undefined) return mapExtension
  const game = detectGame(tag, version, licensee, packageNames(pkg))?.id
  return KNOWN_GAMES.find((one) => one.game === game)?.maps ?? usualMapExtension(version)
}

/** Folder of a game of UE1 and UE2 where such packages are. */
export const CONTENT_FOLDERS: Readonly<Record<PackageContent, string>> = {
  map: 'Maps',
  code: 'System',
  textures: 'Textures',
  sounds: 'Sounds',
  music: 'Music',
  meshes: 'StaticMeshes',
  animations: 'Animations',
  other: 'System',
}

/**
 * What a package with this extension (without dot) mostly holds; `undefined` for an extension that no game is
 * known to use.
 */
export function contentOfExtension(extension: string): PackageContent | undefined {
  const wanted = extension.toLowerCase()
  if (/^(?:unr|ut2|ut3|udk|sac|wot|dz|dsm)$/.test(wanted)) return 'map'
  if (KNOWN_GAMES.some(({ maps }) => maps === wanted)) return 'map'
  for (const [content, known] of Object.entries(EXTENSIONS)) {
    if (known === wanted && isContent(content)) return content
  }
  return undefined
}

function isContent(text: string): text is PackageContent {
  return text in CONTENT_FOLDERS
}
