import { addTo } from '@ukit/files/internal'
import type { DependencyGraph, DependencyNode } from '../deps/gather.js'
import { isLibrary, type NativeCode, nativeCodeOf } from '../deps/native-code.js'
import { kindOfPackage, type PackageKind } from '../deps/package-kind.js'
import type { GameFiles } from '../game-files.js'
import { folderOf, isInside, joinPath, lastPart, withoutExtension } from '../paths.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import { editionsOf } from '../stock/stock-list.js'

/** A file of a release. */
export interface ReleaseFile {
  /** Its current path. */
  readonly path: string
  /** Its path in a game: `Textures/Walls.utx`. */
  readonly target: string
  /** Its length in bytes. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /**
   * Why it is listed: `asked`: the user named it; `needed`: a package needs it; `text`: texts of a package in
   * some language; `library`: the code of a package's native classes.
   */
  readonly reason: 'asked' | 'needed' | 'text' | 'library'
  /** Names of packages that need it directly; for texts and libraries, the package that they belong to. */
  readonly neededBy: readonly string[]
  /** True if it comes with the game, so that it is not part of the release. */
  readonly stock: boolean
  /**
   * True if the game has a different file with this name: with a different size, or with content that no
   * version of the game has.
   */
  readonly differs: boolean
  /** Versions of the game that contain it, from a stock list: `stock`, `bonus 4`, `patch 469e` … */
  readonly editions: readonly string[]
}

/** *The files that others need to use some packages.* */
export interface Release {
  /** The files of the archive, in their order. */
  readonly files: readonly ReleaseFile[]
  /** Packages that are needed but missing or unreadable: the release does not work without them. */
  readonly missing: readonly {
    readonly name: string
    readonly neededBy: readonly string[]
    readonly error: string | undefined
  }[]
  /** Libraries of native classes that are not beside the packages. */
  readonly libraries: readonly NativeCode[]
}

/** A file that every player has. */
export interface StockFile {
  /** Name without extension. */
  readonly name: string
  /** Size in bytes, if it is known. */
  readonly size: number | undefined
}

/** Settings of `releaseOf`. */
export interface ReleaseOptions {
  /** Files that players have from the game. None by default, so that every needed package is listed. */
  readonly stock?: readonly StockFile[] | undefined
  /** The files that come with the game, from a list; they are treated like `stock`. */
  readonly shipped?: ShippedFiles | undefined
  /** Folder of the game; files inside it keep their relative paths. */
  readonly root?: string | undefined
  /** Folder in which texts of packages are looked up: the one that the game runs in. */
  readonly base?: string | undefined
}

/**
 * Folders for packages whose file is not in a game, as in the engines' own search paths.
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

/** Extensions of texts beside a package: the languages of the games, and lists of what it offers (UE2). */
const TEXTS = /^(?:int|det|est|frt|itt|kot|rut|tct|smt|tmt|ucl|deu|esn|fra|ita|jpn|kor|pol|rus)$/

/**
 * *The files of a release*: the packages that were asked for, everything that they need directly or
 * indirectly, and the texts of all of them, each with its path in a game.
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
      // Players have the packages that come with the game, even if they are missing here.
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
  // For a file outside the game, its folder's name is used if it is the name of one of a game's folders.
  const own = lastPart(folderOf(path))
  const usual = Object.values(FOLDERS).find((one) => one.toLowerCase() === own.toLowerCase())
  return `${usual ?? folder}/${lastPart(path)}`
}

/** Combines releases for one zip, with each path and each missing package once. */
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

/**
 * Of several files with the same path in the game (from different folders), keeps the one that the search
 * finds.
 */
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
 * Texts by the names of their packages, and libraries by their own names, from the folder that the game runs
 * in.
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
    addTo(texts, withoutExtension(name).toLowerCase(), file)
  }
  return { texts, libraries }
}
