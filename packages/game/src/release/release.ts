import type { DependencyGraph, DependencyNode } from '../deps/gather.js'
import { isLibrary, type NativeCode, nativeCodeOf } from '../deps/native-code.js'
import { kindOfPackage, type PackageKind } from '../deps/package-kind.js'
import type { GameFiles } from '../game-files.js'
import { folderOf, isInside, joinPath, lastPart, withoutExtension } from '../paths.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import { editionsOf } from '../stock/stock-list.js'

/** A file of a release. */
export interface ReleaseFile {
  /** Where it is now. */
  readonly path: string
  /** Where it belongs in a game: `Textures/Walls.utx`. */
  readonly target: string
  /** Its length in bytes. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /**
   * `asked`: named by the user; `needed`: a package needs it; `text`: texts of a package in some language;
   * `library`: the code of its native classes.
   */
  readonly reason: 'asked' | 'needed' | 'text' | 'library'
  /** Names of packages that need it, directly; the package itself for texts and libraries. */
  readonly neededBy: readonly string[]
  /** The game has it already, so it is not a part of the release. */
  readonly stock: boolean
  /**
   * The game has a file of this name, but another one: of another size, or of none of the contents that its
   * versions have.
   */
  readonly differs: boolean
  /** Versions of the game that have it, where a stock list says so: `stock`, `bonus 4`, `patch 469e` … */
  readonly editions: readonly string[]
}

/** *What has to be packed for others to use some packages.* */
export interface Release {
  /** The files of the archive, in their order. */
  readonly files: readonly ReleaseFile[]
  /** Packages that are needed and not there, or cannot be read: without them it does not work. */
  readonly missing: readonly {
    readonly name: string
    readonly neededBy: readonly string[]
    readonly error: string | undefined
  }[]
  /** Libraries of native classes that are not beside the packages. */
  readonly libraries: readonly NativeCode[]
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
  /**
   * Files that the players have with the game. None by default: then every package that is needed is listed.
   */
  readonly stock?: readonly StockFile[]
  /** What the game ships: as `stock`, from a list. */
  readonly shipped?: ShippedFiles | undefined
  /** Folder of the game: files inside keep their place in it. */
  readonly root?: string
  /** Where texts of packages are looked for: the folder that the game runs in. */
  readonly base?: string
}

/**
 * Folders that packages belong in, where the file is in no game: as the engines' own search paths have it.
 */
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

/**
 * *The files of a release*: the packages asked for, all that they need in turn, and the texts of these; each
 * with the place where it belongs.
 */
export async function releaseOf(
  graph: DependencyGraph,
  files: GameFiles,
  options: ReleaseOptions = {},
): Promise<Release> {
  const { stock = [], shipped, root, base } = options
  const known = new Map(stock.map(({ name, size }) => [name.toLowerCase(), size]))
  const users = new Map<DependencyNode, Set<string>>()
  for (const node of graph.nodes) {
    for (const target of node.targets) {
      if (target !== node) users.set(target, (users.get(target) ?? new Set()).add(node.name))
    }
  }
  const { texts, libraries } = await textsAndLibraries(files, base)
  const absentLibraries: NativeCode[] = []
  const found: ReleaseFile[] = []
  const missing: Release['missing'][number][] = []
  for (const node of graph.nodes) {
    const neededBy = [...(users.get(node) ?? [])]
    const key = node.name.toLowerCase()
    if (node.file === undefined || node.tables === undefined) {
      // What the game brings along is there on the players' side, whether it is on this one or not.
      if (!known.has(key) && node.stock.length === 0) missing.push({ name: node.name, neededBy, error: node.error })
      continue
    }
    const { path, size, modified } = node.file
    const place = { size, modified, neededBy }
    const stockSize = known.get(key)
    const isStock = (known.has(key) || node.stock.length > 0) && !node.start
    const finding = isStock ? await shipped?.state(node.file) : undefined
    const differs = (stockSize !== undefined && stockSize !== size) || finding?.state === 'changed'
    const editions = editionsOf(node.stock)
    const folder = FOLDERS[kindOfPackage(node.tables)]
    const reason = node.start ? 'asked' : 'needed'
    found.push({ path, target: targetOf(path, root, folder), ...place, reason, stock: isStock, differs, editions })
    for (const text of texts.get(key) ?? []) {
      found.push({
        ...text,
        target: targetOf(text.path, root, 'System'),
        reason: 'text',
        neededBy: [node.name],
        stock: isStock,
        differs: false,
        editions: [],
      })
    }
    const native = isStock ? undefined : nativeCodeOf(node.tables)
    if (native === undefined) continue
    const own = native.libraries.flatMap((name) => libraries.get(name.toLowerCase()) ?? [])
    if (own.length === 0) absentLibraries.push(native)
    for (const library of own) {
      found.push({
        ...library,
        target: targetOf(library.path, root, 'System'),
        reason: 'library',
        neededBy: [node.name],
        stock: false,
        differs: false,
        editions: [],
      })
    }
  }
  return { files: withoutTwins(found), missing, libraries: absentLibraries }
}

function targetOf(path: string, root: string | undefined, folder: string): string {
  if (root !== undefined && isInside(path, root)) return path.slice(root === '.' ? 0 : root.length).replace(/^\/+/, '')
  // A file of another folder: its own folder's name tells where it belongs when it is one of a game's.
  const own = lastPart(folderOf(path))
  const usual = Object.values(FOLDERS).find((one) => one.toLowerCase() === own.toLowerCase())
  return `${usual ?? folder}/${lastPart(path)}`
}

/** Releases for one zip: each place and each missing package once. */
export function mergeReleases(releases: readonly Release[]): Release {
  const names = new Set<string>()
  return {
    files: withoutTwins(releases.flatMap(({ files }) => files)),
    missing: releases
      .flatMap(({ missing }) => missing)
      .filter(({ name }) => names.size < names.add(name.toLowerCase()).size),
    libraries: releases.flatMap(({ libraries }) => libraries),
  }
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

/** A file beside packages. */
interface FileBeside {
  readonly path: string
  readonly size: number
  readonly modified: number
}

/**
 * Texts of packages by the package's name, and libraries by their own, in the folder that the game runs in.
 */
async function textsAndLibraries(
  files: GameFiles,
  base: string | undefined,
): Promise<{ texts: Map<string, FileBeside[]>; libraries: Map<string, FileBeside> }> {
  const texts = new Map<string, FileBeside[]>()
  const libraries = new Map<string, FileBeside>()
  const entries = base === undefined ? [] : [...(await files.list(base))]
  for (const { name, kind, size, modified } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (kind !== 'file') continue
    const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    const file = { path: joinPath(base ?? '', name), size, modified }
    if (isLibrary(name)) libraries.set(name.toLowerCase(), file)
    if (!TEXTS.test(extension)) continue
    const key = withoutExtension(name).toLowerCase()
    texts.set(key, [...(texts.get(key) ?? []), file])
  }
  return { texts, libraries }
}
