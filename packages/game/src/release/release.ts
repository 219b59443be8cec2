import type { DependencyGraph, DependencyNode } from '../deps/gather.js'
import { kindOfPackage, type PackageKind } from '../deps/package-kind.js'
import type { GameFiles } from '../game-files.js'
import { folderOf, isInside, joinPath, lastPart, withoutExtension } from '../paths.js'

/** A file of a release. */
export interface ReleaseFile {
  /** Where it is now. */
  readonly path: string
  /** Where it belongs in a game: `Textures/Walls.utx`. */
  readonly target: string
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /** `asked`: named by the user; `needed`: a package needs it; `text`: texts of a package in some language. */
  readonly reason: 'asked' | 'needed' | 'text'
  /** Names of packages that need it, directly; the package itself for texts. */
  readonly neededBy: readonly string[]
  /** The game has it already, so it is no part of the release. */
  readonly stock: boolean
  /** The game has a file of this name, but of another size. */
  readonly differs: boolean
}

/** *What has to be packed for others to use some packages.* */
export interface Release {
  readonly files: readonly ReleaseFile[]
  /** Packages that are needed and not there, or cannot be read: without them it does not work. */
  readonly missing: readonly {
    readonly name: string
    readonly neededBy: readonly string[]
    readonly error: string | undefined
  }[]
}

/** A file that everybody has. */
export interface StockFile {
  /** Name without extension. */
  readonly name: string
  /** Bytes, when they are known. */
  readonly size: number | undefined
}

/** Settings of `releaseOf`. */
export interface ReleaseOptions {
  /** Files that the players have with the game. None by default: then every package that is needed is listed. */
  readonly stock?: readonly StockFile[]
  /** Folder of the game: files inside keep their place in it. */
  readonly root?: string
  /** Where texts of packages are looked for: the folder that the game runs in. */
  readonly base?: string
}

/** Folders that packages belong in, where the file is in no game: as the engines' own search paths have it. */
const FOLDERS: Readonly<Record<PackageKind, string>> = {
  map: 'Maps',
  code: 'System',
  texture: 'Textures',
  sound: 'Sounds',
  music: 'Music',
  mesh: 'StaticMeshes',
  animation: 'Animations',
  content: 'System',
}

/** Texts beside a package: the languages of the games, and lists of what it offers (UE2). */
const TEXTS = /^(?:int|det|est|frt|itt|kot|rut|tct|smt|tmt|ucl|deu|esn|fra|ita|jpn|kor|pol|rus)$/

/** *The files of a release*: the packages asked for, all that they need in turn, and the texts of these; each with the place where it belongs. */
export async function releaseOf(
  graph: DependencyGraph,
  files: GameFiles,
  options: ReleaseOptions = {},
): Promise<Release> {
  const { stock = [], root, base } = options
  const known = new Map(stock.map(({ name, size }) => [name.toLowerCase(), size]))
  const users = new Map<DependencyNode, Set<string>>()
  for (const node of graph.nodes) {
    for (const target of node.targets) {
      if (target !== node) users.set(target, (users.get(target) ?? new Set()).add(node.name))
    }
  }
  const texts = await textsIn(files, base)
  const found: ReleaseFile[] = []
  const missing: Release['missing'][number][] = []
  for (const node of graph.nodes) {
    const neededBy = [...(users.get(node) ?? [])]
    const key = node.name.toLowerCase()
    if (node.file === undefined || node.tables === undefined) {
      // What the game brings along is there on the players' side, whether it is on this one or not.
      if (!known.has(key)) missing.push({ name: node.name, neededBy, error: node.error })
      continue
    }
    const { path, size, modified } = node.file
    const place = { size, modified, neededBy }
    const stockSize = known.get(key)
    const isStock = known.has(key) && !node.start
    const differs = stockSize !== undefined && stockSize !== size
    const folder = FOLDERS[kindOfPackage(node.tables)]
    const reason = node.start ? 'asked' : 'needed'
    found.push({ path, target: targetOf(path, root, folder), ...place, reason, stock: isStock, differs })
    for (const text of texts.get(key) ?? []) {
      found.push({
        ...text,
        target: targetOf(text.path, root, 'System'),
        reason: 'text',
        neededBy: [node.name],
        stock: isStock,
        differs: false,
      })
    }
  }
  return { files: withoutTwins(found), missing }
}

function targetOf(path: string, root: string | undefined, folder: string): string {
  if (root !== undefined && isInside(path, root)) return path.slice(root === '.' ? 0 : root.length).replace(/^\/+/, '')
  // A file of another folder: its own folder's name tells where it belongs when it is one of a game's.
  const own = lastPart(folderOf(path))
  const usual = Object.values(FOLDERS).find((one) => one.toLowerCase() === own.toLowerCase())
  return `${usual ?? folder}/${lastPart(path)}`
}

/** Two files of one place (from two folders): the first one, which the search finds, stays. */
function withoutTwins(files: readonly ReleaseFile[]): ReleaseFile[] {
  const targets = new Set<string>()
  return files.filter(({ target }) => {
    const key = target.toLowerCase()
    if (targets.has(key)) return false
    targets.add(key)
    return true
  })
}

interface TextFile {
  readonly path: string
  readonly size: number
  readonly modified: number
}

async function textsIn(files: GameFiles, base: string | undefined): Promise<Map<string, TextFile[]>> {
  const found = new Map<string, TextFile[]>()
  if (base === undefined) return found
  const entries = [...(await files.list(base))].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, kind, size, modified } of entries) {
    const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    if (kind !== 'file' || !TEXTS.test(extension)) continue
    const key = withoutExtension(name).toLowerCase()
    found.set(key, [...(found.get(key) ?? []), { path: joinPath(base, name), size, modified }])
  }
  return found
}
