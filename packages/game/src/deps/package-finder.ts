import { MAX_FOLDER_DEPTH } from '../folders.js'
import type { GameFiles } from '../game-files.js'
import { joinPath, withoutExtension } from '../paths.js'
import type { FilePlace } from '../stamp.js'

/** *Where packages are looked for by name.* An `Install` is one; so are folders that belong to no game. */
export interface PackageFinder {
  /** The file that is found for a package of this name, ignoring case. */
  resolve(name: string): Promise<{ readonly found: FilePlace | undefined }>
  /** Every file that could be found, in the order of the search. */
  packages(): Promise<readonly FilePlace[]>
}

/**
 * If files of one folder share a name, script packages come first, since they contain the classes, and maps
 * last, since packages do not usually import from them.
 */
const EXTENSIONS = [
  'u',
  'upk',
  'xxx',
  'pcc',
  'utx',
  'uax',
  'umx',
  'usx',
  'ukx',
  'upx',
  'uvx',
  'udk',
  'umap',
  'unr',
  'ut2',
  'un2',
  'ut3',
  'sfm',
  'gear',
  'dnf',
  'dfx',
]

/** Settings of `folderFinder`. */
export interface FolderFinderOptions {
  /** Whether to search subfolders too. */
  readonly deep?: boolean
  /** Extensions of packages, in lower case without the dot, in the order of preference. */
  readonly extensions?: readonly string[]
}

/** The defaults of `folderFinder`. */
export const FOLDER_FINDER_DEFAULTS = { deep: true, extensions: EXTENSIONS } as const

/**
 * Finds packages in folders and their subfolders: the first folder that has the name wins; in a folder,
 * script comes before content, and content before maps.
 */
export function folderFinder(
  files: GameFiles,
  folders: readonly string[],
  options: FolderFinderOptions = {},
): PackageFinder {
  const { deep = FOLDER_FINDER_DEFAULTS.deep, extensions = FOLDER_FINDER_DEFAULTS.extensions } = options
  const depth = deep ? 0 : MAX_FOLDER_DEPTH
  let listing: Promise<{ all: FilePlace[]; byName: Map<string, FilePlace> }> | undefined
  const list = async () => {
    const all: FilePlace[] = []
    for (const folder of folders) await gather(files, folder, extensions, all, depth)
    const byName = new Map<string, FilePlace>()
    for (const file of all) {
      const key = withoutExtension(file.path.slice(file.path.lastIndexOf('/') + 1)).toLowerCase()
      if (!byName.has(key)) byName.set(key, file)
    }
    return { all, byName }
  }
  const listed = () => {
    listing ??= list()
    return listing
  }
  return {
    resolve: async (name) => ({ found: (await listed()).byName.get(name.toLowerCase()) }),
    packages: async () => (await listed()).all,
  }
}

async function gather(
  files: GameFiles,
  folder: string,
  extensions: readonly string[],
  all: FilePlace[],
  depth: number,
): Promise<void> {
  const entries = [...(await files.list(folder))]
  const rank = (name: string) => extensions.indexOf(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
  entries.sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
  for (const { name, kind, size, modified } of entries) {
    if (kind === 'file' && rank(name) >= 0) all.push({ path: joinPath(folder, name), size, modified })
  }
  if (depth === MAX_FOLDER_DEPTH) return
  for (const { name, kind } of entries) {
    if (kind === 'folder') await gather(files, joinPath(folder, name), extensions, all, depth + 1)
  }
}

/** Combines several finders: the first one that has the name wins. */
export function finderOf(finders: readonly PackageFinder[]): PackageFinder {
  return {
    async resolve(name) {
      for (const finder of finders) {
        const { found } = await finder.resolve(name)
        if (found !== undefined) return { found }
      }
      return { found: undefined }
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
