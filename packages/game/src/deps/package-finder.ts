import { PACKAGE_EXTENSIONS } from '@ukit/container'
import { isPackageTag } from '@ukit/core'
import { SourceError } from '@ukit/files'
import { EnteredFolders } from '../folders.js'
import type { GameFiles } from '../game-files.js'
import { joinPath, lastPart, withoutExtension } from '../paths.js'
import type { FilePlace } from '../stamp.js'

/** *Where packages are looked for by name.* An `Install` is one; so are folders that belong to no game. */
export interface PackageFinder {
  /** The file that is found for a package of this name, ignoring case. */
  resolve(name: string): Promise<{
    readonly found: FilePlace | undefined
    /** A library that takes the place of a package that is missing. */
    readonly library?: string | undefined
  }>
  /** Every file that could be found, in the order of the search. */
  packages(): Promise<readonly FilePlace[]>
}

/**
 * If files of one folder share a name, script packages come first, since they contain the classes, and maps
 * last, since packages do not usually import from them.
 */
const EXTENSIONS: readonly string[] = (
  ['code', 'content', 'texture', 'sound', 'music', 'mesh', 'animation', 'map'] as const
).flatMap((kind) => PACKAGE_EXTENSIONS[kind])

/** Settings of `folderFinder`. */
export interface FolderFinderOptions {
  /** True if to search subfolders too. */
  readonly deep?: boolean | undefined
  /** Extensions of packages, in lower case without the dot, in the order of preference. */
  readonly extensions?: readonly string[] | undefined
}

/** The defaults of `folderFinder`. */
export const FOLDER_FINDER_DEFAULTS = { deep: true, extensions: EXTENSIONS } as const

/**
 * Finds packages in folders and their subfolders: the first folder that has the name wins; in a folder,
 * script comes before content, and content before maps. A name without such a file is looked up with any
 * other extension, among files that begin like a package.
 */
export function folderFinder(
  files: GameFiles,
  folders: readonly string[],
  options: FolderFinderOptions = {},
): PackageFinder {
  const { deep = FOLDER_FINDER_DEFAULTS.deep, extensions = FOLDER_FINDER_DEFAULTS.extensions } = options
  let listing: Promise<Listed> | undefined
  const list = async (): Promise<Listed> => {
    const found: Found = { all: [], others: new Map() }
    const entered = new EnteredFolders(files)
    for (const folder of folders) await gather(folder, { files, deep, extensions, entered, found }, 0)
    const byName = new Map<string, FilePlace>()
    for (const file of found.all) {
      const key = keyOf(file.path)
      if (!byName.has(key)) byName.set(key, file)
    }
    return { ...found, byName }
  }
  const listed = () => {
    listing ??= list()
    return listing
  }
  return {
    resolve: async (name) => {
      const { byName, others } = await listed()
      const key = name.toLowerCase()
      const known = byName.get(key)
      if (known !== undefined) return { found: known }
      for (const other of others.get(key) ?? []) {
        if (await beginsLikePackage(files, other.path)) {
          byName.set(key, other)
          return { found: other }
        }
      }
      others.delete(key)
      return { found: undefined }
    },
    packages: async () => (await listed()).all,
  }
}

/** The files of folders. */
interface Found {
  /** Those with an extension of packages, in the order of the search. */
  readonly all: FilePlace[]
  /** The others, by their names without extension in lower case. */
  readonly others: Map<string, FilePlace[]>
}

interface Listed extends Found {
  readonly byName: Map<string, FilePlace>
}

function keyOf(path: string): string {
  return withoutExtension(lastPart(path)).toLowerCase()
}

/**
 * Tells whether a file begins with the tag of packages, in either byte order; false when it cannot be read.
 */
async function beginsLikePackage(files: GameFiles, path: string): Promise<boolean> {
  try {
    const source = await files.open(path)
    try {
      if (source.byteLength < 4) return false
      const head = await source.slice(0, 4)
      const view = new DataView(head.buffer, head.byteOffset, 4)
      return isPackageTag(view.getUint32(0, true)) || isPackageTag(view.getUint32(0, false))
    } finally {
      await source.close?.()
    }
  } catch (error) {
    if (error instanceof SourceError) return false
    throw error
  }
}

interface Walk {
  readonly files: GameFiles
  readonly deep: boolean
  readonly extensions: readonly string[]
  readonly entered: EnteredFolders
  readonly found: Found
}

async function gather(folder: string, walk: Walk, depth: number): Promise<void> {
  const { files, extensions, found } = walk
  if (!(await walk.entered.enter(folder, depth))) return
  const entries = [...(await files.list(folder))]
  const rank = (name: string) => extensions.indexOf(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
  entries.sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
  for (const { name, kind, size, modified } of entries) {
    if (kind !== 'file') continue
    const file = { path: joinPath(folder, name), size, modified }
    if (rank(name) >= 0) found.all.push(file)
    else {
      const key = keyOf(name)
      const others = found.others.get(key)
      if (others === undefined) found.others.set(key, [file])
      else others.push(file)
    }
  }
  if (!walk.deep) return
  for (const { name, kind } of entries) if (kind === 'folder') await gather(joinPath(folder, name), walk, depth + 1)
}

/** Combines several finders: the first one that has the name wins. */
export function finderOf(finders: readonly PackageFinder[]): PackageFinder {
  return {
    async resolve(name) {
      let library: string | undefined
      for (const finder of finders) {
        const resolved = await finder.resolve(name)
        if (resolved.found !== undefined) return { found: resolved.found }
        library ??= resolved.library
      }
      return { found: undefined, library }
    },
    async packages() {
      const all = new Map<string, FilePlace>()
      for (const finder of finders) {
        for (const file of await finder.packages()) if (!all.has(file.path)) all.set(file.path, file)
      }
      return [...all.values()]
    },
  }
}
